// Tracks what changed since the text was last taken for storing, as one change from the first changed position to the
// last. Work and memory grow with the size of the change, never with the document.
import type { ChangeSet, EditorState, Text } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { charLength, toChars } from "./positions";

/** One change, in characters (Unicode scalar values) of the text before it. */
export interface KeptChange {
  /** The length of the text before the change, in characters. */
  length: number;
  from: number;
  removed: string;
  added: string;
}

class ChangeTracker {
  private base: Text;
  private changes: ChangeSet | null = null;

  constructor(view: EditorView) {
    this.base = view.state.doc;
  }

  update(update: ViewUpdate): void {
    if (!update.docChanged) return;
    this.changes = this.changes ? this.changes.compose(update.changes) : update.changes;
  }

  take(state: EditorState): KeptChange | null {
    const { base, changes } = this;
    this.base = state.doc;
    this.changes = null;
    return changes === null ? null : spanning(base, state.doc, changes);
  }
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

/** The tracker as an extension; one per view. */
export const keptChange = ViewPlugin.fromClass(ChangeTracker);

/** What changed since the last call (or since the view was created); null when nothing did. */
export function takeKeptChange(view: EditorView): KeptChange | null {
  return view.plugin(keptChange)?.take(view.state) ?? null;
}
