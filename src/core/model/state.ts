import type { Abilities } from '../abilities.js';
import type { QueuedCommand } from '../command.js';
import type { Item, Source, SourceHeld } from '../item.js';
import type { Ledger } from './ledger.js';
import type { Playlist, Previous } from './playlist.js';
import type { HostFault } from '../player-event.js';
import type { AccountName, Notice, PublicState, SilenceReason, Wish } from '../public-state.js';
import type { Timers } from '../timer.js';

/** What the operator decided; never changes while the agent runs. */
export interface Settings {
  /** Seconds of sound between progress reports where the service leaves the choice; 0 = none. */
  readonly progressS: number;
  readonly volumeMax: number;
  /** Seconds of pause after which the sound device is let go; 0 = never. */
  readonly releaseS: number;
  /** Go on after a restart. */
  readonly resume: boolean;
  /** Something may hold the sound back after a pause: only the player can tell when it is there. */
  readonly soundWaits?: boolean;
}

/**
 * `serial` rises whenever another pairing begins: what was asked under an earlier one is void. `account`: whose it is, or
 * was before the service ended it; null while unknown, or where nobody is to be told.
 */
export interface Pairing {
  readonly is: PublicState['pairing'];
  readonly serial: number;
  readonly account: AccountName | null;
}

/** The source as we know it, and what is known of the service being at it. */
export interface Setting {
  readonly source: Source | null;
  /** Rises whenever another source is set, or the same anew. */
  readonly serial: number;
  /**
   * `unasked`: since the start, or the pairing. `unknown`: a listener chose another, and no answer came. `no`: it is surely at
   * none or another. `interrupted`: another device has the stream, or nobody has
   * listened for long; only playing claims it back. `restored`: set again by ourselves, and not seen there yet.
   */
  readonly held: 'unasked' | 'yes' | 'unknown' | 'no' | 'interrupted' | 'restored';
  /** While `unasked`: what was known of it before the start; null: nothing against it. */
  readonly wasHeld: SourceHeld | null;
  /** Set again by ourselves since sound last came steadily: told once more that there is none means waiting. */
  readonly wasRestored: boolean;
}

/** Why playback was stopped by something else than a listener; only a listener goes on from it. */
export type StoppedBy = Extract<
  SilenceReason,
  'sourceEnded' | 'notSupported' | 'serviceError' | 'takenOver' | 'idleTimeout'
>;

/** What the listener wants, apart from what is so. */
export interface Intent {
  readonly wish: Wish;
  readonly stopped: StoppedBy | null;
  /** When a listener last asked to play: a stream found taken over right then is claimed back, once. */
  readonly claimedAtMs: number | null;
  /** Paused for so long that the sound device is let go. */
  readonly isLetGo: boolean;
}

/** What is in the player for an entry. */
export interface Held {
  readonly loadId: number;
  readonly entry: number;
  /** The jump of the entry that it follows. */
  readonly cue: number;
  /** `over`: at its end, with the next one about to start. */
  readonly is: 'opening' | 'sounding' | 'starved' | 'seeking' | 'over';
}

/** The player as it was last told to be, corrected by what it says. */
export interface Player {
  readonly alive: boolean;
  readonly deaths: number;
  readonly held: Held | null;
  /** Appended, to begin without a gap. */
  readonly behind: { readonly loadId: number; readonly entry: number } | null;
  /** What was appended last and taken back since: it may begin all the same, if its turn came in that instant. */
  readonly takenBack: number | null;
  /** It was told to forget everything, and to load nothing since: it holds no sound device. */
  readonly isEmpty: boolean;
  readonly isRunning: boolean;
  readonly hasDevice: boolean;
  /** Null: it has not been told. */
  readonly volume: number | null;
  readonly muted: boolean | null;
}

/** A fault that is waited out: it has been met `attempt` + 1 times in a row. */
export interface Waiting {
  readonly attempt: number;
  /** The wait is over: it is tried again, or was. */
  readonly waited: boolean;
  /** The network has come back: no need to wait to the end. */
  readonly hurried: boolean;
}

/** What the audio's host said the last time, and how often in a row it gave nothing. */
export interface HostRefusal {
  readonly fault: HostFault;
  readonly httpStatus: number | null;
  readonly times: number;
}

/** No sound device opens; or the address was refused, dropped or ran dry. */
export interface SoundTrouble extends Waiting {
  readonly fault: 'device' | 'address';
  readonly refused: HostRefusal | null;
  /** Where it was met: sound has to come from there on. */
  readonly positionMs: number;
}

export interface ServiceTrouble extends Waiting {
  readonly fault: 'offline' | 'serviceError';
  readonly retryAfterMs: number | null;
}

export interface Troubles {
  readonly sound: SoundTrouble | null;
  readonly service: ServiceTrouble | null;
}

export interface State {
  /** Steady time of the event that is decided upon, milliseconds. */
  readonly now: number;
  readonly settings: Settings;
  readonly abilities: Abilities;
  readonly pairing: Pairing;
  readonly intent: Intent;
  readonly setting: Setting;
  readonly playlist: Playlist;
  readonly player: Player;
  readonly troubles: Troubles;
  readonly ledger: Ledger;
  readonly queue: readonly QueuedCommand[];
  /** Commands that were done in the round of the one that is being done. */
  readonly served: readonly Pick<QueuedCommand, 'cause' | 'round'>[];
  readonly timers: Timers;
  /** Items given up in a row. */
  readonly unplayable: number;
  /** `itemsLeft`: how many changes of item it outlives. */
  readonly notice: { readonly notice: Notice; readonly itemsLeft: number } | null;
  readonly volume: number;
  readonly muted: boolean;
  /** epoch = steady + this. */
  readonly epochOffsetMs: number;
  /** The last number given to an entry, a load, a question or a note. */
  readonly lastId: number;
}

/** What of the last run goes on in this one; see `SessionRecord` of the ports. */
export interface Restored {
  readonly wish: Intent['wish'];
  readonly source: Source | null;
  readonly item: Item | null;
  readonly positionMs: number;
  /** The item before it, whose end the service may not have heard of. */
  readonly closing: Pick<Previous, 'index' | 'trackToken' | 'lengthS'> | null;
  /** The service has taken the report of the end of `closing`; without that, of the item's. */
  readonly endTaken?: boolean;
  readonly sourceEnded: boolean;
  /** Where it is not simply ours: `Setting.held`. */
  readonly sourceHeld?: SourceHeld;
  readonly volume: number;
  readonly muted: boolean;
}
