import { elapsedS, positionOf } from '../facts/entry.js';
import type { Entry } from '../model/entry.js';
import { withCurrent } from '../facts/playlist.js';
import { answeredWith, withCommand } from '../facts/queue.js';
import type { State } from '../model/state.js';
import { REFUSALS } from '../refusals.js';

/** A skip is an end told early (service rules, "skip", core). Where an end is being told already, it waits for that. */
export function skipBegun(state: State, ref: number): State {
  const { current } = state.playlist;
  if (current === null || (current.item.index === null && current.end.at === 'ahead'))
    return answeredWith(state, ref, REFUSALS.noSource);
  const leaving = withCommand(state, ref, { progress: { at: 'leaving' } });
  if (current.end.at !== 'ahead') return leaving;
  const skipped = (entry: Entry): Entry => ({
    ...entry,
    end: { at: 'due', by: 'skip', elapsedS: elapsedS(entry, positionOf(entry, state.now)), tries: 0 },
  });
  return withCurrent(leaving, skipped);
}
