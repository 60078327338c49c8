import type { ControlClient } from '../../../client/control-client.js';
import { ControlError } from '../../../client/control-error.js';
import type { CalledByOthers, Methods } from '../../../contract/methods.js';
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Words } from '../words/words.js';
import type { BrowserAdmission } from './admission-face.js';
import type { Deeds } from './deeds.js';
import type { SpeakerLine } from './line.js';
import { loadLate } from './load-late.js';
import type { Subject } from './messages.js';
import type { ClientNews } from './news.js';
import type { OwnCode } from './own-code.js';
import type { Presses } from './press.js';

/** The context that every view may use. */
export interface SpeakerHandle {
  readonly client: ControlClient;
  readonly admission: BrowserAdmission;
  readonly ownCode: OwnCode;
  readonly news: ClientNews;
  readonly deeds: Deeds;
  readonly line: SpeakerLine;
  readonly presses: Presses;
  readonly words: Words;
  /** Calls the speaker for a waiting person. On failure it shows a message and resolves with null. */
  readonly act: <M extends CalledByOthers>(
    method: M,
    params: Methods[M]['params'],
  ) => Promise<Methods[M]['result'] | null>;
  /** The same for any other action that may fail with a `ControlError`. */
  readonly attempt: <T>(doing: () => Promise<T>, subject?: Subject) => Promise<T | null>;
}

export interface SpeakerOptions extends Omit<SpeakerHandle, 'act' | 'attempt'> {
  /** Shows a message; `subject` is what it refers to. */
  readonly announce: (message: string, subject?: Subject) => void;
}

/** Methods that concern the playing item. */
const OF_ITEM = /^(?:player|feedback)\./;

export function createSpeaker({ announce, ...parts }: SpeakerOptions): SpeakerHandle {
  const { client, line, presses, words } = parts;

  /** Few visits need the words for failures, which are loaded then; not without a connection. */
  async function explain(error: ControlError): Promise<string> {
    const isReached = error.reason !== 'disconnected' && (error.reason !== 'timedOut' || line.isUp);
    const part = isReached && (await loadLate(words, () => import('../words/failures.js')).catch(() => null));
    return part ? part.failureWords(words, error) : words.say('failed.disconnected');
  }

  async function attempt<T>(doing: () => Promise<T>, subject?: Subject): Promise<T | null> {
    try {
      return await doing();
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      // The player says it, beside the button.
      if (error.reason === 'skipLimitReached' && client.state?.notice?.code === error.reason) return null;
      // These say nothing about the call.
      const isOfConnection = error.reason === 'disconnected' || error.reason === 'timedOut';
      const about: Subject | undefined = isOfConnection ? 'connection' : subject;
      announce(await explain(error), about);
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

const SpeakerContext = createContext<SpeakerHandle | null>(null);

export const SpeakerProvider = SpeakerContext.Provider;

/** Returns the speaker that this page controls. */
export function useSpeaker(): SpeakerHandle {
  const speaker = useContext(SpeakerContext);
  if (speaker === null) throw new Error('A view has no speaker.');
  return speaker;
}

/** Any source of change notifications. */
interface Observed {
  onChange(listener: () => void): () => void;
}

/**
 * Renders the caller again after every change. It subscribes in the same task as the rendering: an effect after
 * painting could miss a message, and the page would wait for a state that has already arrived.
 */
export function useChanges(observed: Observed): void {
  const [, setCount] = useState(0);
  useLayoutEffect(() => observed.onChange(() => setCount(count => count + 1)), [observed]);
}

/** Returns what the page as a whole shows of the client: all but the volume. */
function shownOf({ phase, error, hello, opened, isSilent, state }: ControlClient): readonly unknown[] {
  const others = Object.entries(state ?? {}).map(([name, value]) => (name === 'volume' ? null : value));
  return [phase, error, hello, opened, isSilent, ...others];
}

/** Renders the caller again after a change of the client of which `isSeen` says that it shows. */
function useSeen(isSeen: () => boolean): void {
  const { client } = useSpeaker();
  const latest = useRef(isSeen);
  latest.current = isSeen;
  const [, setCount] = useState(0);
  useLayoutEffect(
    () =>
      client.onChange(() => {
        if (latest.current()) setCount(count => count + 1);
      }),
    [client],
  );
}

/**
 * Renders the caller again after every change of the client, except a change of the volume alone: only the slider shows
 * it, and a step of the volume must not cost a pass over the whole page.
 */
export function useClient(): void {
  const { client } = useSpeaker();
  const shown = shownOf(client);
  useSeen(() => shownOf(client).some((value, at) => value !== shown[at]));
}

/** Returns what `look` reads from the client; renders the caller again only if that value changes. */
export function useTold<T>(look: (client: ControlClient) => T): T {
  const { client } = useSpeaker();
  const told = look(client);
  useSeen(() => !Object.is(look(client), told));
  return told;
}

/** Returns whether a command would reach the speaker, as far as is known. */
export function useIsUp(): boolean {
  const { line } = useSpeaker();
  useChanges(line);
  return line.isUp;
}

/** Returns the page's words in its language. */
export function useWords(): Words {
  return useSpeaker().words;
}
