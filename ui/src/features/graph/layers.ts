// Three stacked canvases: all lines, all entities with names, and the highlight in front. The most expensive is drawn
// least often: while the view moves, the picture of many lines is moved as it is.
import { type Camera, inSight, type Size, toScreen } from "./camera";
import { roomForLabels } from "./labels";
import type { Body, Layout, Line } from "./layout";
import { paintBodies, paintHeads, paintLines, paintRing, radiusOnScreen, write, writeName } from "./paint";
import type { Palette } from "./palette";

export interface Canvases {
  lines: HTMLCanvasElement;
  bodies: HTMLCanvasElement;
  front: HTMLCanvasElement;
}

/** The highlight: one entity with its neighbours; the rest is dimmed. */
export interface Looked {
  /** Under the pointer, or selected. */
  centre: Body | null;
  chosen: Body | null;
  lines: readonly Line[];
  bodies: readonly Body[];
}

/** More lines than this are not redrawn every frame. */
export const MANY_LINES = 3000;
const MAX_NAMES = 140;
const MIN_NAMES = 14;
/** Minimum size on screen at which an entity is named, if there is room. */
const MIN_NAMED_RADIUS = 4.2;
const MARGIN = 40;
/** Maximum number of lines that get labels and arrow heads. */
const MAX_LABELLED_LINES = 60;

export interface Layers {
  resize: (size: Size) => void;
  /** Redraws lines; with `few` only the first ones. */
  drawLines: (layout: Layout, camera: Camera, palette: Palette, few: boolean) => void;
  /** Moves the picture of the lines to match a camera. */
  moveLines: (camera: Camera) => void;
  /** `ranked`: most important first. */
  drawBodies: (ranked: readonly Body[], camera: Camera, palette: Palette) => void;
  /** Draws the highlight in front and dims the rest. */
  drawFront: (camera: Camera, palette: Palette, looked: Looked) => void;
}

export function layersOn(canvases: Canvases): Layers {
  let size: Size = { width: 0, height: 0 };
  let linesBy: Camera = { x: 0, y: 0, k: 1 };

  const begin = (canvas: HTMLCanvasElement): CanvasRenderingContext2D | null => {
    const context = canvas.getContext("2d");
    if (context === null) return null;
    const ratio = canvas.width / Math.max(1, size.width);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    return context;
  };

  return {
    resize: (next) => {
      size = next;
      const ratio = Math.min(3, window.devicePixelRatio || 1);
      for (const canvas of [canvases.lines, canvases.bodies, canvases.front]) {
        canvas.width = Math.max(1, Math.round(size.width * ratio));
        canvas.height = Math.max(1, Math.round(size.height * ratio));
      }
    },
    drawLines: ({ lines }, camera, palette, few) => {
      linesBy = camera;
      canvases.lines.style.transform = "";
      const context = begin(canvases.lines);
      if (context === null) return;
      // The more lines there are, the fainter each is, so that they do not merge into one area.
      context.globalAlpha = Math.min(0.7, Math.max(0.14, 14 / Math.sqrt(lines.length + 1)));
      context.strokeStyle = palette.line;
      context.lineWidth = lines.length > MANY_LINES ? 0.75 : 1;
      paintLines(context, few ? lines.slice(0, MANY_LINES) : lines, camera, inSight(camera, size, 0));
      context.globalAlpha = 1;
    },
    moveLines: (camera) => {
      const scale = camera.k / linesBy.k;
      const x = camera.x - linesBy.x * scale;
      const y = camera.y - linesBy.y * scale;
      canvases.lines.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    },
    drawBodies: (ranked, camera, palette) => {
      const context = begin(canvases.bodies);
      if (context === null) return;
      const seen = paintBodies(context, ranked, camera, inSight(camera, size, MARGIN), palette);
      context.font = `${palette.fontSize}px ${palette.font}`;
      const room = roomForLabels();
      let written = 0;
      seen.forEach((body, at) => {
        if (written >= MAX_NAMES) return;
        if (at >= MIN_NAMES && radiusOnScreen(body, camera.k) < MIN_NAMED_RADIUS) return;
        if (writeName(context, body, camera, room, palette, false)) written += 1;
      });
    },
    drawFront: (camera, palette, looked) => {
      const back = looked.centre === null ? "" : "0.36";
      canvases.lines.style.opacity = back;
      canvases.bodies.style.opacity = back;
      const context = begin(canvases.front);
      if (context === null) return;
      const { centre, chosen } = looked;
      const sight = inSight(camera, size, MARGIN);
      context.font = `${palette.fontSize}px ${palette.font}`;
      const room = roomForLabels();
      const labelled = looked.lines.length <= MAX_LABELLED_LINES ? looked.lines : [];
      if (centre !== null) {
        context.strokeStyle = palette.accent;
        context.lineWidth = 1.25;
        context.globalAlpha = labelled.length === 0 ? 0.5 : 0.85;
        paintLines(context, looked.lines, camera, sight);
        context.globalAlpha = 1;
        context.fillStyle = palette.accent;
        for (const line of labelled) paintHeads(context, line, camera);
        paintBodies(context, [...looked.bodies, centre], camera, sight, palette);
      }
      if (chosen !== null) {
        if (centre === null) paintBodies(context, [chosen], camera, sight, palette);
        paintRing(context, chosen, camera, palette.accent);
      }
      for (const first of new Set([centre, chosen])) {
        if (first !== null) writeName(context, first, camera, room, palette, true);
      }
      let written = 0;
      for (const body of looked.bodies) {
        if (written >= MAX_NAMES) break;
        if (writeName(context, body, camera, room, palette, false)) written += 1;
      }
      for (const { link, source, target } of labelled) {
        const [a, b] = [toScreen(camera, source), toScreen(camera, target)];
        const length = Math.hypot(a.x - b.x, a.y - b.y);
        if (length < 44) continue;
        const text = [...new Set(link.edges.map(({ label }) => label))].join(" · ");
        write(
          context,
          {
            text,
            x: (a.x + b.x) / 2,
            y: (a.y + b.y) / 2,
            colour: palette.subtle,
            widest: Math.max(36, Math.min(120, length - 24)),
          },
          room,
          palette,
        );
      }
    },
  };
}
