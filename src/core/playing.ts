import type { Fault } from './backoff.js';
import type { Event } from './event.js';
import { positionOf as positionIn } from './facts/entry.js';
import { heldOfCurrent, isSounding, unsettledEnd } from './facts/read.js';
import type { Feedback, Item, Source } from './item.js';
import type { State } from './model/state.js';
import { placeOf } from './tables/place.js';
import { soundOf } from './tables/sound.js';

/** What whoever stands outside of core may read of the state, apart from what phones are shown. */
export interface Playing {
  /** The names of the rows that fit (docs/states.md). */
  readonly sound: string;
  readonly place: string;
  readonly wish: State['intent']['wish'];
  readonly sourceId: string | null;
  readonly item: Item | null;
  /** What is in the player for the item; null: nothing. */
  readonly loadId: number | null;
  /** It has begun, and is meant to go on. */
  readonly hasBegun: boolean;
  /** Samples reach the output. */
  readonly isSounding: boolean;
  /** Up to here it was heard, milliseconds. */
  readonly heardToMs: number;
  readonly isPlayerAlive: boolean;
  /** Times the player died in a row. */
  readonly deaths: number;
  /** Items given up in a row. */
  readonly unplayable: number;
  /** What keeps sound from coming, and what of the service is waited out; `attempt` counts from 0. */
  readonly soundFault: { readonly fault: Fault; readonly attempt: number } | null;
  readonly serviceFault: { readonly fault: Fault; readonly attempt: number } | null;
  /** The address that the item is played from, a secret. */
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

/** What is heard now, for whoever lists what was. */
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

/** The thumb that the service has taken with this event, and on which track: one that is thumbed down may be gone by it. */
export function thumbTaken(
  { ledger, queue }: State,
  event: Event,
): { readonly trackId: string; readonly value: Feedback | null } | null {
  if (event.type !== 'service.answered') return null;
  const question = ledger.open.find(({ id }) => id === event.question);
  if (question === undefined) return null;
  const { ask, lane, about } = question;
  if (ask.op === 'setFeedback') return { trackId: ask.targetId, value: ask.value };
  // It was looked up whether it was taken.
  const { item } = event;
  const command = lane === 'command' ? queue.find(({ ref }) => ref === about)?.command : undefined;
  if (command?.type !== 'setFeedback' || command.value === null || item?.feedback !== command.value)
    return null;
  return item.trackId === null ? null : { trackId: item.trackId, value: command.value };
}

/** Whether the listener, whose doings nobody else is to see, is gone with this event. */
export function isListenerGone(event: Event): boolean {
  if (event.type === 'pairing.began') return !event.sameListener;
  return event.type === 'pairing.ended' && event.by === 'listener';
}

/** Whether the service, or an address, is waited for: the network's return would shorten that. */
export function isWaitingForNetwork({ intent, playlist, troubles }: State): boolean {
  const isFaulty = troubles.sound?.fault === 'address' || troubles.service !== null;
  return isFaulty && (intent.wish === 'playing' || unsettledEnd(playlist) !== null);
}

/** Where it is in the item, milliseconds. */
export function positionOf({ playlist }: State, now: number): number {
  return playlist.current === null ? 0 : positionIn(playlist.current, now);
}
