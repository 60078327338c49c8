/** What a message may speak of: it goes with that. */
export type Subject = 'connection' | 'item';

export interface Message {
  readonly id: number;
  readonly text: string;
  readonly subject?: Subject | undefined;
}

/** What is said to the listener, one thing at a time. */
export interface MessageBoard {
  readonly message: Message | null;
  /** What came of something just done here: at once, in place of what came of the thing before. */
  readonly say: (text: string, subject?: Subject) => void;
  /** What others did: it waits for what stands there, and gives way to what is said. */
  readonly tell: (text: string) => void;
  readonly dismiss: () => void;
  /** The connection is back, or another item plays: what was said of it is over. */
  readonly pass: (subject: Subject) => void;
  onChange(listener: () => void): () => void;
}

/** Of more than so many that wait the oldest is left out. */
const WAITING = 16;

export function createMessageBoard(): MessageBoard {
  const listeners = new Set<() => void>();
  let message: Message | null = null;
  /** What was told and stands there; null: nothing does, or what was said. */
  let told: string | null = null;
  let waiting: readonly string[] = [];
  let lastId = 0;

  function show(text: string | null, subject?: Subject): void {
    lastId += 1;
    message = text === null ? null : { id: lastId, text, subject };
    for (const listener of [...listeners]) listener();
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
    onChange: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
