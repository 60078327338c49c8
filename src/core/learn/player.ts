import { overAndEnded } from '../facts/end.js';
import { placedAt, positionOf, withoutAddress } from '../facts/entry.js';
import { cutAt, endedAt, heardTo, measured, sounded } from '../facts/hearing.js';
import { AWAY, withHeld, withPlayer } from '../facts/player.js';
import { handedOver, noteAdded, shifted, withCurrent, withoutNextAddress } from '../facts/playlist.js';
import { heldOfCurrent, isHandingOver, isReported } from '../facts/read.js';
import { playable, soundFailed } from '../facts/troubles.js';
import { heard } from './heard.js';
import { failed, givenUp } from './misfortunes.js';
import type { Entry } from '../model/playlist.js';
import type { State } from '../model/state.js';
import type { PlayerEvent } from '../player-event.js';
import { positionAt } from '../position.js';

/** An `eof` so near the end, or behind it, is the end. A dropped stream looks the same further away from it. */
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
  return wasHandingOver ? shifted(dead) : dead;
}

export function loadStarted(state: State, event: Of<'player.started'>): State {
  const { held, behind } = state.player;
  if (behind?.loadId === event.loadId) return begun(takenUp(state), event);
  if (held?.loadId === event.loadId) return begun(state, event);
  const isOld = held === null ? state.player.takenBack !== event.loadId : event.loadId < held.loadId;
  if (isOld) return state;
  // What was taken back had begun in the same instant: it is not what is wanted, and what was before it is over.
  const strange = withPlayer(state, { held: { loadId: event.loadId, entry: 0, cue: 0, is: 'sounding' } });
  return held === null ? strange : withCurrent(strange, entry => overAndEnded(entry));
}

/** The next entry has begun, so the one before it is over. */
function takenUp(state: State): State {
  return handedOver(withCurrent(state, entry => overAndEnded(entry)));
}

function begun(state: State, { positionMs, lengthMs, isOpen }: Of<'player.started'>): State {
  const told = { positionMs, lengthMs, isOpen: isOpen === true };
  const started = withCurrent(withHeld(state, 'sounding'), entry => sounded(entry, told, state.now));
  return state.player.isRunning ? noteAdded(started, 'setStarted') : started;
}

/** All of it is in the player, so that its end is known; or its data broke off, which is seen when the sound does. */
export function loadFetched(state: State, { positionMs, lengthMs }: Of<'player.fetched'>): State {
  const { current } = state.playlist;
  if (current === null || !isAtEnd(current, positionMs, lengthMs)) return state;
  // What is stated is more exact than what was fetched, unless that is much more.
  const isStated = lengthMs !== null && lengthMs >= positionMs - END_TOLERANCE_MS;
  return withCurrent(state, entry => measured(entry, isStated ? lengthMs : positionMs));
}

export function positionTold(state: State, { positionMs }: Of<'player.position'>): State {
  const isFlowing = heldOfCurrent(state)?.is === 'sounding' && state.player.isRunning;
  return isFlowing ? heard(state, positionMs) : state;
}

/** A seek has landed, or data have come again. */
export function soundFlows(state: State, { positionMs }: Of<'player.seeked' | 'player.flowing'>): State {
  const is = heldOfCurrent(state)?.is;
  if (is === undefined || is === 'opening' || is === 'over') return state;
  const placed = withCurrent(state, entry => heardTo(placedAt(entry, positionMs, state.now), positionMs));
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

/** By the player's own length; the service's counts where the player has none. */
function isAtEnd(entry: Entry, positionMs: number, lengthMs: number | null): boolean {
  const endMs = lengthMs ?? entry.lengthMs ?? entry.item.durationMs;
  return endMs === null || endMs - positionMs <= END_TOLERANCE_MS;
}

export function loadEnded(state: State, { positionMs, lengthMs }: Of<'player.ended'>): State {
  const { current } = state.playlist;
  const { held, behind } = state.player;
  if (current === null || held === null) return state;
  const isEnd = isReported(current) || isAtEnd(current, positionMs, lengthMs);
  const isSameCut = current.cutAtMs !== null && Math.abs(current.cutAtMs - positionMs) <= END_TOLERANCE_MS;
  const at = withCurrent(state, entry => placedAt(entry, positionMs, state.now));
  if (!isEnd && !isSameCut) {
    const cut = withCurrent(at, entry => cutAt(entry, positionMs));
    return soundFailed(withPlayer(cut, { held: null }), { fault: 'address', positionMs });
  }
  const known = withCurrent(at, entry => endedAt(entry, positionMs, lengthMs));
  // Nothing of it was heard, or no more than before: as good as unplayable, were it to go on like this.
  if (!isReported(current) && (!isEnd || held.is === 'opening'))
    return givenUp(withPlayer(known, { held: null }), { notice: null, atMs: null });
  const past = withCurrent(playable(known), entry => overAndEnded(entry));
  return behind === null ? withPlayer(past, { held: null }) : withHeld(past, 'over');
}

export function loadFailed(state: State, event: Of<'player.failed'>): State {
  const { positionMs } = event;
  const wasSounding = heldOfCurrent(state)?.is !== 'opening';
  const at =
    positionMs === null || !wasSounding || !state.player.isRunning
      ? state
      : withCurrent(state, entry => placedAt(entry, positionMs, state.now));
  return failed(withPlayer(at, { held: null }), event);
}

/** Unloaded, and not because we asked. */
export function loadStopped(state: State): State {
  const { current } = state.playlist;
  const gone = withCurrent(withPlayer(state, { held: null }), withoutAddress);
  return current === null
    ? gone
    : soundFailed(gone, { fault: 'address', positionMs: positionOf(current, state.now) });
}

/** What is appended came to nothing before, or right at, its turn. */
export function behindFailed(
  state: State,
  event: Of<'player.failed' | 'player.ended' | 'player.stopped'>,
): State {
  if (!isHandingOver(state)) return withoutNextAddress(withPlayer(state, { behind: null }));
  const next = takenUp(state);
  if (event.type === 'player.failed') return loadFailed(next, event);
  return event.type === 'player.ended' ? loadEnded(next, event) : loadStopped(next);
}

/** The player was told to play on but nothing was heard of it for too long, or the load never began. */
export function stalled(state: State): State {
  const { current } = state.playlist;
  if (current === null) return state;
  // What was expected to sound since it was last heard of did not.
  const positionMs =
    heldOfCurrent(state)?.is === 'sounding' ? current.heardToMs : positionOf(current, state.now);
  const bare = withCurrent(state, entry => withoutAddress(placedAt(entry, positionMs, state.now)));
  return soundFailed(bare, { fault: 'address', positionMs });
}
