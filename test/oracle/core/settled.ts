// @ts-nocheck: frozen, while the types it was written for go on.
import { reopenClosing } from './closing.js';
import { endSource, withEndAnswered } from './ending.js';
import type { Event } from './event.js';
import { isSameItem, type Item } from './item.js';
import { resting } from './position.js';
import { rest } from './rest.js';
import { replayHere } from './seek.js';
import { goOn, startTurn } from './session.js';
import type { Pending, State } from './state.js';
import { type Step, step } from './step.js';
import { sync } from './sync.js';
import { isReported, NOT_TOLD } from './turn.js';

type Answer = Exclude<
  Extract<Event, { readonly requestId: number }>,
  { readonly type: 'service.failed' | 'service.itemReceived' | 'service.progressReported' | 'service.peeked' }
>;

/** A listener's command was carried out by the service: what it changes here. */
export function takeAnswer(state: State, pending: Pending, event: Answer, now: number): Step {
  switch (event.type) {
    case 'service.sourceSet':
      return takeSource(state, pending, event, now);
    case 'service.advanced':
      return takeNext(state, event.item, now);
    case 'service.replayed':
      return takeReplay(state, pending, event.item, now);
    case 'service.feedbackSet':
      return takeFeedback(state, pending, event.item, now);
  }
}

/** After a skip, or a step back. */
function takeNext(state: State, item: Item | null, now: number): Step {
  const { turn } = state;
  const closed: State = { ...state, closing: null };
  // What follows the item that was left has come another way already.
  const hasCome = item !== null && turn !== null && isSameItem(turn.item, item);
  if (hasCome) return continueTurn(closed, now);
  const reported = withEndAnswered(closed, item);
  return item === null ? endSource(reported, now) : startTurn(reported, item, now, { fresh: false });
}

/** Heard again from the start, as the item that the service answers with; without one, where it is. */
function takeReplay(state: State, pending: Pending, item: Item | null, now: number): Step {
  const { turn } = state;
  // A source set anew counts from 0 again: the index alone does not tell.
  const hasLeft = pending.overtaken || turn?.item.index !== pending.itemIndex;
  if (item === null) return hasLeft ? step(state) : replayHere(state, now);
  const hasCome = hasLeft && turn !== null && isSameItem(turn.item, item);
  return hasCome ? continueTurn(state, now) : startTurn(state, item, now, { fresh: false });
}

/** Shown at once; a thumb-down takes the item away, where the service still allows a skip. */
function takeFeedback(state: State, pending: Pending, item: Item | null, now: number): Step {
  const { turn } = state;
  const { command, itemIndex, overtaken } = pending;
  // Given to an item that has had its turn meanwhile.
  if (command.type !== 'setFeedback' || turn === null) return step(state);
  if (overtaken || itemIndex !== turn.item.index) return step(state);
  const rated: State = { ...state, turn: { ...turn, item: { ...turn.item, feedback: command.value } } };
  const hasMoved = item !== null && command.value === 'DOWN' && !isSameItem(turn.item, item);
  return hasMoved ? startTurn(withEndAnswered(rated, item), item, now, { fresh: false }) : step(rated);
}

function takeSource(
  state: State,
  pending: Pending,
  event: Extract<Event, { type: 'service.sourceSet' }>,
  now: number,
): Step {
  const wish = pending.silenced ? state.wish : 'playing';
  const { item, source } = event;
  const known = { source, sourceDoubtful: false, regaining: null };
  const set: State = { ...state, ...known, wish, recovery: null, unplayable: 0 };
  const chosen = reopenClosing(set, item);
  if (chosen.closing !== null) return wish === 'playing' ? sync(chosen, now) : rest(chosen, now);
  const isSameSource = state.source?.id === source.id;
  const isSourceOver = state.playback.phase === 'idle' && state.playback.why === 'sourceEnded';
  // The service has heard the end of the item, and what the listener picked begins again.
  const isChosenAnew = pending.command.type === 'play' && pending.command.sourceId !== undefined;
  const isOver = isSourceOver || (isChosenAnew && state.turn?.endTaken === true);
  if (pending.overtaken && isSameSource) {
    return wish === 'playing' ? sync(chosen, now) : rest(chosen, now);
  }
  const { turn } = state;
  const isGoing = turn !== null && !isOver && !isReported(turn) && isSameSource;
  if (isGoing && item !== null && isSameItem(turn.item, item)) {
    const fresh = item.audioUrl === null ? {} : { item, urlSinceMs: now };
    return continueTurn({ ...chosen, turn: { ...turn, ...fresh, reportId: null } }, now);
  }
  if (item === null) {
    // Only `current` can tell whether the item in turn is still the one.
    const isKept = isSameSource && !isOver;
    const nothing = { turn: null, anchor: resting(0, now), upNext: NOT_TOLD, preview: null };
    const kept: State = isKept ? chosen : { ...chosen, ...nothing };
    return wish === 'playing' ? sync(kept, now) : rest(kept, now);
  }
  return startTurn(isSameSource ? chosen : { ...chosen, upNext: NOT_TOLD, preview: null }, item, now, {
    fresh: false,
  });
}

/** The service is at the very item in turn: what sounds goes on, and nothing is played again. */
function continueTurn(state: State, now: number): Step {
  const { playback, questions } = state;
  if (playback.phase === 'playing' || playback.phase === 'loading') return step(state);
  // Its end is being reported: a second report beside that would be one too many.
  if (playback.phase === 'advancing' && questions.includes(playback.requestId)) return step(state);
  return goOn(state, now, { fresh: false });
}
