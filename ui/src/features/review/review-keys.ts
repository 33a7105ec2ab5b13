// The keys of the queue.
import type { KeyboardEvent } from "react";

/** The queue's name of a key; null for other keys. */
function keyOf(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.nativeEvent.isComposing || event.altKey) return null;
  // An active input method hides the letter.
  const hidden = event.key === "Process" ? /^Key([A-Z])$/.exec(event.code)?.[1] : undefined;
  const key = hidden ?? event.key;
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (event.ctrlKey || event.metaKey) return letter === "z" && !event.shiftKey ? "u" : null;
  return letter;
}

/** Runs the act of a key, unless the key belongs to the field or button that has the focus. */
export function onQueueKey(
  event: KeyboardEvent<HTMLElement>,
  acts: Readonly<Record<string, () => void>>,
): void {
  const key = keyOf(event);
  const target = event.target as HTMLElement;
  if (key === null || !event.currentTarget.contains(target)) return;
  // Buttons keep Space; tabs and fields keep their arrows and letters.
  if (target.closest("input, textarea, [contenteditable=true], [role=combobox], [role=tab]") !== null) return;
  if (key === " " && target.closest("button") !== null) return;
  const act = acts[key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}
