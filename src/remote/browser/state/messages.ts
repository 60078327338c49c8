import type { ControlClient } from '../../../client/control-client.js';
import type { PublicState } from '../../../contract/public-state.js';
import { createObservers } from './observers.js';

/** The subject of a message; the message disappears when its subject has changed. */
export type Subject = 'connection' | 'item';

export interface Message {
  readonly id: number;
  readonly text: string;
  readonly subject?: Subject | undefined;
}

/** The messages for the person, shown one at a time. */
export interface MessageBoard {
  readonly message: Message | null;
  /** Shows the result of an action on this page at once, in place of the previous result. */
  readonly say: (text: string, subject?: Subject) => void;
  /** Shows an action of another client: it waits for the message on display, and yields to `say`. */
  readonly tell: (text: string) => void;
  readonly dismiss: () => void;
  /** Removes messages on this subject: the connection is back, or another item plays. */
  readonly pass: (subject: Subject) => void;
  onChange(listener: () => void): () => void;
}

/** The maximum number of waiting messages; beyond it the oldest is dropped. */
const WAITING = 16;

export function createMessageBoard(): MessageBoard {
  const { tell, onChange } = createObservers();
  let message: Message | null = null;
  /** The `tell` message on display; null if there is none, or if a `say` message is shown. */
  let told: string | null = null;
  let waiting: readonly string[] = [];
  let lastId = 0;

  function show(text: string | null, subject?: Subject): void {
    lastId += 1;
    message = text === null ? null : { id: lastId, text, subject };
    tell();
  }

  function showNext(): void {
    [told = null, ...waiting] = waiting;
    show(told);
  }

  return {
    get message() {
      return message;
    },
    say: (text, subject) => {
      if (told !== null) waiting = [told, ...waiting];
      told = null;
      show(text, subject);
    },
    tell: text => {
      waiting = [...waiting, text].slice(-WAITING);
      if (message === null) showNext();
    },
    dismiss: showNext,
    pass: subject => {
      if (message?.subject === subject) showNext();
    },
    onChange,
  };
}

/** Identifies the playing item; a repetition of the same song is another item. */
function itemOf(state: PublicState | null): string {
  const { item, source } = state ?? {};
  return JSON.stringify([source?.id, item?.index, item?.title]);
}

/** Removes messages about the connection when it is back, and messages about an item when another one plays. */
export function letMessagesPass(
  client: Pick<ControlClient, 'phase' | 'state' | 'onChange'>,
  board: Pick<MessageBoard, 'pass'>,
): void {
  let wasOnline = client.phase === 'online';
  let before = itemOf(client.state);
  client.onChange(() => {
    const isOnline = client.phase === 'online';
    const now = itemOf(client.state);
    if (isOnline && !wasOnline) board.pass('connection');
    if (now !== before) board.pass('item');
    [wasOnline, before] = [isOnline, now];
  });
}
