export interface Message {
  readonly id: number;
  readonly text: string;
}

/** The one thing last said to the listener. */
export interface MessageBoard {
  readonly message: Message | null;
  readonly say: (text: string) => void;
  readonly dismiss: () => void;
  onChange(listener: () => void): () => void;
}

export function createMessageBoard(): MessageBoard {
  const listeners = new Set<() => void>();
  let message: Message | null = null;
  let lastId = 0;

  function show(next: Message | null): void {
    message = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    get message() {
      return message;
    },
    say: text => {
      lastId += 1;
      show({ id: lastId, text });
    },
    dismiss: () => show(null),
    onChange: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
