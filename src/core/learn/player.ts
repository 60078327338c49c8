import { isGoing } from '../facts/announcements.js';
import { overAndEnded } from '../facts/end.js';
import { placedAt, positionOf, withoutAddress } from '../facts/entry.js';
import { breaksAt, heardOn, soundBegun } from '../facts/hearing.js';
import { faultOf, hostEnded, hostFailed } from '../facts/hosts.js';
import { withoutNotice } from '../facts/notices.js';
import { AWAY, withHeld, withPlayer } from '../facts/player.js';
import {
  restContinued,
  handedOver,
  noteAdded,
  playlistShifted,
  withCurrent,
  withoutNextAddress,
} from '../facts/playlist.js';
import { heldOfCurrent, isHandingOver, isReported, isRestAppended, unsettledEnd } from '../facts/read.js';
import { restorable } from '../facts/setting.js';
import { isHealthy, playable, serviceRecovered, soundFailed, soundRecovered } from '../facts/troubles.js';
import { currentFailed, givenUp } from './misfortunes.js';
import type { Entry } from '../model/playlist.js';
import type { State } from '../model/state.js';
import type { PlayerEvent } from '../vocabulary/player-event.js';
import { positionAt } from '../vocabulary/position.js';

/** An `eof` within this distance of the end is the end; further away it looks the same, but is a dropped stream. */
const END_TOLERANCE_MS = 2_000;

type Of<Type extends PlayerEvent['type']> = Extract<PlayerEvent, { readonly type: Type }>;

export function playerReady(state: State): State {
  return withPlayer(state, { alive: true, deaths: 0 });
}

export function playerDied(state: State, { silentMs = 0 }: Of<'player.died'>): State {
  const { now, player } = state;
  const wasHandingOver = isHandingOver(state);
  const at = withCurrent(state, entry => {
    const lastMs = Math.max(entry.anchor.steadyMs, now - silentMs);
    return placedAt(entry, positionAt(entry.anchor, lastMs, positionOf(entry, now)), now);
  });
  const dead = withPlayer(at, { ...AWAY, deaths: player.deaths + 1 });
  return wasHandingOver ? playlistShifted(dead) : dead;
}

export function loadStarted(state: State, event: Of<'player.started'>): State {
  const { held, behind } = state.player;
  if (behind?.loadId === event.loadId)
    return begun(isRestAppended(state) ? restContinued(state) : takenUp(state), event);
  if (held?.loadId === event.loadId) return begun(state, event);
  const isOld = held === null ? state.player.takenBack !== event.loadId : event.loadId < held.loadId;
  if (isOld) return state;
  // A load was withdrawn just as it began. It is not wanted, but the entry before it is over.
  const load = { loadId: event.loadId, entry: 0, startMs: 0, origin: '', shown: null };
  const strange = withPlayer(state, { held: { ...load, cue: 0, is: 'sounding' } });
  return held === null ? strange : withCurrent(strange, entry => overAndEnded(entry));
}

/** The appended entry has begun, so the one before it is over. */
function takenUp(state: State): State {
  return handedOver(withCurrent(state, entry => overAndEnded(entry)));
}

function begun(state: State, { positionMs, lengthMs, isOpen }: Of<'player.started'>): State {
  const told = { positionMs, lengthMs, isOpen: isOpen === true };
  const started = withCurrent(withHeld(state, 'sounding'), entry => soundBegun(entry, told, state.now));
  return isGoing(state) ? noteAdded(started, 'setStarted') : started;
}

/** Records the length once the player has all data. If the data broke off instead, `loadCut` or `loadEnded` finds it. */
export function loadFetched(state: State, { positionMs, lengthMs }: Of<'player.fetched'>): State {
  const { current } = state.playlist;
  if (current === null || !isAtEnd(current, positionMs, lengthMs)) return state;
  // A stated length is more exact than the fetched one where the two agree.
  const isStated = lengthMs !== null && isNear(lengthMs, positionMs);
  const measured = { lengthMs: isStated ? lengthMs : positionMs, isOpen: false, breaksAtMs: null };
  return withCurrent(state, entry => ({ ...entry, ...measured }));
}

/** Records where the data will break off, so that the rest of the item is appended before. Once for each place. */
export function loadCut(state: State, { positionMs }: Of<'player.cut'>): State {
  const { current } = state.playlist;
  const isOfUse =
    current?.end.at === 'ahead' &&
    !isAtEnd(current, positionMs, current.lengthMs) &&
    !isSameCut(current, positionMs);
  return isOfUse ? withCurrent(state, entry => breaksAt(entry, positionMs)) : state;
}

export function positionTold(state: State, { positionMs }: Of<'player.position'>): State {
  const isFlowing = heldOfCurrent(state)?.is === 'sounding' && state.player.isRunning;
  return isFlowing ? heard(state, positionMs) : state;
}

/** Records that the current entry has sounded up to `positionMs`. */
function heard(state: State, positionMs: number): State {
  const further = withCurrent(state, entry => heardOn(entry, positionMs, state.now));
  return withProgress(healed(further, positionMs));
}

/** Clears past faults once sound has come steadily; those of the service only if nothing is left to settle with it. */
function healed(state: State, positionMs: number): State {
  if (!isHealthy(state, positionMs)) return state;
  const isOpen = unsettledEnd(state.playlist) !== null || !['yes', 'unknown'].includes(state.setting.held);
  const sound = withCurrent(soundRecovered(state), entry => ({ ...entry, faults: 0 }));
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
  const counted = withCurrent(state, entry => ({ ...entry, untoldMs: entry.untoldMs % everyMs }));
  return noteAdded(counted, 'setProgress', current.heardToMs);
}

