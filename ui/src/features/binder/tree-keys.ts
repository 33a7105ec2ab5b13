// Keyboard navigation of the tree, as in every tree: what a key means on a row, without doing it.
import { type Row, type Tree, typeAhead } from "./rows";

/** What a key requests. */
export type KeyAct =
  /** Go to another row; clears the selection. */
  | { kind: "go"; key: string }
  /** Go to another row; keeps the selection. */
  | { kind: "pass"; key: string }
  /** Go to another row; selects the rows from the anchor to it. */
  | { kind: "extend"; key: string }
  | { kind: "toggle" }
  | { kind: "all" }
  | { kind: "letGo" }
  | { kind: "fold"; key: string; fold: boolean }
  | { kind: "open" }
  | { kind: "rename" }
  | { kind: "bin" }
  | { kind: "menu" }
  | { kind: "move"; step: 1 | -1 };

export interface Pressed {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

type Going = "go" | "pass" | "extend";

const go = (row: Row | undefined, kind: Going = "go"): KeyAct | null =>
  row === undefined ? null : { kind, key: row.key };

/** What a key means on the row at `at`; `page` is the number of visible rows. null: nothing. */
export function keyAct(tree: Tree, at: number, pressed: Pressed, page: number): KeyAct | null {
  const { rows } = tree;
  const row = rows[at];
  if (row === undefined) return null;
  if (pressed.altKey) {
    if (pressed.key === "ArrowUp") return { kind: "move", step: -1 };
    return pressed.key === "ArrowDown" ? { kind: "move", step: 1 } : null;
  }
  if (pressed.key === "Backspace" && pressed.metaKey) return { kind: "bin" };
  if (pressed.ctrlKey || pressed.metaKey) return withCtrl(rows, at, pressed);
  const step: Going = pressed.shiftKey ? "extend" : "go";
  switch (pressed.key) {
    case "ArrowDown":
      return go(rows[at + 1], step);
    case "ArrowUp":
      return go(rows[at - 1], step);
    case "Home":
      return go(rows[0], step);
    case "End":
      return go(rows.at(-1), step);
    case "PageDown":
      return go(rows[Math.min(rows.length - 1, at + page)]);
    case "PageUp":
      return go(rows[Math.max(0, at - page)]);
    case "ArrowRight":
      if (row.folded === null) return null;
      return row.folded ? { kind: "fold", key: row.key, fold: false } : go(rows[at + 1]);
    case "ArrowLeft":
      if (row.folded === false) return { kind: "fold", key: row.key, fold: true };
      return row.parent === null ? null : { kind: "go", key: row.parent };
    case "Escape":
      return { kind: "letGo" };
    case "Enter":
      return { kind: "open" };
    case "F2":
      return { kind: "rename" };
    case "Delete":
      return { kind: "bin" };
    case "F10":
      return pressed.shiftKey ? { kind: "menu" } : null;
    default:
      return null;
  }
}

/** What a key means with Ctrl or ⌘. */
function withCtrl(rows: readonly Row[], at: number, { key }: Pressed): KeyAct | null {
  switch (key) {
    case "ArrowDown":
      return go(rows[at + 1], "pass");
    case "ArrowUp":
      return go(rows[at - 1], "pass");
    case " ":
      return { kind: "toggle" };
    case "a":
    case "A":
      return { kind: "all" };
    default:
      return null;
  }
}

/** Maximum pause within one type-ahead word, ms. */
const TYPE_AHEAD_TIMEOUT = 700;

export type TypeAhead = ReturnType<typeof createTypeAhead>;

/** Collects type-ahead characters and finds the matching row. */
export function createTypeAhead(now: () => number = () => performance.now()) {
  let typed = "";
  let last = Number.NEGATIVE_INFINITY;
  return {
    /** Whether a character typed now extends the current word. */
    active: () => typed !== "" && now() - last < TYPE_AHEAD_TIMEOUT,
    /** The row for the characters typed so far. */
    find: (tree: Tree, at: number, character: string): KeyAct | null => {
      typed = now() - last < TYPE_AHEAD_TIMEOUT ? typed + character : character;
      last = now();
      // A single character moves to the next match; further characters may still match the current row.
      const found = typeAhead(tree.rows, typed.length === 1 ? at + 1 : at, typed);
      return found === null ? null : go(tree.rows[found]);
    },
  };
}
