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

/** The highlight: one entity with its neighbours, or the chains between two; the rest is dimmed. */
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
/** Minimum length on screen of a line with a label. */
const MIN_LABELLED_LENGTH = 44;

export class Layers {
  private readonly canvases: Canvases;
  private size: Size = { width: 0, height: 0 };
  /** The camera of the drawn lines. */
  private linesBy: Camera = { x: 0, y: 0, k: 1 };

  constructor(canvases: Canvases) {
    this.canvases = canvases;
  }

  resize(next: Size): void {
    this.size = next;
    const ratio = Math.min(3, window.devicePixelRatio || 1);
    for (const canvas of [this.canvases.lines, this.canvases.bodies, this.canvases.front]) {
      canvas.width = Math.max(1, Math.round(next.width * ratio));
      canvas.height = Math.max(1, Math.round(next.height * ratio));
    }
  }

  /** Redraws lines, of which `drawn` are drawn. */
  drawLines({ lines }: Layout, camera: Camera, palette: Palette, drawn: "all" | "few"): void {
    this.linesBy = camera;
    this.canvases.lines.style.transform = "";
    const context = this.begin(this.canvases.lines);
    if (context === null) return;
    // The more lines there are, the fainter each is, so that they do not merge into one area.
    context.globalAlpha = Math.min(0.7, Math.max(0.14, 14 / Math.sqrt(lines.length + 1)));
    context.strokeStyle = palette.line;
    context.lineWidth = lines.length > MANY_LINES ? 0.75 : 1;
    const sight = inSight(camera, this.size, 0);
    paintLines(context, drawn === "few" ? lines.slice(0, MANY_LINES) : lines, camera, sight);
    context.globalAlpha = 1;
  }

  /** Moves the picture of the lines to match a camera. */
  moveLines(camera: Camera): void {
    const scale = camera.k / this.linesBy.k;
    const x = camera.x - this.linesBy.x * scale;
    const y = camera.y - this.linesBy.y * scale;
    this.canvases.lines.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }

  /** `ranked`: most important first. */
  drawBodies(ranked: readonly Body[], camera: Camera, palette: Palette): void {
    const context = this.begin(this.canvases.bodies);
    if (context === null) return;
    const seen = paintBodies(context, ranked, camera, inSight(camera, this.size, MARGIN), palette);
    context.font = `${palette.fontSize}px ${palette.font}`;
    const room = roomForLabels();
    let written = 0;
    seen.forEach((body, at) => {
      if (written >= MAX_NAMES) return;
      if (at >= MIN_NAMES && radiusOnScreen(body, camera.k) < MIN_NAMED_RADIUS) return;
      if (writeName(context, body, camera, room, palette, false)) written += 1;
    });
  }

  /** Draws the highlight in front and dims the rest. */
  drawFront(camera: Camera, palette: Palette, looked: Looked): void {
    const isOn = looked.centre !== null || looked.bodies.length > 0;
    const back = isOn ? "0.36" : "";
    this.canvases.lines.style.opacity = back;
    this.canvases.bodies.style.opacity = back;
    const context = this.begin(this.canvases.front);
    if (context === null) return;
    const { centre, chosen } = looked;
    const sight = inSight(camera, this.size, MARGIN);
    context.font = `${palette.fontSize}px ${palette.font}`;
    const room = roomForLabels();
    const labelled = looked.lines.length <= MAX_LABELLED_LINES ? looked.lines : [];
    if (isOn) {
      context.strokeStyle = palette.accent;
      context.lineWidth = 1.25;
      context.globalAlpha = labelled.length === 0 ? 0.5 : 0.85;
      paintLines(context, looked.lines, camera, sight);
      context.globalAlpha = 1;
      context.fillStyle = palette.accent;
      for (const line of labelled) paintHeads(context, line, camera);
      const bodies = centre === null ? looked.bodies : [...looked.bodies, centre];
      paintBodies(context, bodies, camera, sight, palette);
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
    for (const line of labelled) {
      const label = labelOf(line, camera);
      if (label !== null) write(context, { ...label, colour: palette.subtle }, room, palette);
    }
  }

  /** An empty canvas, in pixels of the page. */
  private begin(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
    const context = canvas.getContext("2d");
    if (context === null) return null;
    const ratio = canvas.width / Math.max(1, this.size.width);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.size.width, this.size.height);
    return context;
  }
}

/** The label in the middle of a line; null: the line is too short for one. */
function labelOf({ link, source, target }: Line, camera: Camera) {
  const [a, b] = [toScreen(camera, source), toScreen(camera, target)];
  const length = Math.hypot(a.x - b.x, a.y - b.y);
  if (length < MIN_LABELLED_LENGTH) return null;
  const text = [...new Set(link.edges.map(({ label }) => label))].join(" · ");
  const widest = Math.max(36, Math.min(120, length - 24));
  return { text, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, widest };
}
