/**
 * The events of the player, each with the id of the load that it belongs to. Lengths and positions are milliseconds.
 * Ended, failed, stopped and died are four different things and are never confused.
 */
export type PlayerEvent =
  /** A freshly started player answers; nothing is loaded in it. */
  | { readonly type: 'player.ready' }
  /** The player's process exited, or hung and was killed; everything loaded is lost. It is being replaced. */
  | {
      readonly type: 'player.died';
      readonly detail: string;
      /** How long the player had been silent: a hung player produced no sound in that time. Default: 0. */
      readonly silentMs?: number;
    }
  /** The host of this load was asked before the player opens it; it is not told of a host that refuses. */
  | { readonly type: 'player.probed'; readonly loadId: number; readonly shown: Shown }
  /** Samples of this load reach the output (or would, were it not paused). Once per load, also for an appended one. */
  | {
      readonly type: 'player.started';
      readonly loadId: number;
      readonly positionMs: number;
      /** The length that the player found; null if it found none. */
      readonly lengthMs: number | null;
      /** Data still arrive, so it may sound past any stated length; `player.fetched` reports their end. */
      readonly isOpen?: true;
    }
  /** The data of this load end at this position: either the item ends there or the stream broke off. */
  | {
      readonly type: 'player.fetched';
      readonly loadId: number;
      readonly positionMs: number;
      readonly lengthMs: number | null;
    }
  /** The data of this load end at this position, soon and well before the item does. */
  | { readonly type: 'player.cut'; readonly loadId: number; readonly positionMs: number }
  /** At most once per second of sound, and immediately if the position differs from what the clock predicts. */
  | { readonly type: 'player.position'; readonly loadId: number; readonly positionMs: number }
  /** A seek has finished: sound continues from here. */
  | { readonly type: 'player.seeked'; readonly loadId: number; readonly positionMs: number }
  /** Data ran out: silence until `player.flowing`. */
  | { readonly type: 'player.starved'; readonly loadId: number; readonly positionMs: number }
  | { readonly type: 'player.flowing'; readonly loadId: number; readonly positionMs: number }
  /** mpv's `eof`. It does not prove the end of the item: a dropped stream ends like this too. */
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
      /** The HTTP status of a refused address, if known. */
      readonly httpStatus: number | null;
      readonly positionMs: number | null;
      /** One line, with the queries of addresses removed. */
      readonly detail: string;
    }
  /** The sound device has been opened: whether several programs can sound there at once. */
  | { readonly type: 'player.output'; readonly mixes: boolean }
  /** Unloaded on request, or replaced by another load. */
  | { readonly type: 'player.stopped'; readonly loadId: number };

/**
 * What asking a host showed. `read`: the beginning of the item. `led`: the same, but at another address, or only by
 * asking for the whole item. `silent`: nothing. `unanswered`: nothing, although the host that sounded last answers.
 */
export const SHOWN = ['read', 'led', 'silent', 'unanswered'] as const;

export type Shown = (typeof SHOWN)[number];

/** Faults of this item's audio host alone, which does not deliver the audio; see `LoadFault`. */
export const HOST_FAULTS = ['refused', 'untrusted', 'insecure', 'unanswered'] as const;

export type HostFault = (typeof HOST_FAULTS)[number];

/** Faults in which the address leads to where this speaker does not follow; the item is at fault. See `LoadFault`. */
export const BARRED_FAULTS = ['plain', 'private'] as const;

export type BarredFault = (typeof BARRED_FAULTS)[number];

/**
 * `device`: no sound device opened. `unreachable`: no answer. `undecodable`: no audio that the player knows.
 * `refused`: the host answered with an HTTP error. `untrusted`: its certificate is not valid. `insecure`: an https
 * address redirects to one without TLS. `plain`: the address has no TLS although the service's own has. `private`:
 * the address leads into a private network or to this machine although the service's own does not. `unanswered`: its
 * host does not answer, while another from which something sounded before does.
 */
export type LoadFault = 'device' | 'unreachable' | 'undecodable' | HostFault | BarredFault;
