import { ChangeSet, EditorState, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { afterEach, describe, expect, it } from "vitest";
import { changedLines, linesBetween, takeChangedLines } from "./changed-lines";
import { randomText, seeded } from "./testing";

let view: EditorView;
afterEach(() => view.destroy());

function open(text: string): void {
  view = new EditorView({ doc: text, extensions: [EditorState.lineSeparator.of("\n"), changedLines] });
}

const textOf = (text: string) => Text.of(text.split("\n"));

function lineCounts(...texts: string[]): Map<string, number> {
  const lines = new Map<string, number>();
  for (const line of texts.join("\n").split("\n")) lines.set(line, (lines.get(line) ?? 0) + 1);
  return lines;
}

describe("changed lines", () => {
  it("are whole lines, and only those that changed", () => {
    open("一\n二\n三\n四\n五");
    view.dispatch({ changes: { from: 3, insert: "又" } });
    view.dispatch({ changes: { from: 9, to: 10 } });
    expect(takeChangedLines(view)).toEqual({ removed: "二\n五", added: "二又\n" });
    expect(takeChangedLines(view)).toBeNull();
  });

  it("join where a line end is removed", () => {
    open("一\n二\n三");
    view.dispatch({ changes: { from: 1, to: 2 } });
    expect(takeChangedLines(view)).toEqual({ removed: "一\n二", added: "一二" });
  });

  it("removed and added lead from the old lines to the new", () => {
    const random = seeded(11);
    for (let round = 0; round < 150; round += 1) {
      const before = textOf(randomText(random, 80));
      let now = before;
      let changes = ChangeSet.empty(before.length);
      for (let edit = random.int(12); edit >= 0; edit -= 1) {
        const from = random.int(now.length + 1);
        const to = Math.min(now.length, from + random.int(9));
        const change = ChangeSet.of({ from, to, insert: textOf(randomText(random, 4)) }, now.length);
        now = change.apply(now);
        changes = changes.compose(change);
      }
      const taken = linesBetween(before, now, changes);
      // before + added = after + removed, as multisets of lines.
      if (taken)
        expect(lineCounts(before.toString(), taken.added)).toEqual(lineCounts(now.toString(), taken.removed));
      else expect(now.toString()).toBe(before.toString());
    }
  });
});
