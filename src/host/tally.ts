import { isSameItem, ITEM_KINDS, type ItemKind } from '../core/vocabulary/item.js';
import { toPlaying } from '../core/playing.js';
import { type Incident, INCIDENTS } from '../contract/incidents.js';
import type { Decision } from '../contract/ports.js';
import type { RenewalOutcome } from '../contract/service-ports.js';
import { beginningFault, FAULT_KINDS, type FaultKind } from './fault-kind.js';
import { createSoundWatch, type SoundDelay } from './sound-watch.js';

const RENEWAL_OUTCOMES: readonly RenewalOutcome[] = ['renewed', 'refused', 'failed'];

/** Counters since the start. */
export interface Counts {
  readonly faults: Readonly<Record<FaultKind, number>>;
  readonly items: Readonly<Record<ItemKind, number>>;
  readonly renewals: Readonly<Record<RenewalOutcome, number>>;
  readonly urlRenewals: number;
  readonly reconnects: number;
  readonly incidents: Readonly<Record<Incident, number>>;
}

/**
 * Counts what happens, derived from the engine's decisions. Costs next to nothing while the numbers are not
 * requested.
 */
export interface Tally {
  observe(decision: Decision): void;
  tokensRenewed(outcome: RenewalOutcome): void;
  serviceSeen(reachability: string): void;
  noteIncident(what: Incident): void;
  readonly counts: Counts;
  /** Returns the gaps measured since the last call, in seconds: the newest few hundred. */
  takeGaps(): readonly number[];
  takeDelays(): readonly SoundDelay[];
}

export function createTally(): Tally {
  const faults = zeros(FAULT_KINDS);
  const items = zeros(ITEM_KINDS);
  const renewals = zeros(RENEWAL_OUTCOMES);
  const incidents = zeros(INCIDENTS);
  const sound = createSoundWatch({ onItem: kind => (items[kind] += 1) });
  let urlRenewals = 0;
  let reconnects = 0;
  let wasAway = false;

  return {
    observe(decision) {
      const fault = beginningFault(decision);
      if (fault !== null) faults[fault] += 1;
      if (isFreshAddress(decision)) urlRenewals += 1;
      sound.observe(decision);
    },
    tokensRenewed(outcome) {
      renewals[outcome] += 1;
    },
    serviceSeen(reachability) {
      if (reachability === 'ok' && wasAway) reconnects += 1;
      wasAway = reachability === 'offline' || reachability === 'error';
    },
    noteIncident(what) {
      incidents[what] += 1;
    },
    get counts() {
      return { faults, items, renewals, urlRenewals, reconnects, incidents };
    },
    takeGaps: () => sound.takeGaps(),
    takeDelays: () => sound.takeDelays(),
  };
}

/** Whether the current item received another address, because the old one had lapsed or was refused. */
function isFreshAddress({ before, after }: Decision): boolean {
  const was = toPlaying(before);
  const is = toPlaying(after);
  if (was.item?.audioUrl == null || is.address === null || is.item === null) return false;
  return is.address !== was.item.audioUrl && isSameItem(was.item, is.item);
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map(name => [name, 0])) as Record<Name, number>;
}
