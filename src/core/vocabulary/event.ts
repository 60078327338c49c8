import type { Abilities } from './abilities.js';
import type { By, Command } from '../../contract/command.js';
import type { ServiceFailure } from './failure.js';
import type { Item, Source } from './item.js';
import type { PlayerEvent } from './player-event.js';
import type { AccountName } from '../../contract/public-state.js';
import type { TimerName } from './timer.js';
import type { Zone } from './zone.js';

/** The answer to a call. `done` false: the service has no such operation. */
export interface Answer {
  readonly item: Item | null;
  readonly source: Source | null;
  readonly done: boolean;
}

export type ServiceEvent =
  | (Answer & { readonly type: 'service.answered'; readonly question: number })
  | { readonly type: 'service.failed'; readonly question: number; readonly failure: ServiceFailure };

/** Everything inbound. `question` names the call that is answered; an answer to a closed question changes nothing. */
export type Event =
  | PlayerEvent
  | ServiceEvent
  | { readonly type: 'engine.started' }
  /** Tokens of a sign-in are in use; also when the listener of a paired speaker signs in again. */
  | { readonly type: 'pairing.began'; readonly sameListener: boolean }
  /** The service has named the account. */
  | { readonly type: 'account.named'; readonly account: AccountName }
  | { readonly type: 'pairing.ended'; readonly by: 'listener' | 'service' }
  /** The wall clock was set: epoch = steady + offset, milliseconds. */
  | { readonly type: 'clock.set'; readonly epochOffsetMs: number }
  /** The rules of local time, and whether the clock was ever set since power-on. */
  | { readonly type: 'zone.told'; readonly zone: Zone; readonly isClockSet: boolean }
  /** The device got a network address that it did not have. */
  | { readonly type: 'network.linkUp' }
  | { readonly type: 'command.received'; readonly ref: number; readonly command: Command; readonly cause: By }
  /** The command was not answered in time: its client was told `offline`, or has lost its access. */
  | { readonly type: 'command.expired'; readonly ref: number }
  /** The operations of the profile `full` that the service offers turned out differently. */
  | { readonly type: 'service.abilitiesChanged'; readonly abilities: Abilities }
  /** An announcement has ended, or could not sound. */
  | { readonly type: 'announcement.over'; readonly id: string }
  | { readonly type: 'timer.fired'; readonly name: TimerName };
