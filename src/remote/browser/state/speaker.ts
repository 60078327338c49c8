import type { ControlClient } from '../../../client/control-client.js';
import { ControlError } from '../../../client/control-error.js';
import type { Done, MethodName, Methods } from '../../../client/protocol.js';
import { createContext } from '../vendor/preact.js';
import { useContext, useEffect, useState } from '../vendor/preact-hooks.js';
import { failureWords } from '../words.js';

type ActName = { [M in MethodName]: Methods[M]['result'] extends Done ? M : never }[MethodName];

/** What every view may use. */
export interface Speaker {
  readonly client: ControlClient;
  /** Steers the speaker; a failure is announced and answered with null. */
  readonly act: <M extends ActName>(method: M, params: Methods[M]['params']) => Promise<Done | null>;
}

export function createSpeaker(client: ControlClient, announce: (message: string) => void): Speaker {
  return {
    client,
    act: async (method, params) => {
      try {
        return await client.call(method, params);
      } catch (error) {
        if (!(error instanceof ControlError)) throw error;
        announce(failureWords(error));
        return null;
      }
    },
  };
}

const SpeakerContext = createContext<Speaker | null>(null);

export const SpeakerProvider = SpeakerContext.Provider;

/** The speaker this page steers. */
export function useSpeaker(): Speaker {
  const speaker = useContext(SpeakerContext);
  if (speaker === null) throw new Error('A view stands outside the provider.');
  return speaker;
}

/** Renders the caller again whenever the client's phase or state changes. */
export function useClientChanges(client: ControlClient): void {
  const [, setCount] = useState(0);
  useEffect(() => client.onChange(() => setCount(count => count + 1)), [client]);
}
