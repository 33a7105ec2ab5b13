// Words that are neither in the project nor kept as a draft, and stand in the way of closing it: who has them asks the
// author first.

/** Asks where there are such words, and says whether it did; `go` is called when the author lets them go or keeps them. */
export type Hold = (go: () => void) => boolean;

const holds = new Set<Hold>();

/** Has a say before the project is closed. Answers with how to stop. */
export function holdBack(hold: Hold): () => void {
  holds.add(hold);
  return () => holds.delete(hold);
}

/** Whether somebody asks the author before the project is closed; `go` is called when that is answered. */
export function isHeldBack(go: () => void): boolean {
  return [...holds].some((hold) => hold(go));
}
