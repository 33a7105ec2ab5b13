// A queue for acts that must not overlap.

/** Creates a queue: acts run in the order they were requested. A failed act does not stop the next. */
export function turns(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const mine = last.then(act);
    last = mine.catch(() => undefined);
    return mine;
  };
}
