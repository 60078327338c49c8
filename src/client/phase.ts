import type { PublicState } from '../contract/public-state.js';
import { ControlError } from './control-error.js';
import type { StateCopy } from './state-copy.js';

/**
 * The state of the connection. `waiting`: between two attempts. `unauthorized`, `incompatible`: likewise, but the next
 * attempt is made only after 12 s to five minutes, or at `reconnect`. `stopped`: before `start` and after `stop`.
 */
export type Phase = 'stopped' | 'connecting' | 'online' | 'waiting' | 'unauthorized' | 'incompatible';

/**
 * Resolves once the client is online and has a state; rejects if it is refused or stopped, or when `signal` aborts.
 */
export function whenOnline(
  look: () => { phase: Phase; error: ControlError | null; copy: StateCopy | null },
  listeners: Set<() => void>,
  signal?: AbortSignal,
): Promise<PublicState> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      const { phase, error, copy } = look();
      const refused = phase === 'unauthorized' || phase === 'incompatible' || phase === 'stopped';
      const online = phase === 'online' && copy !== null;
      if (!refused && !online && signal?.aborted !== true) return;
      listeners.delete(settle);
      signal?.removeEventListener('abort', settle);
      if (online) resolve(copy.state);
      else reject(error ?? new ControlError('disconnected', 'There is no connection to the speaker.'));
    };
    listeners.add(settle);
    signal?.addEventListener('abort', settle);
    settle();
  });
}
