import { ServiceFault } from '../errors.js';

export type Reachability = 'ok' | 'offline' | 'error' | 'unknown';

export interface ReachabilityWatch {
  readonly value: Reachability;
  onChange(listener: (reachability: Reachability) => void): void;
  /** Runs one call and updates `value` from its result, unless the caller cancelled the call. */
  follow<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

/** Creates the record of how the service last responded, for `/healthz`. */
export function createReachability(): ReachabilityWatch {
  let value: Reachability = 'unknown';
  const listeners: ((reachability: Reachability) => void)[] = [];

  function set(next: Reachability): void {
    if (next === value) return;
    value = next;
    for (const listener of listeners) listener(next);
  }

  return {
    get value() {
      return value;
    },
    onChange: listener => {
      listeners.push(listener);
    },
    async follow(signal, call) {
      try {
        const result = await call();
        set('ok');
        return result;
      } catch (error) {
        const seen = error instanceof ServiceFault && !signal.aborted ? judge(error) : null;
        if (seen !== null) set(seen);
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
