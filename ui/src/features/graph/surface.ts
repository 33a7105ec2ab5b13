// The life cycle of the canvas: content, camera, highlight, and one frame after another while something changes. Never
// works longer than one slice at a time, and not at all when nothing changes.
import {
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
import { DrawnGraph } from "./drawn-graph";
import { type Canvases, Layers, MANY_LINES } from "./layers";
import type { Motion } from "./layout";
import type { Chains, Network } from "./network";
import { radiusOnScreen } from "./paint";
import { type Palette, paletteOf } from "./palette";
import type { Direction } from "./steer";

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

type Stale = Record<"lines" | "bodies" | "front", boolean>;
const ALL_STALE: Stale = { lines: true, bodies: true, front: true };
const NONE_STALE: Stale = { lines: false, bodies: false, front: false };

/** A surface on three stacked canvases in `host`. */
export class Surface {
  private readonly host: HTMLElement;
  private readonly layers: Layers;
  private readonly motion: Motion;
  private readonly events: SurfaceEvents;
  /** Where entities were in the networks shown so far. */
  private readonly known = new Map<string, Spot>();
  private palette: Palette;
  private size: Size = { width: 0, height: 0 };
  private camera: Camera = { x: 0, y: 0, k: 1 };
  private graph: DrawnGraph | null = null;
  private chosen: string | null = null;
  private hovered: string | null = null;
  private chains: Chains = [];
  /** The camera follows the layout until the author moves it. */
  private following = true;
  private unseen = false;
  private dragging = false;
  private stale = ALL_STALE;
  private frame = 0;
  private turn = 0;
  private rest = 0;

  constructor(host: HTMLElement, canvases: Canvases, motion: Motion, events: SurfaceEvents) {
    this.host = host;
    this.layers = new Layers(canvases);
    this.motion = motion;
    this.events = events;
    this.palette = paletteOf(host);
  }

  show(network: Network): void {
    for (const body of this.graph?.layout.bodies ?? []) {
      this.known.set(body.node.id, { x: body.x, y: body.y });
    }
    this.graph = new DrawnGraph(network, this.known, this.motion);
    this.hovered = null;
    this.following = true;
    this.unseen = this.motion === "reduced" && !this.graph.layout.settled();
    this.events.onArranging(this.unseen ? 0 : null);
    this.touch(ALL_STALE);
  }

  choose(id: string | null): void {
    this.chosen = id;
    this.touch({ front: true });
  }

  /** Highlights chains of entities while none is selected. */
  follow(chains: Chains): void {
    this.chains = chains;
    this.touch({ front: true });
  }

  /** Reveals an entity. */
  reveal(id: string): void {
    const body = this.graph?.bodyOf(id) ?? null;
    if (body === null) return;
    const next = revealing(this.camera, this.size, body, 72);
    if (next.x === this.camera.x && next.y === this.camera.y) return;
    this.camera = next;
    this.moved();
  }

  resize(next: Size): void {
    const before = this.size;
    this.size = next;
    this.layers.resize(next);
    if (this.following || before.width === 0) this.fitNow();
    else {
      const [dx, dy] = [(next.width - before.width) / 2, (next.height - before.height) / 2];
      this.camera = panned(this.camera, dx, dy);
    }
    this.stale = ALL_STALE;
    // Immediately: a resized canvas is empty.
    if (this.frame !== 0) cancelAnimationFrame(this.frame);
    this.draw();
  }

  repaint(): void {
    this.palette = paletteOf(this.host);
    this.touch(ALL_STALE);
  }

  pan(dx: number, dy: number): void {
    this.camera = panned(this.camera, dx, dy);
    this.moved();
  }

  zoom(factor: number, at: Spot = { x: this.size.width / 2, y: this.size.height / 2 }): void {
    this.camera = zoomed(this.camera, factor, at);
    this.moved();
  }

  fit(): void {
    this.fitNow();
    this.moved();
    this.following = true;
  }

  /** The entity at a spot of the screen. */
  hit(spot: Spot): string | null {
    if (this.graph === null || this.unseen) return null;
    const { camera } = this;
    const near = this.graph.nearest(toWorld(camera, spot), (26 + HIT_RADIUS) / camera.k);
    if (near === undefined) return null;
    const at = toScreen(camera, near);
    const reach = radiusOnScreen(near, camera.k) * 1.2 + HIT_RADIUS / 2;
    return Math.hypot(at.x - spot.x, at.y - spot.y) <= reach ? near.node.id : null;
  }

  hover(id: string | null): void {
    if (id === this.hovered) return;
    this.hovered = id;
    this.touch({ front: true });
  }

  drag(id: string, spot: Spot): void {
    const body = this.graph?.bodyOf(id) ?? null;
    if (body === null) return;
    this.graph?.layout.hold(body, toWorld(this.camera, spot));
    this.graph?.forgetGrid();
    this.following = false;
    this.dragging = true;
    this.drawLinesLater();
    this.touch(ALL_STALE);
  }

  /** The neighbour of an entity in a direction. */
  neighbour(id: string, direction: Direction): string | null {
    return this.graph?.neighbour(id, direction) ?? null;
  }

  /** The entity with the most ties. */
  first(): string | null {
    return this.graph?.ranked[0]?.node.id ?? null;
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    window.clearTimeout(this.rest);
  }

  private wake(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  private touch(stale: Partial<Stale>): void {
    this.stale = { ...this.stale, ...stale };
    this.wake();
  }

  private fitNow(): void {
    // The caption is below.
    const free = { width: this.size.width, height: Math.max(120, this.size.height - CAPTION_HEIGHT) };
    this.camera = fitting(this.graph?.box() ?? null, free, FIT_MARGIN);
  }

  /** Draws all lines once nothing has moved for a while. */
  private drawLinesLater(): void {
    window.clearTimeout(this.rest);
    this.rest = window.setTimeout(() => {
      this.dragging = false;
      this.touch({ lines: true });
    }, REDRAW_DELAY);
  }

  /** The author moved the camera. */
  private moved(): void {
    this.following = false;
    this.camera = tethered(this.camera, this.graph?.box() ?? null, this.size);
    if ((this.graph?.layout.lines.length ?? 0) <= MANY_LINES) this.touch(ALL_STALE);
    else {
      this.layers.moveLines(this.camera);
      this.drawLinesLater();
      this.touch({ bodies: true, front: true });
    }
  }

  private draw(): void {
    this.frame = 0;
    const { graph } = this;
    if (graph === null || this.size.width === 0 || this.size.height === 0) return;
    const moving = !graph.layout.settled();
    if (moving && this.advance(graph) === "later") {
      this.wake();
      return;
    }
    if (this.unseen) return;
    this.paint(graph);
    if (!graph.layout.settled()) this.wake();
    else if (moving) this.touch({ lines: true });
  }

  /** Advances the layout by a slice; returns whether this frame draws it. */
  private advance(graph: DrawnGraph): "now" | "later" {
    const { layout } = graph;
    layout.run(this.unseen ? HIDDEN_LAYOUT_SLICE : LAYOUT_SLICE);
    graph.forgetGrid();
    if (this.unseen && !layout.settled()) {
      this.events.onArranging(layout.progress());
      return "later";
    }
    if (this.unseen) {
      this.unseen = false;
      this.events.onArranging(null);
    }
    if (this.following) this.fitNow();
    this.stale = ALL_STALE;
    // With thousands of entities only every third frame is drawn, leaving time for everything else.
    this.turn = (this.turn + 1) % 3;
    const skips = this.turn !== 0 && layout.lines.length > MANY_LINES && !layout.settled();
    return skips ? "later" : "now";
  }

  private paint(graph: DrawnGraph): void {
    const { stale, camera, palette } = this;
    if (stale.lines) {
      const { layout } = graph;
      const few = (!layout.settled() || this.dragging) && layout.lines.length > MANY_LINES;
      this.layers.drawLines(layout, camera, palette, few ? "few" : "all");
    }
    if (stale.bodies) this.layers.drawBodies(graph.ranked, camera, palette);
    if (stale.front || stale.bodies) {
      this.layers.drawFront(camera, palette, graph.looked(this.chosen, this.hovered, this.chains));
    }
    this.stale = NONE_STALE;
  }
}
