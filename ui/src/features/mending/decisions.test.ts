import { describe, expect, it } from "vitest";
import { acceptedOf, areSame, countOf, decided, keysOf, nextOpen, restAccepted, statesOf } from "./decisions";
import { piece } from "./sample";

const pieces = [piece(0), piece(1), piece(2, { is_conflict: true }), piece(3)];
const NONE = new Map();

describe("pieces", () => {
  it("are the same wherever they are in the text, but not as conflicts or with other words", () => {
    const moved = pieces.map((one) => ({
      ...one,
      edits: one.edits.map((edit) => ({ ...edit, range: { start: 9, end: 12 } })),
    }));
    expect(areSame(pieces, moved)).toBe(true);
    expect(areSame(pieces, [piece(0, { is_conflict: true }), ...pieces.slice(1)])).toBe(false);
    expect(areSame(pieces, [piece(0, { edits: [] }), ...pieces.slice(1)])).toBe(false);
    expect(areSame(pieces, pieces.slice(1))).toBe(false);
  });
});

describe("decisions", () => {
  it("are kept by the words and issues of a piece, wherever it is", () => {
    const decisions = decided(pieces, NONE, 1, "accepted");
    const moved = pieces.slice(1).map((one, number) => ({
      ...one,
      number,
      edits: one.edits.map((edit) => ({ ...edit, range: { start: 0, end: 3 } })),
    }));
    expect(statesOf(moved, decisions)).toEqual(["accepted", "conflict", "open"]);
    expect(acceptedOf(moved, decisions)).toEqual([0]);
  });

  it("do not carry over to other words", () => {
    const decisions = decided(pieces, NONE, 0, "accepted");
    const other = piece(0, { edits: [{ ...pieces[0]?.edits[0], new: "青石镇" }] as never });
    expect(statesOf([other], decisions)).toEqual(["open"]);
  });

  it("tell equal pieces apart", () => {
    expect(new Set(keysOf([piece(0), piece(0), piece(0)])).size).toBe(3);
  });

  it("cannot accept a conflict, not even with the rest", () => {
    expect(decided(pieces, NONE, 2, "accepted")).toBe(NONE);
    const all = restAccepted(pieces, decided(pieces, NONE, 0, "refused"));
    expect(statesOf(pieces, all)).toEqual(["refused", "accepted", "conflict", "accepted"]);
    expect(acceptedOf(pieces, all)).toEqual([1, 3]);
    // A conflict that came up later overrules what was decided.
    const late = pieces.map((one) => ({ ...one, is_conflict: true }));
    expect(acceptedOf(late, all)).toEqual([]);
  });

  it("lead to the next undecided piece, around the end", () => {
    expect(nextOpen(["accepted", "conflict", "open"], 0)).toBe(2);
    expect(nextOpen(["open", "accepted", "accepted"], 2)).toBe(0);
    expect(nextOpen(["accepted", "refused"], 1)).toBe(1);
    expect(countOf(["open", "accepted", "open"], "open")).toBe(2);
  });
});
