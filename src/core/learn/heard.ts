import { withoutFaults } from '../facts/entry.js';
import { heardOn, withUntold } from '../facts/hearing.js';
import { withoutNotice } from '../facts/notices.js';
import { noteAdded, withCurrent } from '../facts/playlist.js';
import { unsettledEnd } from '../facts/read.js';
import { restorable } from '../facts/setting.js';
import { isHealthy, serviceRecovered, soundRecovered } from '../facts/troubles.js';
import type { State } from '../model/state.js';

/** So far it has sounded. */
export function heard(state: State, positionMs: number): State {
  const further = withCurrent(state, entry => heardOn(entry, positionMs, state.now));
  return withProgress(healed(further, positionMs));
}

/** Forgets past faults once sound has come steadily; those of the service only where nothing of it is open. */
function healed(state: State, positionMs: number): State {
  if (!isHealthy(state, positionMs)) return state;
  const isOpen = unsettledEnd(state.playlist) !== null || !['yes', 'unknown'].includes(state.setting.held);
  const sound = withCurrent(soundRecovered(state), withoutFaults);
  const well = isOpen ? sound : serviceRecovered(sound);
  if (isOpen) return well;
  // What was waited out is over, and so is what was said of it.
  const isTold = state.notice?.notice.code === 'serviceError';
  return restorable(isTold ? withoutNotice(well) : well);
}

/** Progress reports: every so many seconds of sound (specification, section 4, rules 1 and 2). */
function withProgress(state: State): State {
  const { settings, playlist } = state;
  const { current } = playlist;
  const everyMs = (current?.item.progressFrequencyS ?? settings.progressS) * 1000;
  if (current === null || everyMs === 0 || current.untoldMs < everyMs) return state;
  // Positions come once a second: what is over the interval counts for the next one, or intervals would grow.
  const counted = withCurrent(state, entry => withUntold(entry, entry.untoldMs % everyMs));
  return noteAdded(counted, 'setProgress', current.heardToMs);
}
