// Which lines changed since the last query, so that counts can follow an edit without the whole text.
import type { ChangeSet, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { changeTracker } from "./change-tracker";

/** The whole lines removed and the whole lines that replaced them, each joined by LF. */
export interface ChangedLines {
  removed: string;
  added: string;
}

/** The lines of `before` and `after` touched by `changes`, which leads from one to the other. */
export function linesBetween(before: Text, after: Text, changes: ChangeSet): ChangedLines | null {
  const removed: string[] = [];
  const added: string[] = [];
  let open: { fromA: number; toA: number; fromB: number; toB: number } | null = null;
  const close = () => {
    if (!open) return;
    removed.push(before.sliceString(open.fromA, open.toA));
    added.push(after.sliceString(open.fromB, open.toB));
    open = null;
  };
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const next = {
      fromA: before.lineAt(fromA).from,
      toA: before.lineAt(toA).to,
      fromB: after.lineAt(fromB).from,
      toB: after.lineAt(toB).to,
    };
    const last = open as typeof next | null;
    if (last && (next.fromA <= last.toA || next.fromB <= last.toB)) {
      last.toA = Math.max(last.toA, next.toA);
      last.toB = Math.max(last.toB, next.toB);
      return;
    }
    close();
    open = next;
  });
  close();
  return removed.length === 0 ? null : { removed: removed.join("\n"), added: added.join("\n") };
}

export const changedLines = changeTracker();

/** What changed since the last call (or since the view was created); null when nothing did. */
export function takeChangedLines(view: EditorView): ChangedLines | null {
  return view.plugin(changedLines)?.take(view.state.doc, linesBetween) ?? null;
}
