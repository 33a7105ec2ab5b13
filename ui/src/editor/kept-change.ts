// What changed since the text was last taken for storing, as one change from the first changed position to the last.
import type { ChangeSet, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { changeTracker } from "./change-tracker";
import { charLength, toChars } from "./positions";

/** One change, in characters (Unicode scalar values) of the text before it. */
export interface KeptChange {
  /** The length of the text before the change, in characters. */
  length: number;
  from: number;
  removed: string;
  added: string;
}

/** The one change from `before` to `after` that covers `changes`, which leads from one to the other. */
export function spanning(before: Text, after: Text, changes: ChangeSet): KeptChange | null {
  let span: { fromA: number; toA: number; fromB: number; toB: number } | null = null;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    span = span === null ? { fromA, toA, fromB, toB } : { ...span, toA, toB };
  });
  const found = span as { fromA: number; toA: number; fromB: number; toB: number } | null;
  if (found === null) return null;
  const [from = 0] = toChars(before, [found.fromA]);
  return {
    length: charLength(before),
    from,
    removed: before.sliceString(found.fromA, found.toA),
    added: after.sliceString(found.fromB, found.toB),
  };
}

export const keptChange = changeTracker();

/** What changed since the last call (or since the view was created); null when nothing did. */
export function takeKeptChange(view: EditorView): KeptChange | null {
  return view.plugin(keptChange)?.take(view.state.doc, spanning) ?? null;
}
