import { type Abilities, CORE_ABILITIES } from '../vocabulary/abilities.js';
import { SETTLED, TAKEN, due, endUnknown } from './end.js';
import { createEntry, over, withEndOf } from './entry.js';
import { AWAY } from './player.js';
import { type Agenda, EMPTY_AGENDA } from '../model/agenda.js';
import { NOTHING_MEASURED } from '../model/pace.js';
import type { Entry, Previous } from '../model/playlist.js';
import type { PairingState, Restored, Settings, State } from '../model/state.js';

const FIRST_IDS = { previous: 1, current: 2 };

export function createState(options: {
  readonly settings: Settings;
  readonly pairing: PairingState['is'];
  readonly account?: PairingState['account'];
  readonly restored: Restored;
  /** Default: nothing is planned. */
  readonly agenda?: Agenda;
  readonly epochOffsetMs: number;
  readonly now: number;
  /** Default: those of the profile `core`. */
  readonly abilities?: Abilities;
}): State {
  const { settings, pairing, account = null, restored, now, abilities = CORE_ABILITIES } = options;
  const { agenda = EMPTY_AGENDA } = options;
  const { source, volume, muted } = restored;
  const wish = restored.wish === 'playing' && !settings.resume ? 'paused' : restored.wish;
  const isEnded = source !== null && restored.sourceEnded;
  return {
    now,
    settings,
    abilities,
    pairing: { is: pairing, serial: 0, account },
    intent: {
      wish: source === null ? 'stopped' : wish,
      stopped: isEnded ? 'sourceEnded' : null,
      claimedAtMs: null,
      isLetGo: false,
    },
    setting: {
      source,
      serial: 0,
      held: isEnded ? 'yes' : 'unasked',
      wasHeld: restored.sourceHeld ?? null,
      wasRestored: false,
    },
    playlist: {
      previous: source === null ? null : toPrevious(restored),
      current: source === null ? null : toCurrent(restored, now),
      next: { is: isEnded ? 'none' : 'unknown' },
    },
    player: { ...AWAY, deaths: 0, mixes: false },
    hosts: { doubted: [], well: null },
    troubles: { sound: null, service: null },
    ledger: { open: [], calls: [], inARow: 0 },
    pace: NOTHING_MEASURED,
    queue: [],
    timers: {},
    agenda,
    unplayable: 0,
    notice: null,
    volume: Math.min(volume, settings.volumeMax),
    muted,
    epochOffsetMs: options.epochOffsetMs,
    lastId: FIRST_IDS.current,
  };
}

function toPrevious({ closing, endTaken = false }: Restored): Previous | null {
  if (closing === null) return null;
  const end = endTaken ? TAKEN : endUnknown(due('end', closing.lengthS));
  return { ...closing, id: FIRST_IDS.previous, end };
}

function toCurrent(restored: Restored, now: number): Entry | null {
  const { item, positionMs, closing, endTaken = false, sourceEnded } = restored;
  if (item === null) return null;
  const entry = createEntry(FIRST_IDS.current, { ...item, audioUrl: null }, { now, positionMs });
  if (sourceEnded) return over(withEndOf(entry, SETTLED));
  return endTaken && closing === null ? withEndOf(entry, TAKEN) : entry;
}
