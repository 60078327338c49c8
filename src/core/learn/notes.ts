import { withQuestion } from '../facts/ledger.js';
import { nextPeeked, noteDone, withoutPeeked } from '../facts/playlist.js';
import { inLane } from '../facts/read.js';
import { type Item, isInterruption, isSameItem } from '../vocabulary/item.js';
import { streamInterrupted } from './stops.js';
import type { Question } from '../model/ledger.js';
import type { State } from '../model/state.js';

/** Applies the answer to a note. Only a stream taken over matters, in the answer to the last note. */
export function noteAnswered(state: State, question: Question, item: Item | null): State {
  const done = noteDone(state, question.about);
  const isLast = state.playlist.current?.lastNote === question.id;
  return item !== null && isLast && isInterruption(item) && state.intent.wish === 'playing'
    ? streamInterrupted(done, item)
    : done;
}

/** Stops waiting for a slow note, so that the next one is sent. Its answer is still evaluated. */
export function noteLate(state: State): State {
  const question = inLane(state, 'tell');
  return question === null
    ? state
    : noteDone(withQuestion(state, question.id, { isLate: true }), question.about);
}

/** Takes over the peeked item if it can be played; otherwise keeps the next entry. A lost answer does no harm. */
export function peekAnswered(state: State, question: Question, item: Item | null): State {
  const { current } = state.playlist;
  if (current?.id !== question.about || current.end.at !== 'ahead') return state;
  const isUsable = item?.audioUrl != null && item.index !== null && !isInterruption(item);
  if (!isUsable || isSameItem(current.item, item)) return state;
  return nextPeeked(withoutPeeked(state), item);
}
