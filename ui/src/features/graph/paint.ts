// Draws lines, entities and labels on a canvas in CSS px. Knows nothing of selection.
import { type Box, type Camera, contains, mayCross, toScreen } from "./camera";
import { SHAPES } from "./kinds";
import { type Room, shortened } from "./labels";
import type { Body, Line } from "./layout";
import type { Palette } from "./palette";
import type { EntityKind } from "./view-model";

type Context = CanvasRenderingContext2D;

/** Entities grow slower than their distances, so that zooming in separates them. */
export const radiusOnScreen = (body: Body, k: number) =>
  Math.min(26, Math.max(1.8, body.radius * Math.min(1.6, k) ** 0.7));

// A single path of many lines is slow to rasterize; short ones of a few hundred lines are not.
const BATCH = 400;

/** Strokes the lines that may be visible, and returns their number. */
export function paintLines(context: Context, lines: Iterable<Line>, camera: Camera, sight: Box): number {
  let drawn = 0;
  const { k, x, y } = camera;
  const stroke = (dashed: boolean) => {
    let open = 0;
    context.setLineDash(dashed ? [4, 3] : []);
    context.beginPath();
    for (const { link, source, target } of lines) {
      if (link.unsure !== dashed || !mayCross(sight, source, target)) continue;
      context.moveTo(source.x * k + x, source.y * k + y);
      context.lineTo(target.x * k + x, target.y * k + y);
      drawn += 1;
      open += 1;
      if (open < BATCH) continue;
      context.stroke();
      context.beginPath();
      open = 0;
    }
    if (open > 0) context.stroke();
  };
  stroke(false);
  stroke(true);
  context.setLineDash([]);
  return drawn;
}

function trace(context: Context, kind: EntityKind, x: number, y: number, radius: number) {
  const corners = SHAPES[kind];
  if (corners === null) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  corners.forEach(([dx, dy], at) => {
    if (at === 0) context.moveTo(x + dx * radius, y + dy * radius);
    else context.lineTo(x + dx * radius, y + dy * radius);
  });
  context.closePath();
}

/** Fills the visible entities, kind by kind, each with a thin rim in the background colour. */
export function paintBodies(
  context: Context,
  bodies: Iterable<Body>,
  camera: Camera,
  sight: Box,
  palette: Palette,
): Body[] {
  const seen: Body[] = [];
  const byKind = new Map<EntityKind, Body[]>();
  for (const body of bodies) {
    if (!contains(sight, body)) continue;
    seen.push(body);
    const known = byKind.get(body.node.kind);
    if (known === undefined) byKind.set(body.node.kind, [body]);
    else known.push(body);
  }
  context.strokeStyle = palette.ground;
  context.lineWidth = 1.5;
  context.lineJoin = "round";
  for (const [kind, own] of byKind) {
    context.fillStyle = palette.kinds[kind];
    context.beginPath();
    for (const body of own) {
      const { x, y } = toScreen(camera, body);
      trace(context, kind, x, y, radiusOnScreen(body, camera.k));
    }
    context.stroke();
    context.fill();
  }
  return seen;
}

/** The ring of an entity and a little space, px. */
const RING_SPACE = 6;

/** A ring around an entity. */
export function paintRing(context: Context, body: Body, camera: Camera, colour: string) {
  const { x, y } = toScreen(camera, body);
  context.beginPath();
  context.arc(x, y, radiusOnScreen(body, camera.k) * 1.2 + 4, 0, 2 * Math.PI);
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.stroke();
}

/** An arrow head at a line's target; a line with statements both ways has two. */
export function paintHeads(context: Context, { link, source, target }: Line, camera: Camera) {
  for (const end of new Set(link.edges.map(({ to }) => to))) {
    const [from, to] = end === target.node.id ? [source, target] : [target, source];
    const [a, b] = [toScreen(camera, from), toScreen(camera, to)];
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    const back = radiusOnScreen(to, camera.k) * 1.2 + 5;
    const [x, y] = [b.x - back * Math.cos(angle), b.y - back * Math.sin(angle)];
    context.beginPath();
    context.moveTo(x, y);
    for (const side of [-0.42, 0.42]) {
      context.lineTo(x - 7 * Math.cos(angle + side), y - 7 * Math.sin(angle + side));
    }
    context.closePath();
    context.fill();
  }
}

const widths = new Map<string, number>();

/** The width of a text, cached per font. */
export function measured(context: Context, text: string): number {
  const key = `${context.font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size > 20_000) widths.clear();
  const width = context.measureText(text).width;
  widths.set(key, width);
  return width;
}

export interface Lettering {
  text: string;
  x: number;
  y: number;
  colour: string;
  widest: number;
  /** Drawn even if it overlaps. */
  always?: boolean;
}

/** Draws a centred text if there is room; returns whether it did. */
export function write(context: Context, lettering: Lettering, room: Room, palette: Palette): boolean {
  const { x, y, colour, widest, always = false } = lettering;
  const text = shortened(lettering.text, widest, (part) => measured(context, part));
  const half = measured(context, text) / 2 + 3;
  const height = palette.fontSize * 0.7;
  const free = room.take({ left: x - half, right: x + half, top: y - height, bottom: y + height });
  if (!free && !always) return false;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3.5;
  context.strokeStyle = palette.ground;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
  return true;
}

/** Draws the name below an entity, clear of its ring: highlighted or not it has the same place on every canvas. */
export function writeName(
  context: Context,
  body: Body,
  camera: Camera,
  room: Room,
  palette: Palette,
  /** The highlighted one: drawn even if it overlaps. */
  first: boolean,
): boolean {
  const { x, y } = toScreen(camera, body);
  const below = y + radiusOnScreen(body, camera.k) * 1.2 + palette.fontSize * 0.75 + RING_SPACE;
  return write(
    context,
    { text: body.node.name, x, y: below, colour: palette.ink, widest: 132, always: first },
    room,
    palette,
  );
}
