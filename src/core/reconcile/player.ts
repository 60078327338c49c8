import { withSpoken } from '../facts/agenda.js';
import { spokenOf } from '../facts/announcements.js';
import { positionOf } from '../facts/entry.js';
import { hostLeft, isDoubted, originOf } from '../facts/hosts.js';
import { withId } from '../facts/ids.js';
import { levelOf, loudnessOf } from '../facts/level.js';
import { loadBegun } from '../facts/pace.js';
import { EMPTIED, withHeld, withPlayer } from '../facts/player.js';
import type { Entry } from '../model/playlist.js';
import type { Held, Load, State } from '../model/state.js';
import type { Effect, Made } from './effect.js';
import { soundOf } from '../tables/sound.js';

/** Brings the player to the wanted state, by difference from what it was last told; lower volume before new sound. */
export function reconcilePlayer(state: State): Made {
  const steps = [lower, muted, held, running, behind, device, level, ducked];
  return chained(state.player.alive ? [...steps, spoken] : [spoken], state);
}

function chained(steps: readonly ((state: State) => Made)[], state: State): Made {
  return steps.reduce<Made>(
    ([before, done], step) => {
      const [after, more] = step(before);
      return [after, [...done, ...more]];
    },
    [state, []],
  );
}

/** Lowers the level before new sound begins. Sound that is about to stop is not raised for its last moment. */
function lower(state: State): Made {
  const has = state.player.volume;
  return has !== null && levelOf(state) > has ? [state, []] : level(state);
}

function level(state: State): Made {
  const wanted = levelOf(state);
  if (state.player.volume === wanted) return [state, []];
  return [withPlayer(state, { volume: wanted }), [{ type: 'player.setVolume', volume: wanted }]];
}

function muted(state: State): Made {
  const { muted: wanted } = state;
  if (state.player.muted === wanted) return [state, []];
  return [withPlayer(state, { muted: wanted }), [{ type: 'player.setMuted', muted: wanted }]];
}

/** Makes the player hold the wanted entry: unloads, advances to the appended load, loads, or seeks. */
function held(state: State): Made {
  const { hold, device: mayKeepDevice } = soundOf(state).want(state);
  const { held: has, behind: follows, isEmpty } = state.player;
  if (hold === null) {
    const isDone = has === null && follows === null && (isEmpty || mayKeepDevice);
    return isDone ? [state, []] : [withPlayer(hostLeft(state), EMPTIED), [{ type: 'player.unload' }]];
  }
  if (has?.entry === hold.id) return sought(state, has, hold);
  return follows?.entry === hold.id ? jumped(state, follows, hold) : loaded(hostLeft(state), hold);
}

function sought(state: State, has: Held, entry: Entry): Made {
  if (has.cue === entry.cue || has.is === 'over') return [state, []];
  if (has.is === 'opening') return loaded(hostLeft(state), entry);
  const positionMs = entry.anchor.positionMs;
  const seeking = withHeld(state, 'seeking', { cue: entry.cue });
  return [seeking, [{ type: 'player.seek', positionMs }]];
}

function jumped(state: State, load: Load, { cue }: Entry): Made {
  const opening: Held = { ...load, cue, is: 'opening' };
  const at = withPlayer(state, { held: opening, behind: null, isRunning: true, hasDevice: true });
  return [at, [{ type: 'player.next', loadId: load.loadId }]];
}

/** A new load of the entry's address; a host that is doubted is asked first. */
function toLoad(
  state: State,
  { id: entry, item: { gainDb }, address }: Entry,
  { mode, startMs }: { readonly mode: 'replace' | 'append'; readonly startMs: number },
): { readonly load: Load; readonly numbered: State; readonly effect: Effect } {
  const [loadId, numbered] = withId(state);
  const url = address?.url ?? '';
  const origin = originOf(url);
  const isAsked = isDoubted(state, origin);
  const load: Load = { loadId, entry, startMs, origin, shown: isAsked ? 'awaited' : null };
  const request = { loadId, url, startMs, gainDb, mode, paused: false };
  const effect: Effect = {
    type: 'player.load',
    ...request,
    ...(isAsked && { probe: { well: state.hosts.well } }),
  };
  return { load, numbered, effect };
}

function loaded(state: State, entry: Entry): Made {
  if (entry.address === null) return [state, []];
  const startMs = Math.round(positionOf(entry, state.now));
  const { load, numbered, effect } = toLoad(state, entry, { mode: 'replace', startMs });
  const opening: Held = { ...load, cue: entry.cue, is: 'opening' };
  const begun = { held: opening, behind: null, isEmpty: false, isRunning: true, hasDevice: true };
  return [loadBegun(withPlayer(numbered, begun), load.loadId), [effect]];
}

/** Starts or pauses the sound. If it waits for the device or for something else, the player tells when it starts. */
function running(state: State): Made {
  const { run } = soundOf(state).want(state);
  const { held: has, isRunning, hasDevice } = state.player;
  if (has === null || isRunning === run) return [state, []];
  if (!run) return [withPlayer(state, { isRunning: false }), [{ type: 'player.pause' }]];
  const waits = !hasDevice ? 'seeking' : state.settings.soundWaits === true ? 'starved' : 'sounding';
  const is = has.is === 'sounding' ? waits : has.is;
  const resumed = withPlayer(withHeld(state, is), { isRunning: true, hasDevice: true });
  return [resumed, [{ type: 'player.resume' }]];
}

/** Appends the next entry behind the one that sounds, or withdraws it. */
function behind(state: State): Made {
  const wanted = soundOf(state).want(state).behind;
  const { held: has, behind: follows } = state.player;
  if (has === null || has.is === 'opening' || follows?.entry === wanted?.id) return [state, []];
  if (wanted?.address == null)
    return [
      withPlayer(state, { behind: null, takenBack: follows?.loadId ?? null }),
      [{ type: 'player.dropAppended' }],
    ];
  const startMs = wanted.breaksAtMs ?? 0;
  const { load, numbered, effect } = toLoad(state, wanted, { mode: 'append', startMs });
  return [withPlayer(numbered, { behind: load }), [effect]];
}

function device(state: State): Made {
  const { device: wanted } = soundOf(state).want(state);
  const { held: has, hasDevice } = state.player;
  if (wanted || !hasDevice || has === null) return [state, []];
  return [withPlayer(state, { hasDevice: false }), [{ type: 'player.releaseDevice' }]];
}

/** Lowers what sounds under an announcement. */
function ducked(state: State): Made {
  const isDucked = state.player.mixes && spokenOf(state) !== null;
  if (state.player.isDucked === isDucked) return [state, []];
  return [withPlayer(state, { isDucked }), [{ type: 'player.duck', isDucked }]];
}

/** Begins the announcement whose turn it is; the outside tells when it is over. It needs no player. */
function spoken(state: State): Made {
  const wanted = spokenOf(state);
  if (wanted === null || state.agenda.spoken !== null) return [state, []];
  const { id } = wanted;
  return [withSpoken(state, id), [{ type: 'announcement.begin', id, volume: loudnessOf(state, wanted) }]];
}
