// The author's decisions about the pieces of a scene, until they are sent. They survive a newer placing of the pieces.
import type { MendPieceView } from "@/ipc/types";

export type Decision = "accepted" | "refused";

/** By the keys of the pieces. */
export type Decisions = ReadonlyMap<string, Decision>;

export type Piece = Pick<MendPieceView, "number" | "edits" | "issues" | "is_conflict">;

/** The state of a piece, as shown. */
export type PieceState = Decision | "open" | "conflict";

/** Keys that do not depend on where the pieces are in the text. */
export function keysOf(pieces: readonly Piece[]): string[] {
  const seen = new Map<string, number>();
  return pieces.map(({ issues, edits }) => {
    const words = JSON.stringify([issues, edits.map(({ old, new: next }) => [old, next])]);
    const nth = seen.get(words) ?? 0;
    seen.set(words, nth + 1);
    return `${words} ${nth}`;
  });
}

/** Whether two sets of pieces say the same, wherever they are in the text. */
export function areSame(one: readonly Piece[], two: readonly Piece[]): boolean {
  const saidBy = (pieces: readonly Piece[]) =>
    JSON.stringify(keysOf(pieces).map((key, at) => [key, pieces[at]?.is_conflict, pieces[at]?.number]));
  return saidBy(one) === saidBy(two);
}

/** The state of each piece. A conflict cannot be accepted, whatever was decided before. */
export function statesOf(pieces: readonly Piece[], decisions: Decisions): PieceState[] {
  return keysOf(pieces).map((key, at) =>
    pieces[at]?.is_conflict === true ? "conflict" : (decisions.get(key) ?? "open"),
  );
}

/** The numbers of the accepted pieces. */
export function acceptedOf(pieces: readonly Piece[], decisions: Decisions): number[] {
  const states = statesOf(pieces, decisions);
  return pieces.filter((_, at) => states[at] === "accepted").map(({ number }) => number);
}

/** With a decision about one piece, or without one; conflicts take none. */
export function decided(
  pieces: readonly Piece[],
  decisions: Decisions,
  at: number,
  decision: Decision | "open",
): Decisions {
  const key = keysOf(pieces)[at];
  if (key === undefined || pieces[at]?.is_conflict === true) return decisions;
  const next = new Map(decisions);
  if (decision === "open") next.delete(key);
  else next.set(key, decision);
  return next;
}

/** With every undecided piece accepted. */
export function restAccepted(pieces: readonly Piece[], decisions: Decisions): Decisions {
  const next = new Map(decisions);
  keysOf(pieces).forEach((key, at) => {
    if (pieces[at]?.is_conflict !== true && !next.has(key)) next.set(key, "accepted");
  });
  return next;
}

/** The next undecided piece after a decision, from there on and then from the start; else the piece itself. */
export function nextOpen(states: readonly PieceState[], at: number): number {
  const after = states.findIndex((state, place) => place > at && state === "open");
  if (after >= 0) return after;
  const first = states.indexOf("open");
  return first >= 0 && first !== at ? first : at;
}

/** How many pieces are in a state. */
export function countOf(states: readonly PieceState[], state: PieceState): number {
  return states.filter((one) => one === state).length;
}
