import type { ServiceEvent } from '../event.js';
import { closed, returned } from '../facts/ledger.js';
import type { Question } from '../model/ledger.js';
import { noteDone } from '../facts/notes.js';
import { foretold, withoutForetold } from '../facts/playlist.js';
import type { State } from '../model/state.js';
import { isHalt, isSameItem, type Item } from '../item.js';
import { commandAnswered, commandFailed } from './command-answers.js';
import { placeAnswered } from './place-answers.js';
import { placeFailed } from './place-failures.js';
import { halted } from './stops.js';
import { watched } from './watch.js';

/** Routes an answer by the lane of its question. One that nobody waits for (any more) changes nothing. */
export function answered(state: State, event: ServiceEvent): State {
  const back = returned(state, event.question);
  const question = state.ledger.open.find(({ id }) => id === event.question);
  if (question === undefined || question.pairing !== state.pairing.serial) return back;
  const shut = closed(back, question.id);
  const failure = event.type === 'service.failed' ? event.failure : null;
  const answer = event.type === 'service.answered' ? event : null;
  switch (question.lane) {
    case 'place':
      if (failure !== null) return placeFailed(shut, question, failure);
      return answer === null ? shut : placeAnswered(shut, question, answer);
    case 'command':
      if (failure !== null) return commandFailed(shut, question, failure);
      return answer === null ? shut : commandAnswered(shut, question, answer);
    case 'watch':
      return watched(shut, question, answer?.item ?? null);
    case 'peek':
      return peeked(shut, question, answer?.item ?? null);
    case 'tell':
      return told(shut, question, answer?.item ?? null);
  }
}

/** Only a stream taken over matters in the answer to the last note. */
function told(state: State, question: Question, item: Item | null): State {
  const done = noteDone(state, question.about);
  const isLast = state.playlist.current?.lastNote === question.id;
  return item !== null && isLast && isHalt(item) && state.intent.wish === 'playing'
    ? halted(done, item)
    : done;
}

/** Something that cannot be played is no better than what is in hand; a lost answer is no harm. */
function peeked(state: State, question: Question, item: Item | null): State {
  const { current } = state.playlist;
  if (current?.id !== question.about || current.end.at !== 'ahead') return state;
  const isUsable = item?.audioUrl != null && item.index !== null && !isHalt(item);
  if (!isUsable || isSameItem(current.item, item)) return state;
  return foretold(withoutForetold(state), item);
}
