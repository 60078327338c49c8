import { ServiceFault } from '../contract/errors.js';

/** The duration of one pairing. Its calls are cancelled when it ends and never sent with the next listener's tokens. */
export interface Tenure {
  /** Makes a call of this pairing; throws `notPaired` if the pairing ends first. The call must obey its signal. */
  bind<T>(signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Ends the pairing: cancels every call under way. */
  end(): void;
}

export function createTenure(): Tenure {
  let calls = new Set<AbortController>();

  return {
    async bind(signal, call) {
      const mine = calls;
      const bound = new AbortController();
      const giveUp = () => bound.abort();
      if (signal.aborted) giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      mine.add(bound);
      try {
        return await call(bound.signal);
      } catch (error) {
        if (mine === calls || signal.aborted || !(error instanceof ServiceFault)) throw error;
        throw new ServiceFault(
          'notPaired',
          'The speaker was signed out or paired again after this call began.',
          {
            answerLost: error.answerLost,
            cause: error,
          },
        );
      } finally {
        mine.delete(bound);
        signal.removeEventListener('abort', giveUp);
      }
    },
    end() {
      const ended = calls;
      calls = new Set();
      for (const call of ended) call.abort();
    },
  };
}
