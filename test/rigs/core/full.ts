import type { Abilities } from '../../../src/core/vocabulary/abilities.js';
import type { Item } from '../../../src/core/vocabulary/item.js';
import { ends } from './outside.js';
import { createItem, createPlaying, type Stage } from './stage.js';

export const FULL: Abilities = { previous: true, feedback: true, peek: true, replay: true, reports: true };

const ALL = ['SKIP', 'REPLAY', 'SEEK', 'PREVIOUS', 'THUMB'];
export const item = (index: number | null, changes: Partial<Item> = {}) =>
  createItem(index, { interactions: ALL, ...changes });

/** The first item sounds; the service has everything. */
export const playing = (changes: Partial<Item> = {}) => createPlaying(item(0, changes), { abilities: FULL });

/** Five seconds later, the service is asked what comes next. */
export const peeking = (changes: Partial<Item> = {}) =>
  playing(changes).after(5_000).position(5_000).fires('peek');

/** The next item waits in the player, by what was peeked; `loadId` is the appended one's. */
export const peeked = (next = item(1)) => peeking().answer(next);

/** Goes on to a second before the end, where the end is reported. */
export const nearing = (stage: Stage): Stage => stage.after(174_050).position(179_050).fires('endReport');

export const closing = (next = item(1)) => nearing(peeked(next));

/** What was peeked has begun before the answer to the end came. */
export const early = (next = item(1)): Stage => {
  const stage = closing(next);
  const { loadId } = stage;
  ends(stage.after(950));
  return stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000 });
};
