// The selection of the tree as the author works: it is let go when they write, and keeps to the rows there are.
//
// A click on a row (or Enter) leads into its text and leaves the keyboard there: authors go on typing, and an input method can only
// compose in a text. The keys of the text stay the text's: Delete deletes in it, Alt+Up moves its lines. F2, which means nothing to
// a text, names the row that was clicked until something is written or the caret is moved. Clicks with Ctrl or Shift
// leave the keyboard on the row, with all its keys; so does a click on a row that leads into no text. A right click moves nothing.
import { useEffect, useMemo } from "react";
import { refresh } from "@/commands/registry";
import { isWritable } from "@/desk/desk";
import type { OutlineView } from "@/ipc/types";
import { startRenaming } from "./acts";
import { topmost } from "./moves";
import { standing } from "./places";
import { keyOf, type Row, type Tree } from "./rows";
import { NONE } from "./selection";
import { binder, letGo, select, setActive, setClicked, useBinder } from "./store";
import { clickedRow, partOfKey, targetPart } from "./target";

/** A text, and the unseen field that takes what is typed until its text is there. */
const TEXT = ".cm-content, .held-typing";

const isInText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TEXT) !== null;

/** Keys that neither write nor move a caret. */
const QUIET = /^(?:F\d+|Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock|Fn|OS)$/;

function write(event: Event): void {
  if (!isInText(event.target) || (event instanceof KeyboardEvent && QUIET.test(event.key))) return;
  setClicked(null);
  // Not at once: what is drawn anew between this and what the browser puts into the text can move the caret.
  if (binder().selection !== NONE) setTimeout(letGo);
}

/** Who goes on writing means the open scene, not the row the keyboard came from. */
function enter({ target }: Event): void {
  if (!(target instanceof Element) || target.closest(".cm-content") === null) return;
  if (binder().renaming === null) setActive(null);
  letGo();
}

function nameClicked(event: KeyboardEvent): void {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
  if (key !== "F2" || shiftKey || ctrlKey || altKey || metaKey) return;
  if (event.defaultPrevented || event.isComposing || !isInText(event.target) || !isWritable()) return;
  const clicked = clickedRow();
  if (clicked === null) return;
  event.preventDefault();
  startRenaming({ key: clicked, fromText: true });
}

const WRITING = ["keydown", "beforeinput", "compositionstart", "pointerdown"];

/** Listens to the text as long as the tree is there. */
function listen(): () => void {
  for (const name of WRITING) window.addEventListener(name, write, true);
  window.addEventListener("keydown", nameClicked);
  document.addEventListener("focusin", enter);
  return () => {
    for (const name of WRITING) window.removeEventListener(name, write, true);
    window.removeEventListener("keydown", nameClicked);
    document.removeEventListener("focusin", enter);
    letGo();
  };
}

/** Takes rows out of the selection that are no longer in sight: folded, or not found by the filter. */
function keepTo(tree: Tree, outline: OutlineView): void {
  const { keys, anchor } = binder().selection;
  const stays = keys.filter((key) => {
    const part = partOfKey(key);
    // A part that has just been made comes with the next outline.
    return tree.index.has(key) || part === null || standing(outline, part) === undefined;
  });
  if (stays.length < keys.length) select(stays.length === 0 ? NONE : { keys: stays, anchor });
}

/** The keys of the selected rows that there are. */
export function useSelected(tree: Tree): ReadonlySet<string> {
  const { keys } = useBinder((state) => state.selection);
  return useMemo(() => new Set(keys.filter((key) => tree.index.has(key))), [keys, tree]);
}

/** The row of the part that acts are about, which is selected with the first one that is picked. */
export function baseKey(outline: OutlineView): string | null {
  const part = targetPart(outline);
  return part === null ? null : keyOf(part);
}

/** Rows without those that lie in others of them. */
export function topmostRows(outline: OutlineView, rows: readonly Row[]): readonly Row[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return topmost(outline, byKey.keys()).flatMap((part) => byKey.get(keyOf(part)) ?? []);
}

/** Listens to what the author does elsewhere, and keeps the selection to the rows of the tree. */
export function useSelecting(tree: Tree, outline: OutlineView): void {
  const selection = useBinder((state) => state.selection);
  useEffect(listen, []);
  useEffect(() => keepTo(tree, outline), [tree, outline]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: menus say what the selection allows
  useEffect(refresh, [selection]);
}
