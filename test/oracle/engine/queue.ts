// @ts-nocheck: frozen, while the types it was written for go on.
/** How long a call waits for the one before it: an answer that hangs holds nothing back for longer. */
const PATIENCE_MS = 2_000;

/** Calls that must arrive in the order in which they are made: each waits for the answer to the one before, or not too long. */
export function createQueue(): <T>(call: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return call => {
    const before = last;
    const made = wait(before).then(call);
    last = made.catch(() => undefined);
    return made;
  };
}

function wait(before: Promise<unknown>): Promise<void> {
  return new Promise(resolve => {
    const late = setTimeout(resolve, PATIENCE_MS);
    void before.then(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
