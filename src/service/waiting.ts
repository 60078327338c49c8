import { ServiceFault } from '../errors.js';

/** For a call whose caller no longer waits. */
export function givenUp(): ServiceFault {
  return new ServiceFault('offline', 'The call was given up before it was sent.');
}

/** What `shared` brings, unless this one caller stops waiting first; `shared` itself goes on. */
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

/** A signal that fires after `ms`, or with `outer`. Call `done` when it is no longer needed. */
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
