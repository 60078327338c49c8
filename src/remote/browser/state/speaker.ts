import type { ControlClient } from '../../../client/control-client.js';
import { ControlError, type ControlReason } from '../../../client/control-error.js';
import type { CalledByOthers, Methods } from '../../../methods.js';
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { failureWords } from '../words/reasons.js';
import type { Words } from '../words/words.js';
import type { Admission } from './admission.js';
import type { Deeds } from './deeds.js';
import type { Line } from './line.js';
import type { Subject } from './messages.js';
import type { News } from './news.js';
import type { OwnCode } from './own-code.js';
import type { Presses } from './press.js';

/** What every view may use. */
export interface Speaker {
  readonly client: ControlClient;
  readonly admission: Admission;
  readonly ownCode: OwnCode;
  readonly news: News;
  readonly deeds: Deeds;
  readonly line: Line;
  readonly presses: Presses;
  readonly words: Words;
  /** Calls the speaker for somebody who waits; a failure is announced and answered with null. */
  readonly act: <M extends CalledByOthers>(
    method: M,
    params: Methods[M]['params'],
  ) => Promise<Methods[M]['result'] | null>;
  /** The same for whatever else may fail as a call does. */
  readonly attempt: <T>(doing: () => Promise<T>, subject?: Subject) => Promise<T | null>;
}

export interface SpeakerOptions {
  readonly client: ControlClient;
  readonly admission: Admission;
  readonly ownCode: OwnCode;
  readonly news: News;
  readonly deeds: Deeds;
  readonly line: Line;
  readonly presses: Presses;
  readonly words: Words;
  /** `subject`: what the message speaks of. */
  readonly announce: (message: string, subject?: Subject) => void;
}

/** Why a call failed that had nothing to do with what was asked. */
const OF_CONNECTION: readonly ControlReason[] = ['disconnected', 'timedOut'];
/** What is asked of the item that plays, or about it. */
const OF_ITEM = /^(?:player|feedback)\./;

export function createSpeaker({ announce, ...parts }: SpeakerOptions): Speaker {
  const { client, line, presses, words } = parts;

  async function attempt<T>(doing: () => Promise<T>, subject?: Subject): Promise<T | null> {
    try {
      return await doing();
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      const isOfConnection = OF_CONNECTION.includes(error.reason);
      // Of what the speaker has answered some words come late; without a line none would.
      if (!isOfConnection) await words.rest().catch(() => undefined);
      const about: Subject | undefined = isOfConnection ? 'connection' : subject;
      announce(failureWords(words, error), about);
      return null;
    }
  }

  return {
    ...parts,
    attempt,
    act: (method, params) =>
      attempt(
        () => line.follow(client.call(method, { ...presses.next(), ...params })),
        OF_ITEM.test(method) ? 'item' : undefined,
      ),
  };
}

const SpeakerContext = createContext<Speaker | null>(null);

export const SpeakerProvider = SpeakerContext.Provider;

/** The speaker this page controls. */
export function useSpeaker(): Speaker {
  const speaker = useContext(SpeakerContext);
  if (speaker === null) throw new Error('A view stands outside the provider.');
  return speaker;
}

/** Whatever tells of its changes. */
interface Observed {
  onChange(listener: () => void): () => void;
}

/**
 * Renders the caller again after every change. Listens from the very task that rendered it: an effect after painting
 * would miss what the speaker says meanwhile, and the page would wait for a state that has come.
 */
export function useChanges(observed: Observed): void {
  const [, setCount] = useState(0);
  useLayoutEffect(() => observed.onChange(() => setCount(count => count + 1)), [observed]);
}

/** What the caller looks at of the speaker; it is rendered again when that is another, and for nothing else. */
export function useTold<T>(look: (client: ControlClient) => T): T {
  const { client } = useSpeaker();
  const seen = look(client);
  const held = useRef({ look, seen });
  held.current = { look, seen };
  const [, setCount] = useState(0);
  useLayoutEffect(
    () =>
      client.onChange(() => {
        if (!Object.is(held.current.look(client), held.current.seen)) setCount(count => count + 1);
      }),
    [client],
  );
  return seen;
}

/** What this page says, in its language. */
export function useWords(): Words {
  return useSpeaker().words;
}
