import { shifted, replaced, withoutNext, withoutPrevious } from '../facts/playlist.js';
import { answeredWith } from '../facts/queue.js';
import type { QueuedCommand } from '../model/queue.js';
import { isHandingOver } from '../facts/read.js';
import { heldIs, sourceSet } from '../facts/setting.js';
import type { State } from '../model/state.js';
import { withoutTroubles } from '../facts/troubles.js';
import type { Item, Source } from '../item.js';
import { REFUSALS } from '../refusals.js';
import { stopped } from './stops.js';

/**
 * The source is set, but the service has no address for its episode. What sounds goes on from its own source, which is
 * set again; where nothing is under way, the speaker says why it is silent.
 */
export function refusedSilent(
  state: State,
  { ref }: QueuedCommand,
  { source, item }: { readonly source: Source; readonly item: Item },
): State {
  const refused = answeredWith(state, ref, REFUSALS.noEpisodes);
  const { intent, setting, playlist } = state;
  const isUnderWay = intent.stopped === null && intent.wish !== 'stopped' && setting.source !== null;
  if (isUnderWay && playlist.current !== null) {
    const next = isHandingOver(refused) ? shifted(refused) : refused;
    return heldIs(withoutNext(withoutPrevious(next)), 'no');
  }
  const { reason, message } = REFUSALS.noEpisodes;
  const there = replaced(sourceSet(withoutTroubles(refused), source, 'yes'), item);
  return stopped(there, reason, { code: reason, message });
}
