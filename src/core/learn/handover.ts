import { withPlayer } from '../facts/player.js';
import { shifted } from '../facts/playlist.js';
import type { State } from '../model/state.js';

/** The next entry is the current one, and what is appended is its sound. */
export function handedOver(state: State): State {
  const { behind } = state.player;
  const next = shifted(state);
  const { current } = next.playlist;
  if (behind === null || current === null) return next;
  const { loadId, entry } = behind;
  return withPlayer(next, { held: { loadId, entry, cue: current.cue, is: 'opening' }, behind: null });
}
