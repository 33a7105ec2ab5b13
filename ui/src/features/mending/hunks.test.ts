// Where the pieces of a mending are in a text that the author has written on.
import { describe, expect, it } from "vitest";
import type { MendPieceEdit, MendPieceView } from "@/ipc/types";
import { hunksIn, placeOfEdit } from "./hunks";

const TEXT = "他站着,没有说话。\n灯灭了,船也走了。\n灯灭了,船也走了。";

/** The edit that a comma of the text needs, as the backend describes it. */
function comma(nth: number): MendPieceEdit {
  let at = -1;
  for (let seen = 0; seen <= nth; seen += 1) at = TEXT.indexOf(",", at + 1);
  const before = TEXT.slice(0, at).split("\n").at(-1) ?? "";
  const after = TEXT.slice(at + 1).split("\n")[0] ?? "";
  return { range: { start: at, end: at + 1 }, old: ",", new: "，", before, after };
}

const piece = (edits: MendPieceEdit[], is_conflict = false): MendPieceView => ({
  number: 0,
  edits,
  issues: [],
  generation: null,
  is_conflict,
});
const words = (text: string, hunks: ReturnType<typeof hunksIn>) =>
  hunks.map(
    ({ from, to, insert, note }) => note ?? `${text.slice(0, from)}[${text.slice(from, to)}>${insert}]`,
  );

describe("pieces in a text", () => {
  it("are found after edits elsewhere, each at its own occurrence", () => {
    const now = `夜深了。${TEXT}`;
    expect(placeOfEdit(now, comma(1))?.from).toBe(now.indexOf("灯灭了,") + 3);
    expect(placeOfEdit(now, comma(2))?.from).toBe(now.lastIndexOf("灯灭了,") + 3);
  });

  it("are left out where their words are no longer there", () => {
    const now = TEXT.replace("站着,", "站着；");
    expect(placeOfEdit(now, comma(0))).toBeNull();
    const hunks = hunksIn(now, [piece([comma(0)]), piece([comma(1)])], "改过");
    expect(hunks.map((hunk) => hunk.piece)).toEqual([1]);
  });

  it("are in the order of the text, with a note where the author changed the passage", () => {
    const now = TEXT.replace("站着,没有说话", "站着，低头不语");
    const hunks = hunksIn(now, [piece([comma(1), comma(2)]), piece([comma(0)], true)], "改过");
    expect(hunks.map((hunk) => hunk.piece)).toEqual([1, 0, 0]);
    expect(words(now, hunks)[0]).toBe("改过");
    expect(now.slice(0, hunks[0]?.from)).toBe("他站着");
  });

  it("count characters beyond the basic plane as the backend does", () => {
    const now = `𠮷𠮷${TEXT}`;
    const edit = comma(0);
    const moved = { ...edit, range: { start: edit.range.start + 2, end: edit.range.end + 2 } };
    expect(now.slice(0, placeOfEdit(now, moved)?.from)).toBe("𠮷𠮷他站着");
  });
});
