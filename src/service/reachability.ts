import { ServiceFault } from '../errors.js';

export type Reachability = 'ok' | 'offline' | 'error' | 'unknown';

export interface ReachabilityWatch {
  readonly value: Reachability;
  onChange(listener: (reachability: Reachability) => void): void;
  /** Runs one call and draws the conclusion from its end, unless the caller gave it up itself. */
  follow<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

/** How the service was last seen, for `/healthz`. */
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

/** A refusal in the service's own words shows that it works; without tokens it was not asked. */
function judge(fault: ServiceFault): Reachability | null {
  if (fault.code === 'offline') return 'offline';
  if (fault.code === 'notPaired') return null;
  if (fault.serviceCode === 'UNAUTHENTICATED' || fault.code === 'clientRefused') return 'error';
  const failed = fault.httpStatus !== undefined && fault.httpStatus !== 400;
  return failed || fault.retryAfterMs !== undefined ? 'error' : 'ok';
}
