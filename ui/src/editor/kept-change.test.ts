import { ChangeSet, Text } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { type KeptChange, spanning } from "./kept-change";

/** Applies a change as the backend does. */
function applied(before: string, change: KeptChange): string {
  const chars = [...before];
  expect(chars.length).toBe(change.length);
  const removed = [...change.removed];
  expect(chars.slice(change.from, change.from + removed.length)).toEqual(removed);
  return [...chars.slice(0, change.from), change.added, ...chars.slice(change.from + removed.length)].join(
    "",
  );
}

describe("the change since the text was last stored", () => {
  it("leads from the old text to the new one after any edits", () => {
    let state = 7;
    const next = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const alphabet = ["雾", "江", "𠮷", "a", "\n", "。", "👨"];
    const some = (length: number) => Array.from({ length }, () => alphabet[next(alphabet.length)]).join("");
    for (let round = 0; round < 300; round += 1) {
      const before = some(next(60));
      let doc = Text.of(before.split("\n"));
      const start = doc;
      let changes = ChangeSet.empty(doc.length);
      for (let step = 0; step < 1 + next(4); step += 1) {
        // At character borders, as an editor's caret is.
        const borders = [0];
        for (const char of doc.toString()) borders.push((borders.at(-1) ?? 0) + char.length);
        const [a, b] = [borders[next(borders.length)] ?? 0, borders[next(borders.length)] ?? 0];
        const change = ChangeSet.of(
          { from: Math.min(a, b), to: Math.max(a, b), insert: some(next(5)) },
          doc.length,
        );
        changes = changes.compose(change);
        doc = change.apply(doc);
      }
      const found = spanning(start, doc, changes);
      expect(found === null ? before : applied(before, found)).toBe(doc.toString());
    }
  });
});
