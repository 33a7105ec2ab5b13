// Acts that run one after another.

/** Makes a queue: acts run in the order they were asked for. One that fails does not keep the next from running. */
export function turns(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const mine = last.then(act);
    last = mine.catch(() => undefined);
    return mine;
  };
}
