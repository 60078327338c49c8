import type { Fault } from './vocabulary/backoff.js';
import type { Event } from './vocabulary/event.js';
import { positionOf as positionIn } from './facts/entry.js';
import { heldOfCurrent, isSounding, unsettledEnd } from './facts/read.js';
import type { Feedback, Item, Source } from './vocabulary/item.js';
import type { State } from './model/state.js';
import { placeOf } from './tables/place.js';
import { soundOf } from './tables/sound.js';

/** What code outside the core may read of the state, besides the public state. */
export interface Playing {
  /** The names of the rows that apply (docs/states.md). */
  readonly sound: string;
  readonly place: string;
  readonly wish: State['intent']['wish'];
  readonly sourceId: string | null;
  readonly item: Item | null;
  /** The load that the player holds for the item; null if it holds none. */
  readonly loadId: number | null;
  /** It has begun and is meant to continue. */
  readonly hasBegun: boolean;
  /** Samples reach the output. */
  readonly isSounding: boolean;
  /** The position up to which it was heard, milliseconds. */
  readonly heardToMs: number;
  readonly isPlayerAlive: boolean;
  /** How often in a row the player died. */
  readonly deaths: number;
  /** Items given up in a row. */
  readonly unplayable: number;
  /** The fault of the sound and that of the service that are waited out; `attempt` counts from 0. */
  readonly soundFault: { readonly fault: Fault; readonly attempt: number } | null;
  readonly serviceFault: { readonly fault: Fault; readonly attempt: number } | null;
  /** The address that the item is played from; a secret. */
  readonly address: string | null;
}

export function toPlaying(state: State): Playing {
  const { current } = state.playlist;
  const held = heldOfCurrent(state);
  return {
    sound: soundOf(state).name,
    place: placeOf(state).name,
    wish: state.intent.wish,
    sourceId: state.setting.source?.id ?? null,
    item: current?.item ?? null,
    loadId: held?.loadId ?? null,
    hasBegun: state.player.isRunning && held !== null && held.is !== 'opening',
    isSounding: isSounding(state),
    heardToMs: current?.heardToMs ?? 0,
    isPlayerAlive: state.player.alive,
    deaths: state.player.deaths,
    unplayable: state.unplayable,
    soundFault: state.troubles.sound,
    serviceFault: state.troubles.service,
    address: current?.address?.url ?? null,
  };
}

/** What is heard now, for the list of what was played. */
export interface Hearing {
  /** The number of its entry: the same item may come twice. */
  readonly entry: number;
  readonly item: Item;
  readonly source: Source;
  readonly isSounding: boolean;
  readonly heardToMs: number;
}

export function toHearing(state: State): Hearing | null {
  const { current } = state.playlist;
  const { source } = state.setting;
  if (current === null || source === null) return null;
  const { id: entry, item, heardToMs } = current;
  return { entry, item, source, isSounding: isSounding(state), heardToMs };
}

/** The feedback that the service accepts with this event, on a track that may be gone after it; null if none. */
export function thumbTaken(
  { ledger, queue }: State,
  event: Event,
): { readonly trackId: string; readonly value: Feedback | null } | null {
  if (event.type !== 'service.answered') return null;
  const question = ledger.open.find(({ id }) => id === event.question);
  if (question === undefined) return null;
  const { ask, lane, about } = question;
  if (ask.op === 'setFeedback') return { trackId: ask.targetId, value: ask.value };
  // The answer was lost, and `current` was asked whether the feedback was taken.
  const { item } = event;
  const command = lane === 'command' ? queue.find(({ ref }) => ref === about)?.command : undefined;
  if (command?.type !== 'setFeedback' || command.value === null || item?.feedback !== command.value)
    return null;
  return item.trackId === null ? null : { trackId: item.trackId, value: command.value };
}

/** Whether the event ends the time of the present listener, whose data the next one must not see. */
export function isListenerGone(event: Event): boolean {
  if (event.type === 'pairing.began') return !event.sameListener;
  return event.type === 'pairing.ended' && event.by === 'listener';
}

/** Whether playback waits for the service or an address: the return of the network would shorten that. */
export function isWaitingForNetwork({ intent, playlist, troubles }: State): boolean {
  const isFaulty = troubles.sound?.fault === 'address' || troubles.service !== null;
  return isFaulty && (intent.wish === 'playing' || unsettledEnd(playlist) !== null);
}

/** The position in the current item, milliseconds; 0 if there is none. */
export function positionOf({ playlist }: State, now: number): number {
  return playlist.current === null ? 0 : positionIn(playlist.current, now);
}
