// The next press may be wanted as keys of a command. The native menu hears some keys before the page does: it hands over
// the keys of the command that it would have run.

/** A key that is held is heard again for the first time after less than this, ms. */
const HELD = 700;

let hand: ((keys: string) => void) | null = null;
let handedOverAt = Number.NEGATIVE_INFINITY;

/** Wants the next press, until it is told to stop. */
export function wantPress(handler: (keys: string) => void): () => void {
  hand = handler;
  return () => {
    if (hand === handler) hand = null;
  };
}

/** Hands keys over to who wants them; false when nobody does. */
export function handOver(keys: string): boolean {
  if (hand === null) return false;
  handedOverAt = performance.now();
  hand(keys);
  return true;
}

/** Whether what is heard now is the press that was handed over, heard twice, or its key that is held on. */
export function isHandedOver(): boolean {
  const now = performance.now();
  if (now - handedOverAt >= HELD) return false;
  handedOverAt = now;
  return true;
}
