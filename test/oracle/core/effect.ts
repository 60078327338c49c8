// @ts-nocheck: frozen, while the types it was written for go on.
import type { Refusal } from './command.js';
import type { Feedback, Item } from './item.js';

export const TIMERS = [
  'retry',
  'load',
  'stall',
  'lookAhead',
  'handover',
  'closing',
  'release',
  'regain',
] as const;
export type TimerName = (typeof TIMERS)[number];

interface Reported {
  readonly requestId: number;
  readonly sourceId: string;
  readonly index: number;
  readonly elapsedS: number;
}

/**
 * What the outside is to do once. Positions and delays are milliseconds; `elapsedS` is whole seconds.
 * Every `service.*` effect with a `requestId` is answered by exactly one event that carries it.
 */
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
  | { readonly type: 'service.getCurrent'; readonly requestId: number }
  | {
      readonly type: 'service.setSource';
      readonly requestId: number;
      readonly sourceId: string;
      /** The source set until now; null: none. */
      readonly formerId: string | null;
      /** Its item in turn; null: none. */
      readonly formerItem: Pick<Item, 'index' | 'trackToken'> | null;
      /** Asked by a listener who waits: give up in time for the answer. */
      readonly forCommand: boolean;
    }
  /** Report the item's end (or its skip) and find out what comes after it. */
  | {
      readonly type: 'service.advance';
      readonly requestId: number;
      readonly by: 'end' | 'skip';
      readonly sourceId: string;
      readonly index: number;
      /** Where it stands; only its full length ends it for a `core` service. */
      readonly elapsedS: number;
      readonly lengthS: number;
      /** An earlier report of this end may have been taken: read `current` before sending it again. */
      readonly doubtful: boolean;
      /** An earlier report of this end was answered: only what follows is to be learnt. */
      readonly taken?: true;
      readonly forCommand: boolean;
    }
  /** What comes after the current item, without going there. */
  | { readonly type: 'service.peek'; readonly requestId: number }
  | (Reported & { readonly type: 'service.reportProgress' })
  /** Audio really starts, or resumes after a pause. */
  | (Reported & { readonly type: 'service.reportStarted' })
  | (Reported & { readonly type: 'service.reportPaused' })
  | (Reported & { readonly type: 'service.previous' })
  | (Reported & { readonly type: 'service.replay'; readonly trackToken: string })
  | {
      readonly type: 'service.setFeedback';
      readonly requestId: number;
      readonly targetId: string;
      readonly sourceContextId: string;
      readonly trackToken: string | null;
      readonly value: Feedback | null;
      readonly elapsedS: number;
    }
  | { readonly type: 'service.abort'; readonly requestId: number }
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
