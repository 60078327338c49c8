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

/** Returns a signal that aborts after `ms` or together with `outer`. Call `done` when it is no longer needed. */
export function createDeadline(
  ms: number,
  outer?: AbortSignal,
): { readonly signal: AbortSignal; done(): void } {
  const abort = new AbortController();
  const fire = () => abort.abort();
  const timer = setTimeout(fire, ms);
  if (outer?.aborted) fire();
  outer?.addEventListener('abort', fire, { once: true });
  return {
    signal: abort.signal,
    done() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', fire);
    },
  };
}
