import { isSameItem, type Item, ITEM_KINDS, type ItemKind } from '../core/vocabulary/item.js';
import { toPlaying } from '../core/playing.js';
import { type Incident, INCIDENTS } from '../contract/incidents.js';
import type { Decision } from '../contract/ports.js';
import type { RenewalOutcome } from '../contract/service-ports.js';
import { beginningFault, FAULT_KINDS, type FaultKind } from './fault-kind.js';

const RENEWAL_OUTCOMES: readonly RenewalOutcome[] = ['renewed', 'refused', 'failed'];

/** The commands that ask for another sound. */
export const SOUND_COMMANDS = ['play', 'next', 'previous', 'replay'] as const;
type SoundCommand = (typeof SOUND_COMMANDS)[number];

/** The time from a command to its sound, in seconds. */
interface SoundDelay {
  readonly command: SoundCommand;
  readonly seconds: number;
}

/** The most measurements kept until they are taken; older ones are dropped. */
const KEPT = 512;
const HARMLESS: readonly string[] = ['setVolume', 'setMuted'];

/** Counters since the start. */
interface Counts {
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
  const counts = {
    faults: zeros(FAULT_KINDS),
    items: zeros(ITEM_KINDS),
    renewals: zeros(RENEWAL_OUTCOMES),
    urlRenewals: 0,
    reconnects: 0,
    incidents: zeros(INCIDENTS),
  };
  const sound = createSoundWatch(kind => (counts.items[kind] += 1));
  let wasAway = false;

  return {
    ...sound,
    counts,
    observe(decision) {
      const fault = beginningFault(decision);
      if (fault !== null) counts.faults[fault] += 1;
      if (isFreshAddress(decision)) counts.urlRenewals += 1;
      sound.observe(decision);
    },
    tokensRenewed(outcome) {
      counts.renewals[outcome] += 1;
    },
    serviceSeen(reachability) {
      if (reachability === 'ok' && wasAway) counts.reconnects += 1;
      wasAway = reachability === 'offline' || reachability === 'error';
    },
    noteIncident(what) {
      counts.incidents[what] += 1;
    },
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

/**
 * Measures from the player's events: the time between the end of an item and the start of the next if no command
 * asked for the change, and the time from a command to the sound that it asked for.
 */
function createSoundWatch(onItem: (kind: ItemKind) => void) {
  const gaps: number[] = [];
  const delays: SoundDelay[] = [];
  /** The item that sounds or sounded last. */
  let sounded: { readonly sourceId: string | null; readonly item: Item } | null = null;
  let endedAtMs: number | null = null;
  /** The change of items was asked for or caused by a fault, so it is no gap between tracks. */
  let isAsked = false;
  let waiting: {
    readonly command: SoundCommand;
    readonly ref: number;
    readonly atMs: number;
    readonly loadId: number;
  } | null = null;

  function takeCommand({ event, before, steadyMs }: Decision): void {
    if (event.type !== 'command.received' || HARMLESS.includes(event.command.type)) return;
    isAsked = true;
    endedAtMs = null;
    const word = event.command.type === 'playPause' ? 'play' : event.command.type;
    const command = SOUND_COMMANDS.find(known => known === word);
    waiting =
      command === undefined ? null : { command, ref: event.ref, atMs: steadyMs, loadId: before.lastId };
  }

  function takeSound({ event, before, after, steadyMs }: Decision): void {
    const { item, sourceId, isSounding } = toPlaying(after);
    if (event.type !== 'player.started' || !isSounding || item === null) return;
    if (waiting !== null && event.loadId > waiting.loadId) {
      add(delays, { command: waiting.command, seconds: (steadyMs - waiting.atMs) / 1_000 });
      waiting = null;
    }
    if (sounded !== null && sounded.sourceId === sourceId && isSameItem(sounded.item, item)) return;
    onItem(item.kind);
    const isNext = sounded !== null && sounded.sourceId === sourceId && !isAsked;
    if (isNext && endedAtMs !== null) add(gaps, (steadyMs - endedAtMs) / 1_000);
    else if (isNext && toPlaying(before).isSounding) add(gaps, 0);
    sounded = { sourceId, item };
    isAsked = false;
    endedAtMs = null;
  }

  return {
    observe(decision: Decision): void {
      const { event, before, after, effects, steadyMs } = decision;
      takeCommand(decision);
      const ref = waiting?.ref;
      if (effects.some(effect => effect.type === 'command.reject' && effect.ref === ref)) waiting = null;
      const was = toPlaying(before);
      const is = toPlaying(after);
      if (was.wish === 'playing' && is.wish !== 'playing') waiting = null;
      if (event.type === 'player.ended' && was.loadId === event.loadId) endedAtMs = steadyMs;
      if (is.wish !== 'playing' || is.soundFault !== null || is.serviceFault !== null) {
        endedAtMs = null;
        isAsked = true;
      }
      takeSound(decision);
    },
    takeGaps: () => gaps.splice(0),
    takeDelays: () => delays.splice(0),
  };
}

function add<T>(list: T[], value: T): void {
  list.push(value);
  if (list.length > KEPT) list.shift();
}
