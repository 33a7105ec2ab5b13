// The keys of the tree, as trees have them everywhere: what a key means on a row, without doing it.
import { type Row, type Tree, typeAhead } from "./rows";

/** What a key asks for. */
export type KeyAct =
  | { kind: "go"; key: string }
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

const go = (row: Row | undefined): KeyAct | null => (row === undefined ? null : { kind: "go", key: row.key });

/** What a key means on the row at `at`; `page` is how many rows are in sight. null: it means nothing here. */
export function keyAct(tree: Tree, at: number, pressed: Pressed, page: number): KeyAct | null {
  const { rows } = tree;
  const row = rows[at];
  if (row === undefined) return null;
  if (pressed.altKey) {
    if (pressed.key === "ArrowUp") return { kind: "move", step: -1 };
    return pressed.key === "ArrowDown" ? { kind: "move", step: 1 } : null;
  }
  if (pressed.key === "Backspace" && pressed.metaKey) return { kind: "bin" };
  if (pressed.ctrlKey || pressed.metaKey) return null;
  switch (pressed.key) {
    case "ArrowDown":
      return go(rows[at + 1]);
    case "ArrowUp":
      return go(rows[at - 1]);
    case "Home":
      return go(rows[0]);
    case "End":
      return go(rows.at(-1));
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

/** How long typed characters belong together, ms. */
const TOGETHER = 700;

/** Collects what is typed on the tree and finds the row it means. */
export function createTypeAhead(now: () => number = () => performance.now()) {
  let typed = "";
  let last = Number.NEGATIVE_INFINITY;
  return {
    /** Whether characters typed now go on with earlier ones. */
    active: () => typed !== "" && now() - last < TOGETHER,
    /** The row for the characters typed so far. */
    find: (tree: Tree, at: number, character: string): KeyAct | null => {
      typed = now() - last < TOGETHER ? typed + character : character;
      last = now();
      // A character alone goes on to the next row; more of them may still mean the row one stands on.
      const found = typeAhead(tree.rows, typed.length === 1 ? at + 1 : at, typed);
      return found === null ? null : go(tree.rows[found]);
    },
  };
}
