import { ForeignFault, ServiceFault } from '../contract/errors.js';

export type Reachability = 'ok' | 'offline' | 'error' | 'unknown';

/** `isForeign`: whether another server seems to answer at the service's address, which may then be wrong. */
export type ReachabilityListener = (reachability: Reachability, isForeign: boolean) => void;

/** Creates the record of how the service last responded, for `/healthz`. */
export function createReachability() {
  let value: Reachability = 'unknown';
  const listeners: ReachabilityListener[] = [];

  function set(next: Reachability, isForeign = false): void {
    if (next === value) return;
    value = next;
    for (const listener of listeners) listener(next, isForeign);
  }

  return {
    get value(): Reachability {
      return value;
    },
    onChange(listener: ReachabilityListener): void {
      listeners.push(listener);
    },
    /** Runs one call and updates `value` from its result, unless the caller cancelled the call. */
    async follow<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
      try {
        const result = await call();
        set('ok');
        return result;
      } catch (error) {
        if (error instanceof ServiceFault && !signal.aborted) {
          const seen = judge(error);
          if (seen !== null) set(seen, isForeign(error));
        }
        throw error;
      }
    },
  };
}

/** A refusal in the service's own terms shows that it works; a call without tokens says nothing. */
function judge(fault: ServiceFault): Reachability | null {
  if (fault.code === 'offline') return 'offline';
  if (fault.code === 'notPaired') return null;
  if (fault.serviceCode === 'UNAUTHENTICATED' || fault.code === 'clientRefused') return 'error';
  const failed = fault.httpStatus !== undefined && fault.httpStatus !== 400;
  return failed || fault.retryAfterMs !== undefined ? 'error' : 'ok';
}

/** No answer of the service, or that of a server which does not have its one path. */
function isForeign(fault: ServiceFault): boolean {
  return fault instanceof ForeignFault || [404, 405, 410].includes(fault.httpStatus ?? 0);
}
