import { closed, inLane } from '../facts/ledger.js';
import type { Question } from '../model/ledger.js';
import { unsettledEnd } from '../facts/playlist.js';
import type { State } from '../model/state.js';
import type { Item } from '../item.js';
import { endAnswered } from './end-answers.js';

/** What is current while a report is slow: where it has moved on, the report was taken, and nobody waits for its answer. */
export function watched(state: State, { about }: Question, item: Item | null): State {
  const report = inLane(state, 'place');
  const open = unsettledEnd(state.playlist);
  const hasMoved = item !== null && open !== null && item.index !== open.index;
  return report?.id === about && hasMoved ? endAnswered(closed(state, report.id), item) : state;
}
