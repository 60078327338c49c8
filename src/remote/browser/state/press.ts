import type { ControlClient } from '../../../client/control-client.js';

/** How long a person waits for a command, in milliseconds; the speaker does not execute it later than that. */
export const WANTED_MS = 5_000;

/** The maximum number of remembered command ids: a dragged slider sends sixty commands a second. */
const KEPT = 999;

/** When what a person pressed is no longer wanted, by the speaker's clock; unknown before that is known. */
export interface PressExpiry {
  readonly expiresAtMs?: number;
}

/** The members that each command carries. */
export interface Press extends PressExpiry {
  readonly commandId: string;
}

/** The commands of this page. */
export interface Presses {
  /** Creates the id and expiry of a new command. */
  next(): Press;
  /** Returns the expiry of what is pressed now, but may become a command later. */
  expiry(): PressExpiry;
  /** Whether it has expired, so that it need not be sent any more. */
  isOver(pressed: PressExpiry): boolean;
  /**
   * Whether this very page issued the command, as opposed to another page of this phone or another client. The speaker
   * tells the ids to every client, so each id is accepted once; this page hears of its own command before another
   * client can copy its id.
   */
  isOwn(commandId: string | undefined): boolean;
}

export function createPresses(client: Pick<ControlClient, 'speakerMs'>): Presses {
  const asked = new Set<string | undefined>();
  function expiry(): PressExpiry {
    const nowMs = client.speakerMs();
    // An undefined member is not sent.
    return { expiresAtMs: nowMs === null ? undefined : Math.round(nowMs) + WANTED_MS } as PressExpiry;
  }
  return {
    expiry,
    next() {
      const commandId = crypto.getRandomValues(new Uint32Array(3)).join();
      if (asked.add(commandId).size > KEPT) asked.clear();
      return { commandId, ...expiry() };
    },
    // A comparison with undefined is false.
    isOver: ({ expiresAtMs }) => (client.speakerMs() ?? 0) > (expiresAtMs as number),
    isOwn: commandId => asked.delete(commandId),
  };
}
