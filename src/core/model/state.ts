import type { Abilities } from '../abilities.js';
import type { Item, Source } from '../item.js';
import type { Notice } from '../public-state.js';
import type { Intent } from './intent.js';
import type { Ledger } from './ledger.js';
import type { Player } from './player.js';
import type { Playlist, Previous } from './playlist.js';
import type { QueuedCommand } from './queue.js';
import type { Timers } from './timers.js';
import type { Troubles } from './troubles.js';

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

/** `serial` rises whenever another pairing begins: what was asked under an earlier one is void. */
export interface Pairing {
  readonly is: 'paired' | 'unpaired';
  readonly serial: number;
}

/** The source as we know it, and what is known of the service being at it. */
export interface Setting {
  readonly source: Source | null;
  /** Rises whenever another source is set, or the same anew. */
  readonly serial: number;
  /**
   * `unasked`: since the start, or the pairing. `doubtful`: a listener chose another, and no answer came. `no`: it is surely at
   * none or another. `restored`: set again by ourselves, and not seen there yet.
   */
  readonly held: 'unasked' | 'yes' | 'doubtful' | 'no' | 'restored';
  /** Set again by ourselves since sound last came steadily: told once more that there is none means waiting. */
  readonly wasRestored: boolean;
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
  readonly volume: number;
  readonly muted: boolean;
}
