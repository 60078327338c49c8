import type { ControlClient } from '../../../client/control-client.js';

/** Somebody is still there for it, milliseconds: what reaches the speaker later is not done. */
export const WANTED_MS = 5_000;

/** What goes with a command. */
export interface Press {
  readonly commandId: string;
  readonly expiresAtMs?: number;
}

/** What is pressed on this page. */
export interface Presses {
  /** Right now. */
  next(): Press;
  /** Whether it was wanted so long ago that nobody waits for it. */
  isOver(press: Press): boolean;
  /** Whether this page has asked for it, and no other of the same phone. */
  isOwn(commandId: string | undefined): boolean;
}

export function createPresses(client: Pick<ControlClient, 'speakerMs'>): Presses {
  const page = crypto.getRandomValues(new Uint32Array(3)).join('-');
  let count = 0;
  return {
    next() {
      count += 1;
      const nowMs = client.speakerMs();
      return {
        commandId: `${page} ${count}`,
        ...(nowMs !== null && { expiresAtMs: Math.round(nowMs) + WANTED_MS }),
      };
    },
    isOver: ({ expiresAtMs = Infinity }) => (client.speakerMs() ?? 0) > expiresAtMs,
    isOwn: commandId => commandId?.startsWith(`${page} `) === true,
  };
}
