// The selection of the tree: it is cleared when the author writes, and limited to existing rows. A click on a row (or
// Enter) opens its text and moves the focus there, because authors continue typing and an input method can only compose
// in a text. The text then owns its keys: Delete deletes in it, Alt+Up moves its lines. F2, which has no meaning in a
// text, renames the clicked row until something is written or the caret moves. Clicks with Ctrl or Shift keep the focus
// on the row, with all its keys; so does a click on a row that opens no text. A right click does not move the focus.
import { useEffect, useMemo } from "react";
import { refresh } from "@/commands/registry";
import { isWritable } from "@/desk/desk";
import type { OutlineView } from "@/ipc/types";
import { startRenaming } from "./acts";
import { topmost } from "./moves";
import { locationOf } from "./places";
import { keyOf, type Row, type Tree } from "./rows";
import { NONE } from "./selection";
import { binder, clearSelection, select, setActive, setClicked, useBinder } from "./store";
import { clickedRow, partOfKey, targetPart } from "./target";

/** The text, and the hidden field that takes typing until the text is ready. */
const TEXT_SELECTOR = ".cm-content, .held-typing";

const isInText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TEXT_SELECTOR) !== null;

/** Keys that neither write nor move the caret. */
const PASSIVE_KEYS = /^(?:F\d+|Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock|Fn|OS)$/;

function write(event: Event): void {
  if (!isInText(event.target) || (event instanceof KeyboardEvent && PASSIVE_KEYS.test(event.key))) return;
  setClicked(null);
  // Deferred: rendering between this event and the browser's input could move the caret.
  if (binder().selection !== NONE) setTimeout(clearSelection);
}

/** A writing author means the open scene, not the row the focus came from. */
function enter({ target }: Event): void {
  if (!(target instanceof Element) || target.closest(".cm-content") === null) return;
  if (binder().renaming === null) setActive(null);
  clearSelection();
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

const WRITING_EVENTS = ["keydown", "beforeinput", "compositionstart", "pointerdown"];

/** Listens to the text while the tree is mounted. */
function listen(): () => void {
  for (const name of WRITING_EVENTS) window.addEventListener(name, write, true);
  window.addEventListener("keydown", nameClicked);
  document.addEventListener("focusin", enter);
  return () => {
    for (const name of WRITING_EVENTS) window.removeEventListener(name, write, true);
    window.removeEventListener("keydown", nameClicked);
    document.removeEventListener("focusin", enter);
    clearSelection();
  };
}

/** Deselects rows that are no longer visible: collapsed, or filtered out. */
function limitSelection(tree: Tree, outline: OutlineView): void {
  const { keys, anchor } = binder().selection;
  const stays = keys.filter((key) => {
    const part = partOfKey(key);
    // A newly created part appears with the next outline.
    return tree.index.has(key) || part === null || locationOf(outline, part) === undefined;
  });
  if (stays.length < keys.length) select(stays.length === 0 ? NONE : { keys: stays, anchor });
}

/** The keys of the selected rows that exist. */
export function useSelected(tree: Tree): ReadonlySet<string> {
  const { keys } = useBinder((state) => state.selection);
  return useMemo(() => new Set(keys.filter((key) => tree.index.has(key))), [keys, tree]);
}

/** The row of the part that acts target; selected along with the first picked row. */
export function baseKey(outline: OutlineView): string | null {
  const part = targetPart(outline);
  return part === null ? null : keyOf(part);
}

/** Rows without those that are inside others of them. */
export function topmostRows(outline: OutlineView, rows: readonly Row[]): readonly Row[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return topmost(outline, byKey.keys()).flatMap((part) => byKey.get(keyOf(part)) ?? []);
}

/** Tracks what the author does elsewhere, and limits the selection to the rows of the tree. */
export function useSelecting(tree: Tree, outline: OutlineView): void {
  const selection = useBinder((state) => state.selection);
  useEffect(listen, []);
  useEffect(() => limitSelection(tree, outline), [tree, outline]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: menus depend on the selection
  useEffect(refresh, [selection]);
}
