// @ts-nocheck: frozen, while the types it was written for go on.
import { closeFirst } from './closing.js';
import type { Effect } from './effect.js';
import { regainFirst } from './regain.js';
import { withoutLoads, withoutNext } from './rest.js';
import type { State } from './state.js';
import { enter, type Step, step, then } from './step.js';

/** Asks the service what is current: the way out of every doubt. What sounded until now does not go on behind it. */
export function sync(state: State, now: number): Step {
  const requestId = state.lastId + 1;
  const { playback } = state;
  const isLoaded = 'loadId' in playback && playback.loadId !== null;
  const unload: readonly Effect[] = isLoaded ? [{ type: 'player.unload' }] : [];
  const doubting: State = { ...withoutLoads(state), preview: null };
  if (state.closing !== null) return then(step(doubting, ...unload), next => closeFirst(next, now));
  if (state.regaining !== null)
    return then(step(doubting, ...unload), next => regainFirst(next, 'syncing', now));
  return then(enter(doubting, { phase: 'syncing', requestId }, now), entered =>
    step({ ...entered, lastId: requestId }, ...unload, { type: 'service.getCurrent', requestId }),
  );
}

/** Sets the remembered source again, which the service forgot or another client took away. */
export function restoreSource(state: State, sourceId: string, now: number): Step {
  const requestId = state.lastId + 1;
  // What was told to follow came of another setting of it.
  const moved = withoutNext(withoutLoads(state));
  return then(enter(moved, { phase: 'syncing', requestId }, now), entered =>
    step(
      { ...entered, lastId: requestId },
      { type: 'service.setSource', requestId, sourceId, formerId: null, formerItem: null, forCommand: false },
    ),
  );
}
