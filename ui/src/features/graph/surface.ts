// The life cycle of the canvas: content, camera, highlight, and one frame after another while something changes. Never
// works longer than one slice at a time, and not at all when nothing changes.
import {
  boxAround,
  type Camera,
  fitting,
  panned,
  revealing,
  type Size,
  type Spot,
  tethered,
  toScreen,
  toWorld,
  zoomed,
} from "./camera";
import { type Grid, gridOf } from "./grid";
import { type Canvases, type Looked, layersOn, MANY_LINES } from "./layers";
import { type Body, type Layout, type Line, layOut, type Motion } from "./layout";
import { type Network, neighboursOf } from "./network";
import { radiusOnScreen } from "./paint";
import { paletteOf } from "./palette";
import { type Direction, steer } from "./steer";

/** Layout time per frame, ms. */
const LAYOUT_SLICE = 6;
/** Layout time per frame while the graph is not visible yet, ms. */
const HIDDEN_LAYOUT_SLICE = 12;
/** Lines are redrawn after the camera has rested this long, ms. */
const REDRAW_DELAY = 140;
// Names are wider than high.
const FIT_MARGIN: Size = { width: 64, height: 44 };
const CAPTION_HEIGHT = 36;
const HIT_RADIUS = 8;

export interface SurfaceEvents {
  /** Progress until the layout can be shown, 0 to 1; null when it can. */
  onArranging: (progress: number | null) => void;
}

export interface Surface {
  show: (network: Network) => void;
  choose: (id: string | null) => void;
  /** Reveals an entity. */
  reveal: (id: string) => void;
  resize: (size: Size) => void;
  repaint: () => void;
  pan: (dx: number, dy: number) => void;
  zoom: (factor: number, at?: Spot) => void;
  fit: () => void;
  /** The entity at a spot of the screen. */
  hit: (spot: Spot) => string | null;
  hover: (id: string | null) => void;
  drag: (id: string, spot: Spot) => void;
  /** The neighbour of an entity in a direction. */
  neighbour: (id: string, direction: Direction) => string | null;
  /** The entity with the most ties. */
  first: () => string | null;
  destroy: () => void;
}

