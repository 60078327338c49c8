import { type Abilities, CORE_ABILITIES } from '../abilities.js';
import type { Entry } from '../model/entry.js';
import type { Previous } from '../model/playlist.js';
import type { Pairing, Restored, Settings, State } from '../model/state.js';
import { createEntry } from './entry.js';

const FIRST_IDS = { previous: 1, current: 2 };

export function createState(options: {
  readonly settings: Settings;
  readonly pairing: Pairing['is'];
  readonly restored: Restored;
  readonly epochOffsetMs: number;
  readonly now: number;
  /** Left out: those of the profile `core`. */
  readonly abilities?: Abilities;
}): State {
  const { settings, pairing, restored, epochOffsetMs, now, abilities = CORE_ABILITIES } = options;
  const { source, volume, muted } = restored;
  const wish = restored.wish === 'playing' && !settings.resume ? 'paused' : restored.wish;
  const isEnded = source !== null && restored.sourceEnded;
  return {
    now,
    settings,
    abilities,
    pairing: { is: pairing, serial: 0 },
    intent: {
      wish: source === null ? 'stopped' : wish,
      stopped: isEnded ? 'sourceEnded' : null,
      claimedAtMs: null,
      isLetGo: false,
    },
    setting: { source, serial: 0, held: isEnded ? 'yes' : 'unasked', wasRestored: false },
    playlist: {
      previous: source === null ? null : toPrevious(restored),
      current: source === null ? null : toCurrent(restored, now),
      next: { is: isEnded ? 'none' : 'unknown' },
    },
    player: {
      alive: false,
      deaths: 0,
      held: null,
      behind: null,
      isEmpty: true,
      isRunning: false,
      hasDevice: true,
      volume: null,
      muted: null,
    },
    troubles: { sound: null, service: null },
    ledger: { open: [], calls: [] },
    queue: [],
    timers: {},
    unplayable: 0,
    notice: null,
    volume: Math.min(volume, settings.volumeMax),
    muted,
    epochOffsetMs,
    lastId: FIRST_IDS.current,
  };
}

/** The service has heard of it, and what follows is still to be told. */
const TAKEN = { at: 'taken', looks: 0, waited: false } as const;

function toPrevious({ closing, endTaken = false }: Restored): Previous | null {
  if (closing === null) return null;
  const unknown = { at: 'unknown', by: 'end', elapsedS: closing.lengthS, tries: 0 } as const;
  return { ...closing, id: FIRST_IDS.previous, end: endTaken ? TAKEN : unknown };
}

function toCurrent(restored: Restored, now: number): Entry | null {
  const { item, positionMs, closing, endTaken = false, sourceEnded } = restored;
  if (item === null) return null;
  const entry = createEntry(FIRST_IDS.current, { ...item, audioUrl: null }, { now, positionMs });
  if (sourceEnded) return { ...entry, over: true, end: { at: 'settled' } };
  return endTaken && closing === null ? { ...entry, end: TAKEN } : entry;
}

/** The next number, and the state that has given it. */
export function withId(state: State): readonly [id: number, state: State] {
  const lastId = state.lastId + 1;
  return [lastId, { ...state, lastId }];
}
