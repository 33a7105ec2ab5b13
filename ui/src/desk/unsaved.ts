// Text that is stored neither in the project nor as a draft delays closing the project: its owner asks the author
// first.

/**
 * Asks the author if there is such text, and returns whether it did; `go` is called when the author discards or stores
 * it.
 */
export type Hold = (go: () => void) => boolean;

const holds = new Set<Hold>();

/** Registers a hold on closing the project. Returns a function that removes it. */
export function holdBack(hold: Hold): () => void {
  holds.add(hold);
  return () => holds.delete(hold);
}

/** Whether a hold asks the author before the project is closed; `go` is called once that is answered. */
export function isHeldBack(go: () => void): boolean {
  return [...holds].some((hold) => hold(go));
}
