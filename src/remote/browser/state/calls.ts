import { ControlError } from '../../../client/control-error.js';
import type { CalledByOthers, Methods } from '../../../contract/methods.js';
import { useState } from 'preact/hooks';
import { failureWords } from '../words/failures.js';
import { useSpeaker } from './speaker.js';

export interface ViewCalls {
  /** Calls the speaker for a waiting person; resolves with null on failure. */
  readonly call: <M extends CalledByOthers>(
    method: M,
    params: Methods[M]['params'],
  ) => Promise<Methods[M]['result'] | null>;
  /** Why the last call failed; null if it did not. */
  readonly fault: string | null;
  readonly busy: boolean;
}

/**
 * Calls of a view that says itself why one failed: in a dialog, as a message on the page behind it is not seen.
 * `explain`: the view's own words for a failure; null: the usual ones.
 */
export function useCalls(explain: (error: ControlError) => string | null = () => null): ViewCalls {
  const { client, presses, words } = useSpeaker();
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  return {
    fault,
    busy,
    async call(method, params) {
      setBusy(true);
      setFault(null);
      try {
        return await client.call(method, { ...presses.next(), ...params });
      } catch (error) {
        if (!(error instanceof ControlError)) throw error;
        setFault(explain(error) ?? failureWords(words, error));
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}
