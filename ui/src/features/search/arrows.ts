// Arrow keys between the rows of a result list, whatever is between them. A row has `data-hit`.
import type { KeyboardEvent } from "react";

const PAGE = 8;

/** Moves the focus by a key. Returns whether the key was handled, or tried to leave at the top. */
export function moveAmong(root: HTMLElement, event: KeyboardEvent): "moved" | "left" | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  const rows = [...root.querySelectorAll<HTMLElement>("[data-hit]")];
  const here = document.activeElement?.closest("[data-row]")?.querySelector<HTMLElement>("[data-hit]");
  const from = here == null ? -1 : rows.indexOf(here);
  const steps: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + PAGE,
    PageUp: from - PAGE,
    Home: 0,
    End: rows.length - 1,
  };
  const to = steps[event.key];
  if (to === undefined || from < 0) return null;
  event.preventDefault();
  if (event.key === "ArrowUp" && from === 0) return "left";
  rows[Math.min(rows.length - 1, Math.max(0, to))]?.focus();
  return "moved";
}

/** Focuses the row that is the Tab stop. */
export function enterRows(root: HTMLElement | null): boolean {
  const row = root?.querySelector<HTMLElement>('[data-hit][tabindex="0"]');
  row?.focus();
  return row != null;
}
