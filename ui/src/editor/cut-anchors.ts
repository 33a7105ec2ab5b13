// A passage that is cut and pasted in the same text takes its anchors along. The cut is remembered until something else
// is copied or cut in the window; anchors that were put elsewhere or restored meanwhile stay where they are.
import { EditorState, type Extension, StateEffect, type Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { onlyChange } from "./only-change";
import { isPaste } from "./paste";
import type { Span } from "./survivors";

/** An anchor with its place in the text that was cut. */
export interface CutAnchor extends Span {
  readonly id: string;
}

/** Puts anchors that are gone at these places. */
export const placeCutAnchors = StateEffect.define<readonly CutAnchor[]>();

/** The text cut last, and the anchors whose whole passage was in it. */
let lastCut: { text: string; anchors: readonly CutAnchor[] } | null = null;

/** Forgets the cut text: another project is opened, whose anchors have the same ids. */
export function forgetCut(): void {
  lastCut = null;
}

const trimmed = (text: string) => text.replace(/^\n+|\n+$/g, "");
const leadOf = (text: string) => text.length - text.replace(/^\n+/, "").length;

/** Remembers a cut. `anchorsOf` gives the anchors of a text. */
function remember(transaction: Transaction, anchorsOf: (state: EditorState) => readonly CutAnchor[]): void {
  const part = onlyChange(transaction);
  lastCut = null;
  if (part === null) return;
  const { from, to } = part;
  const text = transaction.startState.sliceDoc(from, to);
  const lead = from + leadOf(text);
  const inside = anchorsOf(transaction.startState).filter(
    (anchor) => anchor.from < anchor.to && from <= anchor.from && anchor.to <= to,
  );
  const anchors = inside.map(({ id, from, to }) => ({ id, from: from - lead, to: to - lead }));
  if (anchors.length > 0) lastCut = { text: trimmed(text), anchors };
}

/** The anchors that a paste brings back. */
function broughtBy(transaction: Transaction): readonly CutAnchor[] {
  const part = lastCut === null || !isPaste(transaction) ? null : onlyChange(transaction);
  if (lastCut === null || part === null) return [];
  const text = part.inserted.toString();
  if (trimmed(text) !== lastCut.text) return [];
  const start = part.at + leadOf(text);
  return lastCut.anchors.map(({ id, from, to }) => ({
    id,
    from: start + Math.max(0, from),
    to: start + Math.min(lastCut?.text.length ?? to, to),
  }));
}

/** Carries anchors through cut and paste, as an extension. */
export function cutAnchors(anchorsOf: (state: EditorState) => readonly CutAnchor[]): Extension {
  return [
    EditorView.clipboardOutputFilter.of((text) => {
      forgetCut();
      return text;
    }),
    EditorState.transactionExtender.of((transaction) => {
      if (transaction.isUserEvent("delete.cut")) remember(transaction, anchorsOf);
      const brought = broughtBy(transaction);
      return brought.length === 0 ? null : { effects: placeCutAnchors.of(brought) };
    }),
  ];
}