/** Handles the end of a seek or of a lack of data. */
export function soundFlows(state: State, { positionMs }: Of<'player.seeked' | 'player.flowing'>): State {
  const is = heldOfCurrent(state)?.is;
  if (is === undefined || is === 'opening' || is === 'over') return state;
  const placed = withCurrent(state, entry => ({
    ...placedAt(entry, positionMs, state.now),
    heardToMs: positionMs,
  }));
  return withHeld(placed, 'sounding');
}

export function soundStarved(state: State, { positionMs }: Of<'player.starved'>): State {
  const is = heldOfCurrent(state)?.is;
  if (is === undefined || is === 'opening' || is === 'over') return state;
  return withHeld(
    withCurrent(state, entry => placedAt(entry, positionMs, state.now)),
    'starved',
  );
}

function isNear(oneMs: number, otherMs: number): boolean {
  return Math.abs(oneMs - otherMs) <= END_TOLERANCE_MS;
}

/** Whether the position is at the end by the player's length or by the service's. */
function isAtEnd(entry: Entry, positionMs: number, toldMs: number | null): boolean {
  const { durationMs } = entry.item;
  const lengthMs = toldMs ?? entry.lengthMs;
  if (durationMs !== null && isNear(durationMs, positionMs)) return true;
  const endMs = lengthMs ?? durationMs;
  return endMs === null || endMs - positionMs <= END_TOLERANCE_MS;
}

/** Whether the data broke off here before. */
function isSameCut({ cutAtMs }: Entry, positionMs: number): boolean {
  return cutAtMs !== null && isNear(cutAtMs, positionMs);
}

export function loadEnded(state: State, { positionMs, lengthMs }: Of<'player.ended'>): State {
  const { current } = state.playlist;
  const { held, behind } = state.player;
  if (current === null || held === null) return state;
  const isEnd = isReported(current) || isAtEnd(current, positionMs, lengthMs);
  const at = withCurrent(hostEnded(state, held, positionMs), entry => placedAt(entry, positionMs, state.now));
  if (isRestAppended(state)) return restContinued(at);
  if (!isEnd && !isSameCut(current, positionMs)) {
    const cut = withCurrent(at, entry => ({ ...withoutAddress(entry), cutAtMs: positionMs }));
    return soundFailed(withPlayer(cut, { held: null }), { fault: 'address', positionMs });
  }
  const told = { heardToMs: positionMs, lengthMs: lengthMs ?? current.lengthMs };
  const known = withCurrent(at, entry => ({ ...entry, ...told }));
  // Nothing of the item was heard, or nothing new since the last break: it counts as unplayable.
  if (!isReported(current) && (!isEnd || held.is === 'opening'))
    return givenUp(withPlayer(known, { held: null }), { notice: null, atMs: positionMs });
  const past = withCurrent(playable(known), entry => overAndEnded(entry, isEnd ? null : positionMs));
  return behind === null ? withPlayer(past, { held: null }) : withHeld(past, 'over');
}

export function loadFailed(state: State, event: Of<'player.failed'>): State {
  const { positionMs } = event;
  const wasSounding = heldOfCurrent(state)?.is !== 'opening';
  const at =
    positionMs === null || !wasSounding || !state.player.isRunning
      ? state
      : withCurrent(state, entry => placedAt(entry, positionMs, state.now));
  const free = withPlayer(hostFailed(at, event), { held: null });
  return currentFailed(free, { fault: faultOf(state, event), httpStatus: event.httpStatus });
}

/** Handles an unload that the speaker did not request. */
export function loadStopped(state: State): State {
  const { current } = state.playlist;
  const gone = withCurrent(withPlayer(state, { held: null }), withoutAddress);
  return current === null
    ? gone
    : soundFailed(gone, { fault: 'address', positionMs: positionOf(current, state.now) });
}

/** The appended load failed before its turn, or just at it. A rest is loaded once more when its turn comes. */
export function behindFailed(
  state: State,
  event: Of<'player.failed' | 'player.ended' | 'player.stopped'>,
): State {
  if (isHandingOver(state)) {
    const next = takenUp(state);
    if (event.type === 'player.failed') return loadFailed(next, event);
    return event.type === 'player.ended' ? loadEnded(next, event) : loadStopped(next);
  }
  const isFailure = event.type === 'player.failed';
  const alone = withPlayer(isFailure ? hostFailed(state, event) : state, { behind: null });
  if (isFailure && faultOf(state, event) === null) return alone;
  return isRestAppended(state)
    ? withCurrent(alone, entry => breaksAt(entry, null))
    : withoutNextAddress(alone);
}

/** Handles a load that never began, or whose sound stopped for too long although the player was running. */
export function loadStalled(state: State): State {
  const { current } = state.playlist;
  if (current === null) return state;
  // The sound expected since the last position did not come.
  const positionMs =
    heldOfCurrent(state)?.is === 'sounding' ? current.heardToMs : positionOf(current, state.now);
  const bare = withCurrent(state, entry => withoutAddress(placedAt(entry, positionMs, state.now)));
  return soundFailed(bare, { fault: 'address', positionMs });
}
