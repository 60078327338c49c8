import type { Refusal } from '../../contract/command.js';
import type { Ask } from '../model/ledger.js';
import type { State } from '../model/state.js';
import type { TimerName } from '../vocabulary/timer.js';

/** An action for the outside to perform once. Positions and delays are milliseconds. */
export type Effect =
  | {
      readonly type: 'player.load';
      readonly loadId: number;
      readonly url: string;
      readonly startMs: number;
      readonly gainDb: number | null;
      readonly mode: 'replace' | 'append';
      readonly paused: boolean;
      /** Have its host asked first; `well`: the origin that sounded last. */
      readonly probe?: { readonly well: string | null };
    }
  | { readonly type: 'player.pause' }
  | { readonly type: 'player.resume' }
  /** Lets other programs use the sound device after a long pause. */
  | { readonly type: 'player.releaseDevice' }
  | { readonly type: 'player.seek'; readonly positionMs: number }
  | { readonly type: 'player.unload' }
  /** Play the appended load at once. */
  | { readonly type: 'player.next'; readonly loadId: number }
  /** Remove the appended load; the one that sounds continues. */
  | { readonly type: 'player.dropAppended' }
  | { readonly type: 'player.setVolume'; readonly volume: number }
  | { readonly type: 'player.setMuted'; readonly muted: boolean }
  /** Lowers the sound by 20 dB, or brings it back, in a tenth of a second. */
  | { readonly type: 'player.duck'; readonly isDucked: boolean }
  | { readonly type: 'announcement.begin'; readonly id: string; readonly volume: number }
  /** One call; unless aborted, exactly one `service.answered` or `service.failed` with this `question` answers it. */
  | { readonly type: 'service.ask'; readonly question: number; readonly ask: Ask }
  | { readonly type: 'service.abort'; readonly question: number }
  | {
      readonly type: 'timer.set';
      readonly name: TimerName;
      readonly delayMs: number;
      /** The upper limit of a random addition, so that many speakers do not return at once. */
      readonly spreadMs: number;
    }
  | { readonly type: 'timer.cancel'; readonly name: TimerName }
  | { readonly type: 'command.resolve'; readonly ref: number }
  | { readonly type: 'command.reject'; readonly ref: number; readonly refusal: Refusal };

/** The state after a step, and what the step wants done. */
export type Made = readonly [state: State, effects: readonly Effect[]];
