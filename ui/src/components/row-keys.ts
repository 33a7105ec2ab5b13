// The navigation keys of lists.

export interface RowPosition {
  /** The index of the current row. */
  at: number;
  count: number;
  /** The number of rows that a page key moves by. */
  page: number;
}

/** The index, limited to existing rows. */
export const clampRow = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at));

/** The row that a key leads to; null if the key does not navigate or the list is empty. */
export function rowAfterKey(key: string, { at, count, page }: RowPosition): number | null {
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return clampRow(at + 1, count);
    case "ArrowUp":
      return clampRow(at - 1, count);
    case "PageDown":
      return clampRow(at + page, count);
    case "PageUp":
      return clampRow(at - page, count);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** As `rowAfterKey`, from a text field above the list: Home and End move its caret. */
export function rowAfterFieldKey(key: string, position: RowPosition): number | null {
  return key === "Home" || key === "End" ? null : rowAfterKey(key, position);
}

/** As `rowAfterFieldKey`, but the arrow keys go from the last row to the first and back. */
export function rowAfterWrappingKey(key: string, position: RowPosition): number | null {
  const { at, count } = position;
  if (count > 0 && key === "ArrowDown" && at === count - 1) return 0;
  if (count > 0 && key === "ArrowUp" && at === 0) return count - 1;
  return rowAfterFieldKey(key, position);
}
