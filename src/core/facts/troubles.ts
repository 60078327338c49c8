import type { HostRefusal, ServiceTrouble, SoundTrouble, State, Troubles, Waiting } from '../model/state.js';
import type { SilenceReason } from '../../contract/public-state.js';

/** This much sound after a fault means that the fault has passed. */
const HEALTHY_AFTER_MS = 3_000;
/** Attempts kept after a change of network: those made on the old link say little about the new one. */
const KEPT_ATTEMPTS = 4;

function withTroubles(state: State, change: Partial<Troubles>): State {
  return { ...state, troubles: { ...state.troubles, ...change } };
}

export function soundFailed(
  state: State,
  {
    fault,
    positionMs,
    refused = null,
  }: { fault: SoundTrouble['fault']; positionMs: number; refused?: HostRefusal | null },
): State {
  const attempt = (state.troubles.sound?.attempt ?? -1) + 1;
  const sound = { fault, attempt, positionMs, refused, waited: false, hurried: false };
  return withTroubles(state, { sound });
}

export function serviceFailed(
  state: State,
  { fault, retryAfterMs = null }: { fault: ServiceTrouble['fault']; retryAfterMs?: number | null },
): State {
  const attempt = (state.troubles.service?.attempt ?? -1) + 1;
  return withTroubles(state, { service: { fault, attempt, retryAfterMs, waited: false, hurried: false } });
}

export function soundWaited(state: State): State {
  const { sound } = state.troubles;
  return sound === null ? state : withTroubles(state, { sound: { ...sound, waited: true } });
}

export function serviceWaited(state: State): State {
  const { service } = state.troubles;
  return service === null ? state : withTroubles(state, { service: { ...service, waited: true } });
}

/** Shortens the waits that depend on the network, because the device got a network address that it did not have. */
export function waitsShortened(state: State): State {
  const { sound, service } = state.troubles;
  if (sound === null && service === null) return state;
  const soon = <T extends Waiting>(trouble: T): T => ({
    ...trouble,
    attempt: Math.min(trouble.attempt, KEPT_ATTEMPTS),
    hurried: trouble.attempt > KEPT_ATTEMPTS,
  });
  return withTroubles(state, {
    sound: sound?.fault === 'address' ? soon(sound) : sound,
    service: service?.fault === 'offline' ? soon(service) : service,
  });
}

export function serviceRecovered(state: State): State {
  return state.troubles.service === null ? state : withTroubles(state, { service: null });
}

/** Resets the count of items given up: what was asked for or heard can be played. */
export function playable(state: State): State {
  return state.unplayable === 0 ? state : { ...state, unplayable: 0 };
}

export function oneMoreUnplayable(state: State): State {
  return { ...state, unplayable: state.unplayable + 1 };
}

export function soundRecovered(state: State): State {
  return withTroubles(playable(state), { sound: null });
}

/** Ends the wait for the sound. */
export function withoutSoundTrouble(state: State): State {
  return state.troubles.sound === null ? state : withTroubles(state, { sound: null });
}

export function withoutTroubles(state: State): State {
  return serviceRecovered(soundRecovered(state));
}

/** Moves the position from which sound must come to prove recovery: another item, or another position in it. */
export function fromTheStart(state: State, positionMs = 0): State {
  const { sound } = state.troubles;
  return sound === null ? state : withTroubles(state, { sound: { ...sound, positionMs } });
}

/** Ends the wait for the address of an item that is left: another item has another address. */
export function withoutAddressTrouble(state: State): State {
  return state.troubles.sound?.fault === 'address' ? withoutSoundTrouble(state) : fromTheStart(state);
}

/** Whether enough has sounded since the last fault to clear it. False if there is nothing to clear. */
export function isHealthy({ troubles, unplayable, playlist, setting }: State, positionMs: number): boolean {
  if (positionMs < (troubles.sound?.positionMs ?? 0) + HEALTHY_AFTER_MS) return false;
  const isWell = troubles.sound === null && troubles.service === null && unplayable === 0;
  return !(isWell && (playlist.current?.faults ?? 0) === 0 && !setting.wasRestored);
}

/** Fresh addresses that may fail while clients are still told `loading`. */
const QUIET_TRIES = 3;

/** The silence reason of the open faults, the same between attempts; one or two failed addresses count as loading. */
export function troubleName({ troubles }: State): SilenceReason {
  const { sound, service } = troubles;
  if (sound?.fault === 'device') return 'audioDeviceUnavailable';
  if (service !== null) return service.fault;
  if (sound === null) return 'loading';
  if (sound.refused !== null && sound.refused.fault !== 'unanswered')
    return sound.refused.times > QUIET_TRIES ? 'serviceError' : 'loading';
  return sound.attempt < QUIET_TRIES ? 'loading' : 'offline';
}
