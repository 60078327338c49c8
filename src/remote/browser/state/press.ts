import type { ControlClient } from '../../../client/control-client.js';

/** Somebody is still there for it, milliseconds: what reaches the speaker later is not done. */
export const WANTED_MS = 5_000;

/** Of what was pressed and not heard of, so many are remembered: a slider that is drawn is pressed sixty times a second. */
const KEPT = 999;

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
  /**
   * Whether this page has asked for it, and no other of the same phone, nor anybody else: the ids are told to everybody, so each
   * is this page's once. It hears of its own before anybody can copy the id of it.
   */
  isOwn(commandId: string | undefined): boolean;
}

export function createPresses(client: Pick<ControlClient, 'speakerMs'>): Presses {
  const asked = new Set<string | undefined>();
  return {
    next() {
      const nowMs = client.speakerMs();
      const commandId = crypto.getRandomValues(new Uint32Array(3)).join();
      if (asked.add(commandId).size > KEPT) asked.clear();
      // What is undefined is not sent.
      return { commandId, expiresAtMs: nowMs === null ? undefined : Math.round(nowMs) + WANTED_MS } as Press;
    },
    // Nothing is above undefined.
    isOver: ({ expiresAtMs }) => (client.speakerMs() ?? 0) > (expiresAtMs as number),
    isOwn: commandId => asked.delete(commandId),
  };
}
