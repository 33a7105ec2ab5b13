// Recording of keys for a command: the next press is captured. The native menu receives some keys before the page; it
// then hands over the keys of the command that it would have run.

/** A held key repeats for the first time within this time, in ms. */
const FIRST_REPEAT = 700;

let recorder: ((keys: string) => void) | null = null;
let handedOverAt = Number.NEGATIVE_INFINITY;

/** Captures key presses. Returns a function that stops it. */
export function wantPress(handler: (keys: string) => void): () => void {
  recorder = handler;
  return () => {
    if (recorder === handler) recorder = null;
  };
}

/** Hands keys to the recorder; false when there is none. */
export function handOver(keys: string): boolean {
  if (recorder === null) return false;
  handedOverAt = performance.now();
  recorder(keys);
  return true;
}

/** Whether the current press is the one just handed over, received twice or repeated. */
export function isHandedOver(): boolean {
  const now = performance.now();
  if (now - handedOverAt >= FIRST_REPEAT) return false;
  handedOverAt = now;
  return true;
}
