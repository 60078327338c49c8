// @ts-nocheck: frozen, while the types it was written for go on.
import type { Abilities } from './abilities.js';
import type { Cause, Command } from './command.js';
import type { TimerName } from './effect.js';
import type { Item, Source } from './item.js';
import type { PlayerEvent } from './player-event.js';

/** A failed call to the service, as plain data. */
export interface ServiceFailure {
  readonly code: 'notPaired' | 'noSource' | 'notSupported' | 'skipLimitReached' | 'serviceError' | 'offline';
  readonly message: string;
  /** The request may have been carried out. */
  readonly answerLost: boolean;
  /** The report of an end was answered; only what follows it could not be learnt. */
  readonly reportTaken?: boolean;
  readonly retryAfterMs: number | null;
  readonly serviceCode: string | null;
  readonly serviceMessage: string | null;
  /** It does not pass by itself: `message` says who can mend it. */
  readonly lasting?: boolean;
}

/** Everything inbound. A `requestId` names the question that is answered; one that no one waits for changes nothing. */
export type Event =
  | PlayerEvent
  | { readonly type: 'engine.started' }
  | { readonly type: 'pairing.began'; readonly sameListener: boolean }
  | { readonly type: 'pairing.ended'; readonly by: 'listener' | 'service' }
  /** The wall clock was set: epoch = steady + offset, milliseconds. */
  | { readonly type: 'clock.set'; readonly epochOffsetMs: number }
  /** The device has a network address that it did not have. */
  | { readonly type: 'network.linkUp' }
  | {
      readonly type: 'command.received';
      readonly ref: number;
      readonly command: Command;
      readonly cause: Cause;
    }
  /** No answer in time; the listener was told `offline`. */
  | { readonly type: 'command.expired'; readonly ref: number }
  | { readonly type: 'service.itemReceived'; readonly requestId: number; readonly item: Item }
  | {
      readonly type: 'service.sourceSet';
      readonly requestId: number;
      readonly source: Source;
      readonly item: Item | null;
    }
  /** What comes after the reported item; null: nothing, the source is at its end. */
  | { readonly type: 'service.advanced'; readonly requestId: number; readonly item: Item | null }
  /** The report of an end, asked by `question`, was answered; what follows is not known yet, if anything does. */
  | { readonly type: 'service.endTaken'; readonly question: number }
  | { readonly type: 'service.progressReported'; readonly requestId: number; readonly item: Item | null }
  /** What comes after the current item; null: nothing, or the service does not tell. */
  | { readonly type: 'service.peeked'; readonly requestId: number; readonly item: Item | null }
  /** The item to be heard again; null: the service has no such operation, it is played from its start. */
  | { readonly type: 'service.replayed'; readonly requestId: number; readonly item: Item | null }
  /** Feedback was taken; after a thumb-down the answer may hold the next item. */
  | { readonly type: 'service.feedbackSet'; readonly requestId: number; readonly item: Item | null }
  /** An operation of the profile `full` has turned out to be missing. */
  | { readonly type: 'service.abilitiesChanged'; readonly abilities: Abilities }
  | { readonly type: 'service.failed'; readonly requestId: number; readonly failure: ServiceFailure }
  | { readonly type: 'timer.fired'; readonly name: TimerName };
