// The keys of a proposal.
import type { KeyboardEvent as ReactKeyboardEvent } from "react";
import type { Proposal } from "./use-proposal";

/** The keys for `aria-keyshortcuts`. */
export const KEYS = "A R N P O Shift+A Enter ArrowUp ArrowDown";

/** What the keys do, by their names. */
export type Acts = Readonly<Record<string, () => void>>;

export function actsOf(proposal: Proposal, writable: boolean, end: () => void): Acts {
  const { at, go } = proposal;
  const next = () => go(at + 1);
  const previous = () => go(at - 1);
  return {
    a: () => writable && proposal.decide("accepted"),
    r: () => writable && proposal.decide("refused"),
    A: () => writable && proposal.acceptRest(),
    n: next,
    p: previous,
    ArrowDown: next,
    ArrowRight: next,
    ArrowUp: previous,
    ArrowLeft: previous,
    o: proposal.goToText,
    Enter: end,
  };
}

/** The name of a key: `a`, `A` with Shift, `Enter`, `ArrowDown`; null for keys of others. */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.isComposing) return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  // An active input method hides the letter.
  const hidden = event.key === "Process" ? /^Key([A-Z])$/.exec(event.code)?.[1] : undefined;
  const key = hidden ?? event.key;
  if (key.length !== 1) return event.shiftKey ? null : key;
  return event.shiftKey ? key.toUpperCase() : key.toLowerCase();
}

/** Runs the act of a key, unless the key belongs to the field or button that has the focus. */
export function onProposalKey(
  { nativeEvent, target, currentTarget }: ReactKeyboardEvent<HTMLElement>,
  acts: Acts,
): void {
  if (!currentTarget.contains(target as Node)) return;
  if ((target as HTMLElement).closest("input, textarea, [contenteditable=true]") === null)
    runKey(nativeEvent, acts);
}

/** The same for a hunk in the text. */
export function runKey(event: KeyboardEvent, acts: Acts): void {
  const key = keyOf(event);
  if (key === null) return;
  const isOnButton = event.target instanceof Element && event.target.closest("button") !== null;
  const act = (key === "Enter" || key === " ") && isOnButton ? undefined : acts[key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}
