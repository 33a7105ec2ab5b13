// Collects what changed since the last query. Work and memory grow with the size of the change, never with the document.
import type { ChangeSet, Text } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

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

  /** Reads the changes from the text of the last call (or the first text) to `now`; null when there are none. */
  take<T>(now: Text, read: (before: Text, after: Text, changes: ChangeSet) => T): T | null {
    const { base, changes } = this;
    this.base = now;
    this.changes = null;
    return changes === null ? null : read(base, now, changes);
  }
}

/** A tracker as an extension, one per view. Each reader has its own: they take the changes at different times. */
export const changeTracker = () => ViewPlugin.fromClass(ChangeTracker);
