// Tracks long passages pasted from outside the editor, and the undo and redo of such pastes, until they are stored.
// They do not count as written.
import { invertedEffects } from "@codemirror/commands";
import {
  ChangeSet,
  EditorState,
  type Extension,
  StateEffect,
  type Text,
  type Transaction,
} from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { isPaste, pasted } from "./paste";
import { toChars } from "./positions";

/** Minimum length of a paste that does not count as written, in UTF-16 units: about a page. */
export const MIN_PASTED = 2000;

/** A passage of the current text, in characters (Unicode scalar values). */
export interface PastedPassage {
  from: number;
  to: number;
  /** The text that it replaced. */
  removed: string;
}

/** Marks a transaction as a long paste, or as its undo or redo. */
const notWritten = StateEffect.define<null>();

/** The text that was last copied or cut in an editor of this window, as a paste would insert it. */
let ownCopy: string | null = null;

function insertedIn({ changes }: Transaction): string {
  let inserted = "";
  changes.iterChanges((_fromA, _toA, _fromB, _toB, text) => {
    inserted += text.toString();
  });
  return inserted;
}

function isLongPaste(transaction: Transaction): boolean {
  if (!isPaste(transaction)) return false;
  const inserted = insertedIn(transaction);
  return inserted.length >= MIN_PASTED && inserted !== ownCopy;
}

/** Leads from the new text back to the text without what was pasted in it. */
function follow(back: ChangeSet, transaction: Transaction): ChangeSet {
  if (!transaction.docChanged) return back;
  const isWritten = !transaction.effects.some((effect) => effect.is(notWritten));
  if (isWritten) return back.map(transaction.changes);
  return transaction.changes.invert(transaction.startState.doc).compose(back);
}

class PasteTracker {
  /** From the current text to the text without passages that are not stored yet. */
  private back: ChangeSet;
  /** The same, without passages that are being stored. */
  private backSinceTaken: ChangeSet;

  constructor(view: EditorView) {
    this.back = ChangeSet.empty(view.state.doc.length);
    this.backSinceTaken = this.back;
  }

  update(update: ViewUpdate): void {
    for (const transaction of update.transactions) {
      this.back = follow(this.back, transaction);
      this.backSinceTaken = follow(this.backSinceTaken, transaction);
    }
  }

  take(doc: Text): PastedPassage[] {
    this.backSinceTaken = ChangeSet.empty(doc.length);
    const passages: PastedPassage[] = [];
    this.back.iterChanges((fromA, toA, _fromB, _toB, removed) => {
      const [from = 0, to = 0] = toChars(doc, [fromA, toA]);
      passages.push({ from, to, removed: removed.toString() });
    });
    return passages;
  }

  stored(): void {
    this.back = this.backSinceTaken;
  }
}

const tracker = ViewPlugin.fromClass(PasteTracker);

/** Reports the text of each long paste, but not its undo and redo. */
const reporting = (onLongPaste: (text: string) => void): Extension =>
  EditorView.updateListener.of(({ transactions }) => {
    for (const transaction of transactions) {
      const isLong = isPaste(transaction) && transaction.effects.some((effect) => effect.is(notWritten));
      if (isLong) queueMicrotask(() => onLongPaste(insertedIn(transaction)));
    }
  });

/** The tracker as an extension; one per view. */
export function pastedPassages(onLongPaste: ((text: string) => void) | undefined): Extension {
  return [
    tracker,
    EditorState.transactionExtender.of((transaction) =>
      isLongPaste(transaction) ? { effects: notWritten.of(null) } : null,
    ),
    invertedEffects.of(({ effects }) => effects.filter((effect) => effect.is(notWritten))),
    EditorView.clipboardOutputFilter.of((text) => {
      ownCopy = pasted(text).text;
      return text;
    }),
    onLongPaste === undefined ? [] : reporting(onLongPaste),
  ];
}

/** The passages of the current text that were pasted and not stored, in order; none is forgotten until `pastedStored`. */
export function takePasted(view: EditorView): PastedPassage[] {
  return view.plugin(tracker)?.take(view.state.doc) ?? [];
}

/** The passages that were taken last are stored. */
export function pastedStored(view: EditorView): void {
  view.plugin(tracker)?.stored();
}
