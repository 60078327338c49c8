/**
 * What the player tells, each with the id of the load it belongs to. Lengths and positions are milliseconds.
 * Ended, failed, stopped and died are four different things and are never mixed up.
 */
export type PlayerEvent =
  /** A freshly started player answers; nothing is loaded in it. */
  | { readonly type: 'player.ready' }
  /** The player's process is gone, or hung and was killed; whatever was loaded is lost. It is being replaced. */
  | {
      readonly type: 'player.died';
      readonly detail: string;
      /** How long nothing had been heard of it: what a hung one held did not sound. Left out: no time. */
      readonly silentMs?: number;
    }
  /** Samples of this load reach the output (or would, were it not paused). Once a load, also for an appended one. */
  | {
      readonly type: 'player.started';
      readonly loadId: number;
      readonly positionMs: number;
      /** The player's own idea of the length; null where it has none. */
      readonly lengthMs: number | null;
      /** Data still come, so that it may sound longer than any length says: `player.fetched` tells of their end. */
      readonly isOpen?: true;
    }
  /** The data of this load have come to their end, at this place: the end of the item, or of a dropped stream. */
  | {
      readonly type: 'player.fetched';
      readonly loadId: number;
      readonly positionMs: number;
      readonly lengthMs: number | null;
    }
  /** At most once a second of sound, and at once when the position is not where the clock expects it. */
  | { readonly type: 'player.position'; readonly loadId: number; readonly positionMs: number }
  /** A seek has landed: sound goes on from here. */
  | { readonly type: 'player.seeked'; readonly loadId: number; readonly positionMs: number }
  /** Data ran out: silence until `player.flowing`. */
  | { readonly type: 'player.starved'; readonly loadId: number; readonly positionMs: number }
  | { readonly type: 'player.flowing'; readonly loadId: number; readonly positionMs: number }
  /** mpv's `eof`. Not believed blindly: a dropped stream ends like this too. */
  | {
      readonly type: 'player.ended';
      readonly loadId: number;
      readonly positionMs: number;
      readonly lengthMs: number | null;
    }
  | {
      readonly type: 'player.failed';
      readonly loadId: number;
      readonly fault: LoadFault;
      /** The HTTP status of a refused address, where known. */
      readonly httpStatus: number | null;
      readonly positionMs: number | null;
      /** One line without addresses' queries. */
      readonly detail: string;
    }
  /** Unloaded because we asked, or replaced by another load. */
  | { readonly type: 'player.stopped'; readonly loadId: number };

/** The audio's host is there and does not give it; see `LoadFault`. */
export const HOST_FAULTS = ['refused', 'untrusted', 'insecure'] as const;

export type HostFault = (typeof HOST_FAULTS)[number];

/** The address leads where this speaker does not follow it: the item is at fault. See `LoadFault`. */
export const BARRED_FAULTS = ['plain', 'private'] as const;

export type BarredFault = (typeof BARRED_FAULTS)[number];

/**
 * `device`: no sound device would open. `refused`: the address was answered with an HTTP error. `untrusted`: the
 * host's certificate is not good. `insecure`: an https address leads to one without TLS. `unreachable`: no answer.
 * `undecodable`: the data is no audio the player knows. `plain`: the address is one without TLS, the service's own is
 * not. `private`: it leads into a private network or to this machine, the service's own does not.
 */
export type LoadFault = 'device' | 'unreachable' | 'undecodable' | HostFault | BarredFault;
