import type { ControlClient } from '../../../client/control-client.js';

/** How long a person waits for a command, in milliseconds; the speaker does not execute it later than that. */
export const WANTED_MS = 5_000;

/** The maximum number of remembered command ids: a dragged slider sends sixty commands a second. */
const KEPT = 999;

/** The members that each command carries. */
export interface Press {
  readonly commandId: string;
  readonly expiresAtMs?: number;
}

/** The commands of this page. */
export interface Presses {
  /** Creates the id and expiry of a new command. */
  next(): Press;
  /** Whether the command has expired, so that it need not be sent any more. */
  isOver(press: Press): boolean;
  /**
   * Whether this very page issued the command, as opposed to another page of this phone or another client. The speaker
   * tells the ids to every client, so each id is accepted once; this page hears of its own command before another
   * client can copy its id.
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
      // An undefined member is not sent.
      return { commandId, expiresAtMs: nowMs === null ? undefined : Math.round(nowMs) + WANTED_MS } as Press;
    },
    // A comparison with undefined is false.
    isOver: ({ expiresAtMs }) => (client.speakerMs() ?? 0) > (expiresAtMs as number),
    isOwn: commandId => asked.delete(commandId),
  };
}
