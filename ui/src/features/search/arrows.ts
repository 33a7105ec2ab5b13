// Arrow keys among the rows of a list of hits, whatever stands between them. A row bears `data-hit`.
import type { KeyboardEvent } from "react";

const PAGE = 8;

/** Moves the focus by a key. Answers whether the key was used, or wanted to leave at the top. */
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

/** Puts the focus on the row that Tab goes to. */
export function enterRows(root: HTMLElement | null): boolean {
  const row = root?.querySelector<HTMLElement>('[data-hit][tabindex="0"]');
  row?.focus();
  return row != null;
}
