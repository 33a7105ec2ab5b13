// The camera: screen = world × k + (x, y), all in CSS px. A camera is an immutable value.

export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

const MAX_ZOOM = 4;
const MIN_ZOOM = 0.04;

const bounded = (k: number) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, k));

export const toScreen = ({ x, y, k }: Camera, spot: Spot): Spot => ({ x: spot.x * k + x, y: spot.y * k + y });
export const toWorld = ({ x, y, k }: Camera, spot: Spot): Spot => ({
  x: (spot.x - x) / k,
  y: (spot.y - y) / k,
});

export const panned = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x + dx,
  y: camera.y + dy,
});

/** Zooms by a factor around a spot of the screen. */
export function zoomed(camera: Camera, factor: number, at: Spot): Camera {
  const k = bounded(camera.k * factor);
  const fixed = toWorld(camera, at);
  return { k, x: at.x - fixed.x * k, y: at.y - fixed.y * k };
}

/** The bounding box of spots, or null for none. */
export function boxAround(spots: Iterable<Spot>): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of spots) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return left > right ? null : { left, top, right, bottom };
}

/** The camera that shows a whole box with margins; it hardly zooms beyond natural size. */
export function fitting(box: Box | null, size: Size, margin: Size): Camera {
  if (box === null) return { x: size.width / 2, y: size.height / 2, k: 1 };
  const across = Math.max(1, size.width - 2 * margin.width) / Math.max(1, box.right - box.left);
  const down = Math.max(1, size.height - 2 * margin.height) / Math.max(1, box.bottom - box.top);
  const k = bounded(Math.min(1.25, across, down));
  return {
    k,
    x: size.width / 2 - ((box.left + box.right) / 2) * k,
    y: size.height / 2 - ((box.top + box.bottom) / 2) * k,
  };
}

/** The visible part of the world, with a margin in screen px. */
export function inSight(camera: Camera, size: Size, margin: number): Box {
  const from = toWorld(camera, { x: -margin, y: -margin });
  const to = toWorld(camera, { x: size.width + margin, y: size.height + margin });
  return { left: from.x, top: from.y, right: to.x, bottom: to.y };
}

export const contains = (box: Box, { x, y }: Spot) =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** Whether a line may cross a box: not if both ends lie beyond the same side. */
export const mayCross = (box: Box, a: Spot, b: Spot) =>
  !(
    (a.x < box.left && b.x < box.left) ||
    (a.x > box.right && b.x > box.right) ||
    (a.y < box.top && b.y < box.top) ||
    (a.y > box.bottom && b.y > box.bottom)
  );

/** The smallest pan that reveals a spot of the world, with a margin. */
export function revealing(camera: Camera, size: Size, spot: Spot, margin: number): Camera {
  const { x, y } = toScreen(camera, spot);
  const room = (length: number) => Math.min(margin, length / 2);
  const shift = (at: number, length: number) =>
    at < room(length) ? room(length) - at : at > length - room(length) ? length - room(length) - at : 0;
  return panned(camera, shift(x, size.width), shift(y, size.height));
}

/** Minimum part of the graph that stays visible, px. */
const MIN_VISIBLE = 80;

/** The camera, moved back until part of a box is visible, so that the graph cannot get lost. */
export function tethered(camera: Camera, box: Box | null, size: Size): Camera {
  if (box === null) return camera;
  const from = toScreen(camera, { x: box.left, y: box.top });
  const to = toScreen(camera, { x: box.right, y: box.bottom });
  const back = (begin: number, end: number, length: number) => {
    const visibleMargin = Math.min(MIN_VISIBLE, length / 2);
    return end < visibleMargin
      ? visibleMargin - end
      : begin > length - visibleMargin
        ? length - visibleMargin - begin
        : 0;
  };
  return panned(camera, back(from.x, to.x, size.width), back(from.y, to.y, size.height));
}