/** A surface on three stacked canvases in `host`. */
export function surfaceOn(
  host: HTMLElement,
  canvases: Canvases,
  motion: Motion,
  events: SurfaceEvents,
): Surface {
  const layers = layersOn(canvases);
  const known = new Map<string, Spot>();
  let palette = paletteOf(host);
  let size: Size = { width: 0, height: 0 };
  let camera: Camera = { x: 0, y: 0, k: 1 };
  let layout: Layout | null = null;
  let ranked: readonly Body[] = [];
  let grid: Grid<Body> | null = null;
  let linesOf: ReadonlyMap<Body, readonly Line[]> = new Map();
  let chosen: string | null = null;
  let hovered: string | null = null;
  /** The camera follows the layout until the author moves it. */
  let following = true;
  let unseen = false;
  let dragging = false;
  let stale = { lines: true, bodies: true, front: true };
  let frame = 0;
  let turn = 0;
  let rest = 0;

  const bodyOf = (id: string | null): Body | null => {
    const at = id === null ? undefined : layout?.network.index.get(id);
    return at === undefined ? null : (layout?.bodies[at] ?? null);
  };

  const looked = (): Looked => {
    const chosenBody = bodyOf(chosen);
    const centre = bodyOf(hovered) ?? chosenBody;
    const lines = centre === null ? [] : (linesOf.get(centre) ?? []);
    const bodies = lines.map(({ source, target }) => (source === centre ? target : source));
    return { centre, chosen: chosenBody, lines, bodies: bodies.sort((a, b) => b.degree - a.degree) };
  };

  const wake = () => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };

  const touch = (...what: ("lines" | "bodies" | "front")[]) => {
    for (const one of what) stale[one] = true;
    wake();
  };

  const fitNow = () => {
    // The caption is below.
    const free = { width: size.width, height: Math.max(120, size.height - CAPTION_HEIGHT) };
    camera = fitting(boxAround(layout?.bodies ?? []), free, FIT_MARGIN);
  };

  /** Draws all lines once nothing has moved for a while. */
  const linesLater = () => {
    window.clearTimeout(rest);
    rest = window.setTimeout(() => {
      dragging = false;
      touch("lines");
    }, REDRAW_DELAY);
  };

  const moved = () => {
    following = false;
    camera = tethered(camera, boxAround(layout?.bodies ?? []), size);
    stale.bodies = true;
    stale.front = true;
    if ((layout?.lines.length ?? 0) <= MANY_LINES) stale.lines = true;
    else {
      layers.moveLines(camera);
      linesLater();
    }
    wake();
  };

  function draw() {
    frame = 0;
    if (layout === null || size.width === 0 || size.height === 0) return;
    const moving = !layout.settled();
    if (moving) {
      layout.run(unseen ? HIDDEN_LAYOUT_SLICE : LAYOUT_SLICE);
      grid = null;
      if (unseen && !layout.settled()) {
        events.onArranging(layout.progress());
        wake();
        return;
      }
      if (unseen) {
        unseen = false;
        events.onArranging(null);
      }
      if (following) fitNow();
      stale = { lines: true, bodies: true, front: true };
      // With thousands of entities only every third frame is drawn, leaving time for everything else.
      turn = (turn + 1) % 3;
      if (turn !== 0 && layout.lines.length > MANY_LINES && !layout.settled()) {
        wake();
        return;
      }
    }
    if (unseen) return;
    const now = looked();
    const unsettled = !layout.settled();
    if (stale.lines) {
      const few = (unsettled || dragging) && layout.lines.length > MANY_LINES;
      layers.drawLines(layout, camera, palette, few);
    }
    if (stale.bodies) layers.drawBodies(ranked, camera, palette);
    if (stale.front || stale.bodies) layers.drawFront(camera, palette, now);
    stale = { lines: false, bodies: false, front: false };
    if (unsettled) wake();
    else if (moving) touch("lines");
  }

  const remember = () => {
    for (const body of layout?.bodies ?? []) known.set(body.node.id, { x: body.x, y: body.y });
  };

  return {
    show: (network) => {
      remember();
      const all = layOut(network, known, motion);
      // The most connected come first: they are named first, and their lines are drawn while everything moves.
      const bodies = [...all.bodies].sort((a, b) => b.degree - a.degree);
      const weight = ({ source, target }: Line) => source.degree + target.degree;
      layout = { ...all, lines: [...all.lines].sort((a, b) => weight(b) - weight(a)) };
      const ends = new Map<Body, Line[]>(bodies.map((body) => [body, []]));
      for (const line of layout.lines) {
        ends.get(line.source)?.push(line);
        ends.get(line.target)?.push(line);
      }
      linesOf = ends;
      ranked = bodies;
      grid = null;
      hovered = null;
      following = true;
      unseen = motion === "reduced" && !layout.settled();
      events.onArranging(unseen ? 0 : null);
      touch("lines", "bodies", "front");
    },
    choose: (id) => {
      chosen = id;
      touch("front");
    },
    reveal: (id) => {
      const body = bodyOf(id);
      if (body === null) return;
      const next = revealing(camera, size, body, 72);
      if (next.x === camera.x && next.y === camera.y) return;
      camera = next;
      moved();
    },
    resize: (next) => {
      const before = size;
      size = next;
      layers.resize(next);
      if (following || before.width === 0) fitNow();
      else camera = panned(camera, (next.width - before.width) / 2, (next.height - before.height) / 2);
      stale = { lines: true, bodies: true, front: true };
      // Immediately: a resized canvas is empty.
      if (frame !== 0) cancelAnimationFrame(frame);
      draw();
    },
    repaint: () => {
      palette = paletteOf(host);
      touch("lines", "bodies", "front");
    },
    pan: (dx, dy) => {
      camera = panned(camera, dx, dy);
      moved();
    },
    zoom: (factor, at = { x: size.width / 2, y: size.height / 2 }) => {
      camera = zoomed(camera, factor, at);
      moved();
    },
    fit: () => {
      fitNow();
      moved();
      following = true;
    },
    hit: (spot) => {
      if (layout === null || unseen) return null;
      grid ??= gridOf(layout.bodies, 60);
      const near = grid.nearest(toWorld(camera, spot), (26 + HIT_RADIUS) / camera.k);
      if (near === undefined) return null;
      const at = toScreen(camera, near);
      const reach = radiusOnScreen(near, camera.k) * 1.2 + HIT_RADIUS / 2;
      return Math.hypot(at.x - spot.x, at.y - spot.y) <= reach ? near.node.id : null;
    },
    hover: (id) => {
      if (id === hovered) return;
      hovered = id;
      touch("front");
    },
    drag: (id, spot) => {
      const body = bodyOf(id);
      if (body === null || layout === null) return;
      layout.hold(body, toWorld(camera, spot));
      following = false;
      dragging = true;
      grid = null;
      linesLater();
      touch("lines", "bodies", "front");
    },
    neighbour: (id, direction) => {
      const from = bodyOf(id);
      if (from === null || layout === null) return null;
      const { network, bodies } = layout;
      const near = neighboursOf(network, from.at).flatMap((at) => bodies[at] ?? []);
      return steer(from, near, direction)?.node.id ?? null;
    },
    first: () => ranked[0]?.node.id ?? null,
    destroy: () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(rest);
    },
  };
}
