import { withoutFaults } from '../facts/entry.js';
import { heardOn, withUntold } from '../facts/hearing.js';
import { withoutNotice } from '../facts/notices.js';
import { noteAdded, withCurrent } from '../facts/playlist.js';
import { unsettledEnd } from '../facts/read.js';
import { restorable } from '../facts/setting.js';
import { isHealthy, serviceRecovered, soundRecovered } from '../facts/troubles.js';
import type { State } from '../model/state.js';

/** Records that the current entry has sounded up to `positionMs`. */
export function heard(state: State, positionMs: number): State {
  const further = withCurrent(state, entry => heardOn(entry, positionMs, state.now));
  return withProgress(healed(further, positionMs));
}

/** Clears past faults once sound has come steadily; those of the service only if nothing is left to settle with it. */
function healed(state: State, positionMs: number): State {
  if (!isHealthy(state, positionMs)) return state;
  const isOpen = unsettledEnd(state.playlist) !== null || !['yes', 'unknown'].includes(state.setting.held);
  const sound = withCurrent(soundRecovered(state), withoutFaults);
  if (isOpen) return sound;
  const well = serviceRecovered(sound);
  // The fault has passed, so its notice goes too.
  const isTold = state.notice?.notice.code === 'serviceError';
  return restorable(isTold ? withoutNotice(well) : well);
}

/** Adds a progress report after every interval of sound (specification, section 4, rules 1 and 2). */
function withProgress(state: State): State {
  const { settings, playlist } = state;
  const { current } = playlist;
  const everyMs = (current?.item.progressFrequencyS ?? settings.progressS) * 1000;
  if (current === null || everyMs === 0 || current.untoldMs < everyMs) return state;
  // Positions come once per second. The excess counts for the next interval; otherwise intervals would grow.
  const counted = withCurrent(state, entry => withUntold(entry, entry.untoldMs % everyMs));
  return noteAdded(counted, 'setProgress', current.heardToMs);
}
