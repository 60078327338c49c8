import { ServiceFault } from '../contract/errors.js';

/** Returns the fault for a call whose caller no longer waits. */
export function givenUp(): ServiceFault {
  return new ServiceFault('offline', 'The call was cancelled before it was sent.');
}

/** Waits for `shared` until `signal` aborts, then throws `givenUp()`; `shared` itself continues. */
export async function waitFor<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw givenUp();
  let onAbort = () => {};
  const abandoned = new Promise<never>((_, reject) => {
    onAbort = () => reject(givenUp());
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([shared, abandoned]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
