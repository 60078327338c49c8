import type { Refusal } from '../command.js';
import type { Ask } from '../model/ledger.js';
import type { TimerName } from '../timer.js';

/** What the outside is to do once. Positions and delays are milliseconds. */
export type Effect =
  | {
      readonly type: 'player.load';
      readonly loadId: number;
      readonly url: string;
      readonly startMs: number;
      readonly gainDb: number | null;
      readonly mode: 'replace' | 'append';
      readonly paused: boolean;
    }
  | { readonly type: 'player.pause' }
  | { readonly type: 'player.resume' }
  /** Paused for so long that others may have the sound device. */
  | { readonly type: 'player.releaseDevice' }
  | { readonly type: 'player.seek'; readonly positionMs: number }
  | { readonly type: 'player.unload' }
  /** Play what is appended at once. */
  | { readonly type: 'player.next'; readonly loadId: number }
  /** Forget what is appended; what sounds goes on. */
  | { readonly type: 'player.dropAppended' }
  | { readonly type: 'player.setVolume'; readonly volume: number }
  | { readonly type: 'player.setMuted'; readonly muted: boolean }
  /** One call, answered by exactly one `service.answered` or `service.failed` with this `question`, unless given up. */
  | { readonly type: 'service.ask'; readonly question: number; readonly ask: Ask }
  | { readonly type: 'service.abort'; readonly question: number }
  | {
      readonly type: 'timer.set';
      readonly name: TimerName;
      readonly delayMs: number;
      /** A random part of this is added, so that many speakers do not return at once. */
      readonly spreadMs: number;
    }
  | { readonly type: 'timer.cancel'; readonly name: TimerName }
  | { readonly type: 'command.resolve'; readonly ref: number }
  | { readonly type: 'command.reject'; readonly ref: number; readonly refusal: Refusal };
