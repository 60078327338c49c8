import { due } from '../facts/end.js';
import { elapsedS, positionOf, withEndOf } from '../facts/entry.js';
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
  return withCurrent(leaving, entry =>
    withEndOf(entry, due('skip', elapsedS(entry, positionOf(entry, state.now)))),
  );
}
