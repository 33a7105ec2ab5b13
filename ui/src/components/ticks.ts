// Ticked rows of a list, for bulk acts: single rows, ranges, or all. Removed rows do not count as ticked.
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from "react";

export interface Ticks {
  ticked: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Ticks everything from the row that was ticked last to this one. */
  range: (id: string) => void;
  /** Extends the ticks from a row to the next one; moving back over ticked rows unticks them. */
  extend: (from: string, to: string) => void;
  all: () => void;
  clear: () => void;
  /** Handles a press on a row: Ctrl ticks it, Shift ticks a range. Returns whether it did. */
  press: (id: string, event: PressKeys) => boolean;
}

interface PressKeys {
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/** The rows between two, inclusive, in either order. */
export function between(ids: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b) as [number, number];
  return from < 0 ? ids.filter((id) => id === other) : ids.slice(from, to + 1);
}

/** The ticked rows after a Shift step from one row to the next. */
export function extended(ticked: ReadonlySet<string>, from: string, to: string): ReadonlySet<string> {
  const next = new Set(ticked);
  if (ticked.has(from) && ticked.has(to)) next.delete(from);
  else next.add(from).add(to);
  return next;
}

/** The ticks of a list with these rows, in display order. */
export function useTicks(ids: readonly string[]): Ticks {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const shown = useRef(ids);
  shown.current = ids;
  const ticked = useMemo(() => {
    const there = new Set(ids);
    return new Set([...chosen].filter((id) => there.has(id)));
  }, [chosen, ids]);

  const toggle = useCallback((id: string) => {
    last.current = id;
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const range = useCallback((id: string) => {
    const stretch = between(shown.current, last.current ?? id, id);
    setChosen((before) => new Set([...before, ...stretch]));
  }, []);
  const extend = useCallback((from: string, to: string) => {
    last.current = to;
    setChosen((before) => extended(before, from, to));
  }, []);
  const all = useCallback(() => setChosen(new Set(shown.current)), []);
  const clear = useCallback(() => setChosen(new Set()), []);
  const press = useCallback(
    (id: string, { ctrlKey, metaKey, shiftKey }: PressKeys) => {
      if (shiftKey) range(id);
      else if (ctrlKey || metaKey) toggle(id);
      else return false;
      return true;
    },
    [range, toggle],
  );
  return { ticked, toggle, range, extend, all, clear, press };
}

interface TickedRow {
  ticks: Ticks;
  id: string;
  /** Moves the focus by a number of rows; returns the row it is then on. */
  step: (by: number) => string | undefined;
}

/** Handles a key on a row: Space ticks, Shift and the arrows extend, Ctrl+A ticks all. Returns whether it did. */
export function tickByKey(event: KeyboardEvent, { ticks, id, step }: TickedRow): boolean {
  const { key, altKey, shiftKey } = event;
  if (altKey || event.nativeEvent.isComposing) return false;
  const isCommand = event.ctrlKey || event.metaKey;
  if (key === " " && !shiftKey) ticks.toggle(id);
  else if (key.toLowerCase() === "a" && isCommand && !shiftKey) ticks.all();
  else if (key === "Escape" && !isCommand && ticks.ticked.size > 0) ticks.clear();
  else if (shiftKey && !isCommand && (key === "ArrowDown" || key === "ArrowUp")) {
    const reached = step(key === "ArrowDown" ? 1 : -1);
    if (reached !== undefined && reached !== id) ticks.extend(id, reached);
  } else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
