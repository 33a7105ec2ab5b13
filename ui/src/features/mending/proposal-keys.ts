// The keys of a proposal.
import type { KeyboardEvent } from "react";

/** The name of a key: `a`, `A` with Shift, `Enter`, `ArrowDown`; null for keys of others. */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.nativeEvent.isComposing) return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  // An active input method hides the letter.
  const hidden = event.key === "Process" ? /^Key([A-Z])$/.exec(event.code)?.[1] : undefined;
  const key = hidden ?? event.key;
  if (key.length !== 1) return event.shiftKey ? null : key;
  return event.shiftKey ? key.toUpperCase() : key.toLowerCase();
}

/** Runs the act of a key, unless the key belongs to the field or button that has the focus. */
export function onProposalKey(
  event: KeyboardEvent<HTMLElement>,
  acts: Readonly<Record<string, () => void>>,
): void {
  const target = event.target as HTMLElement;
  const key = keyOf(event);
  if (key === null || !event.currentTarget.contains(target)) return;
  if (target.closest("input, textarea, [contenteditable=true]") !== null) return;
  if ((key === "Enter" || key === " ") && target.closest("button") !== null) return;
  const act = acts[key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}
