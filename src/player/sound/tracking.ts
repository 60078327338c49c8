import type { PlayerEvent } from '../../core/vocabulary/player-event.js';
import type { Clock, LoadRequest } from '../../contract/ports.js';
import type { MpvEvent } from '../wire/mpv-message.js';
import type { Sound } from './sound.js';

/**
 * `endless`: mpv only reads, data that it cannot decode. `astray`: it plays another place than it says, and has to stop.
 * `standstill`: it hangs at the end of what plays and has to leave it; the end is then reported.
 */
export type LoadTrouble = 'endless' | 'astray' | 'standstill';

export interface LoadTrackerOptions {
  readonly clock: Clock;
  readonly emit: (event: PlayerEvent) => void;
  /** Returns a property's value, or null if it has none; answered after all events up to the time of asking. */
  readonly ask: (property: string, settings?: { readonly timeoutMs: null }) => Promise<unknown>;
  /** Called when mpv has to be helped; a load that fails because of this is then reported. */
  readonly onTrouble: (trouble: LoadTrouble) => void;
}

/** Turns the events of one mpv process into player events, each with the load it belongs to. */
export interface LoadTracker {
  /** Registers a load. Call it when `loadfile` is answered, before any later event is handled. */
  readonly claim: (request: LoadRequest, entryId: number) => void;
  /** Marks everything loaded and appended as dismissed by the agent. */
  dismissAll(): void;
  /** Reports appended loads that left the playlist before they began; up to `kept` may still wait there. */
  prune(kept: number): Promise<void>;
  /** Whether the entry that plays or opens was appended, with nothing waiting behind it. */
  readonly isAtAppended: boolean;
  handle(event: MpvEvent): void;
  /** Reports the position and, while more may come, how far the data reach. Has no time-out; never rejects. */
  look(): Promise<void>;
  readonly sound: Sound;
  /** Whether something sounds or is about to. */
  readonly busy: boolean;
  /** Whether nothing is loaded. */
  readonly isEmpty: boolean;
  /** Ends the reports, because the process is gone. */
  close(): void;
}
