import type { Abilities } from '../vocabulary/abilities.js';
import type { QueuedCommand } from '../../contract/command.js';
import type { Item, Source, SourceHeld } from '../vocabulary/item.js';
import type { Agenda } from './agenda.js';
import type { Ledger } from './ledger.js';
import type { Pace } from './pace.js';
import type { Playlist, Previous } from './playlist.js';
import type { HostFault, Shown } from '../vocabulary/player-event.js';
import type { AccountName, Notice, PublicState, SilenceReason, Wish } from '../../contract/public-state.js';
import type { Timers } from '../vocabulary/timer.js';
import type { Hours } from '../vocabulary/zone.js';

/** The operator's settings; they never change while the agent runs. */
export interface Settings {
  /** Seconds of sound between progress reports if the service names no interval; 0 = none. */
  readonly progressS: number;
  readonly volumeMax: number;
  /** The hours of a lower ceiling; local time. */
  readonly quiet?: (Hours & { readonly volumeMax: number }) | null;
  /** Seconds of pause after which the sound device is released; 0 = never. */
  readonly releaseS: number;
  /** Whether playback resumes after a restart. */
  readonly resume: boolean;
  /** Something may delay the sound after a pause, so only the player can tell when it starts. */
  readonly soundWaits?: boolean;
}

/**
 * `serial` rises with every new pairing: questions of an earlier one are void. `account`: the listener's, kept if the
 * service ends the pairing; null while unknown, with open access, or after the listener signed out.
 */
export interface PairingState {
  readonly is: PublicState['pairing'];
  readonly serial: number;
  readonly account: AccountName | null;
}

/** The chosen source, and whether the service holds it. */
export interface Setting {
  readonly source: Source | null;
  /** Rises whenever a source is set, be it another or the same anew. */
  readonly serial: number;
  /**
   * `unasked`: not asked since the start or the pairing. `unknown`: a listener chose another source, and no answer
   * came. `no`: the service certainly holds none, or another. `interrupted`: another device has the stream, or nobody
   * has listened for long; only playing claims it back. `restored`: the speaker set the source again by itself and
   * has not seen yet where the service is.
   */
  readonly held: 'unasked' | 'yes' | 'unknown' | 'no' | 'interrupted' | 'restored';
  /** While `unasked`: what was known of `held` before the start; null: nothing unusual. */
  readonly wasHeld: SourceHeld | null;
  /** Set again by the speaker since sound last came steadily; if it is forgotten again, the speaker waits first. */
  readonly wasRestored: boolean;
}

/** Why playback was stopped by something other than a listener; only a listener can resume it. */
export type StoppedBy = Extract<
  SilenceReason,
  'sourceEnded' | 'notSupported' | 'serviceError' | 'takenOver' | 'idleTimeout'
>;

/** What the listener wants, independent of the actual state. */
export interface Intent {
  readonly wish: Wish;
  readonly stopped: StoppedBy | null;
  /** When a listener last asked to play. A stream found taken over just then is claimed back, once. */
  readonly claimedAtMs: number | null;
  /** The pause has lasted so long that the sound device is released. */
  readonly isLetGo: boolean;
}

/** A load that the player was told of. */
export interface Load {
  readonly loadId: number;
  readonly entry: number;
  readonly startMs: number;
  readonly origin: string;
  /** What asking its host showed, `awaited` while that is not known; null: its host was not asked. */
  readonly shown: 'awaited' | Shown | null;
}

/** The load that the player holds for an entry. */
export interface Held extends Load {
  /** The cue of the entry that this load has followed. */
  readonly cue: number;
  /** `over`: it has ended, and the next one is about to start. */
  readonly is: 'opening' | 'sounding' | 'starved' | 'seeking' | 'over';
}

/** The player as it was last told to be, corrected by its events. */
export interface PlayerState {
  readonly alive: boolean;
  readonly deaths: number;
  readonly held: Held | null;
  /** The load appended for gapless playback. */
  readonly behind: Load | null;
  /** The load that was appended last and has been withdrawn. It may still begin if its turn came at that moment. */
  readonly takenBack: number | null;
  /** The player was told to unload everything and has loaded nothing since: it holds no sound device. */
  readonly isEmpty: boolean;
  readonly isRunning: boolean;
  readonly hasDevice: boolean;
  /** Null: the player was not told yet. */
  readonly volume: number | null;
  readonly muted: boolean | null;
  /** Whether the sound is lowered for an announcement. */
  readonly isDucked: boolean;
  /** Whether the output mixes what several programs play; as the player told last. */
  readonly mixes: boolean;
}

/** What is known of the hosts of the audio, each named by its origin. */
export interface Hosts {
  /** The player got nothing from them that it could play: they are asked before the next load. Oldest first. */
  readonly doubted: readonly string[];
  /** The one whose item sounded last. */
  readonly well: string | null;
}

/** A fault that is waited out; it occurred `attempt` + 1 times in a row. */
export interface Waiting {
  readonly attempt: number;
  /** The wait is over: the next attempt is due or was made. */
  readonly waited: boolean;
  /** The network has come back: the rest of the wait is skipped. */
  readonly hurried: boolean;
}

/** The last refusal of the audio host, and how often in a row it refused. */
export interface HostRefusal {
  readonly fault: HostFault;
  readonly httpStatus: number | null;
  readonly times: number;
  /** Steady milliseconds of the first one. */
  readonly sinceMs: number;
}

/** A fault of the sound: no sound device opens, or the address was refused, broke off or ran dry. */
export interface SoundTrouble extends Waiting {
  readonly fault: 'device' | 'address';
  readonly refused: HostRefusal | null;
  /** Where it occurred: sound has to come from there on to clear it. */
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
  /** Steady time of the event being processed, milliseconds. */
  readonly now: number;
  readonly settings: Settings;
  readonly abilities: Abilities;
  readonly pairing: PairingState;
  readonly intent: Intent;
  readonly setting: Setting;
  readonly playlist: Playlist;
  readonly player: PlayerState;
  readonly hosts: Hosts;
  readonly troubles: Troubles;
  readonly ledger: Ledger;
  readonly pace: Pace;
  readonly queue: readonly QueuedCommand[];
  readonly timers: Timers;
  readonly agenda: Agenda;
  /** Items given up in a row. */
  readonly unplayable: number;
  /** `itemsLeft`: how many changes of item the notice outlives. */
  readonly notice: { readonly notice: Notice; readonly itemsLeft: number } | null;
  readonly volume: number;
  readonly muted: boolean;
  /** Epoch time = steady time + this. */
  readonly epochOffsetMs: number;
  /** The last number given to an entry, a load, a question, a setting, a pairing or a note. */
  readonly lastId: number;
}

/** What this run continues from the last one; see `SessionRecord` of the ports. */
export interface Restored {
  readonly wish: Intent['wish'];
  readonly source: Source | null;
  readonly item: Item | null;
  readonly positionMs: number;
  /** The item before it, whose end the service may not have received. */
  readonly closing: Pick<Previous, 'index' | 'trackToken' | 'lengthS'> | null;
  /** The service has received the report of the end: that of `closing` or, without one, that of `item`. */
  readonly endTaken?: boolean;
  readonly sourceEnded: boolean;
  /** `Setting.held`, unless the service simply holds the source. */
  readonly sourceHeld?: SourceHeld;
  readonly volume: number;
  readonly muted: boolean;
}
