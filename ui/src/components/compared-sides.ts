// The two sides of a comparison. The backend compares a numbered state with a later one or with the current state; the
// author may swap them.

/** Each side is the number of a stored state, or null for the one without a number. */
export interface Sides {
  left: number | null;
  right: number | null;
}

/** What to ask for, and whether the answer must be swapped. Equal sides need no request. */
export interface SidesRequest {
  request: { from: number; to: number | null } | null;
  flip: boolean;
}

export function requestOf({ left, right }: Sides): SidesRequest {
  if (left === right) return { request: null, flip: false };
  if (left !== null) return { request: { from: left, to: right }, flip: false };
  return { request: right === null ? null : { from: right, to: null }, flip: true };
}
