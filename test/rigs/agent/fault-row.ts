/** One fault at a time on the real parts: caused, judged by ear, by phone and by what the service was sent. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { FETCHING, isFetching, type Notice, type SilenceReason } from '../../../src/contract/public-state.js';
import type { FaultName } from '../../../src/sandbox/faults/catalogue.js';
import type { FaultOptions } from '../../../src/sandbox/faults/switchboard.js';
import { stationOf } from '../../bench/rig/agent.js';
import { judgeClaims } from '../../chaos/judge/claims.js';
import { judgePlayed } from '../../chaos/judge/played.js';
import { judgeSilences } from '../../chaos/judge/silences.js';
import { SLOT_MS } from '../../chaos/sound/coded-tone.js';
import { buildTestbed, type Testbed } from '../../chaos/stage/testbed.js';
import { SLOWNESS } from '../../fakes/machine/slowness.js';
import { slack, watchHoldUps } from '../slowness.js';
import { removeFolder } from '../../fakes/machine/remove-folder.js';

type Environment = Readonly<Record<string, string>>;

/** Ends the fault; nothing, where it is over as soon as it has struck. */
type Ending = (() => unknown) | null;

export interface FaultRow {
  readonly name: string;
  /** As the judges know it; the name when left out. */
  readonly kind?: string;
  /** `core` when left out. */
  readonly profile?: 'core' | 'full';
  /** More of the agent's environment. */
  readonly environment?: (t: Test) => Environment | Promise<Environment>;
  /** Causes it; what it answers ends it. */
  begin(testbed: Testbed): Ending | Promise<Ending>;
  /** How long it lasts, in milliseconds; or until phones are told so, or it is so, and a little longer. */
  readonly lasts: number | SilenceReason | ((testbed: Testbed) => boolean);
  /** What it makes phones be told while it is silent. Empty: nothing is heard of it. */
  readonly tells: readonly SilenceReason[];
  /** What it may make them be told besides, as it happens; `loading` always may. */
  readonly mayTell?: readonly SilenceReason[];
  /** The notice that phones are shown; left out: none. */
  readonly notice?: Notice['code'];
  /** How long an item lasts; six when left out. */
  readonly seconds?: number;
  /** For how long after its end it may be felt for a reason of its own. */
  readonly lingersMs?: number;
  /** How often sound breaks off; once when left out. Around each break a busy ear misses some of it. */
  readonly breaks?: number;
  /** How long the agent cannot know of it. */
  readonly unnoticedMs?: number;
  /** Nothing happens to the audio: what is in the player is heard to its end without a break. */
  readonly playsOn?: boolean;
  /** Whether it struck at all, once it is over; left out: phones were told of it, or shown its notice. */
  felt?(testbed: Testbed): boolean;
  /** What is checked of this fault alone, once sound is back. */
  after?(t: Test, testbed: Testbed): void | Promise<void>;
}

/** More often than anything is asked here. */
const ALWAYS = 1_000_000;

interface SwitchedRow extends Omit<FaultRow, 'begin' | 'felt' | 'playsOn'> {
  /** Of every call, unless this says otherwise. */
  readonly with?: FaultOptions;
}

/** A row whose fault is one of the sandbox's switchboard. */
export function switched(fault: FaultName, { with: options, ...row }: SwitchedRow): FaultRow {
  return {
    ...row,
    playsOn: true,
    begin: ({ sandbox }) => sandbox.faults.add(fault, { operation: 'graphql', times: ALWAYS, ...options }),
    felt: ({ sandbox }) =>
      sandbox.faults.active.some(rule => rule.fault === fault && (rule.times ?? ALWAYS) < ALWAYS),
  };
}

/** Whether there was silence since the fault began. */
export function wasSilent({ ledger: { samples, troubles } }: Testbed): boolean {
  const from = troubles[0]?.fromMs ?? Infinity;
  return samples.some(({ atMs, isSounding }) => atMs > from && !isSounding);
}

const SECONDS = 6;
/** What the audio's host does when all is well. */
export const CALM = { kind: 'none', pace: 1.5 } as const;
/** Longer than any back-off after so short an outage, and the item that follows. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 25;
/** What may be missing or heard again: the ear looks every tenth of a second, and the player says where it is. */
const SLACK_MS = 1_000;
/** How late a fault may strike. */
const STRUCK_MS = 15_000;
/** A machine that runs many of these at once looks and listens late by as much. */
const BUSY_MS = 3_000;

/** Plays, causes the fault, waits until the next item has sounded for a while, and judges the whole. */
export function checkFault(t: Test, row: FaultRow, options: { readonly skip: string | false }): void {
  t.test(row.name, { buffered: true, skip: options.skip }, async t => {
    const testbed = await buildTestbed({
      folder: createShortFolder(t),
      profile: row.profile ?? 'core',
      seconds: row.seconds ?? SECONDS,
      nosink: true,
      say: () => undefined,
      environment: (await row.environment?.(t)) ?? {},
    });
    let fault: Struck;
    try {
      fault = await play(testbed, row);
      await row.after?.(t, testbed);
    } catch (error) {
      t.comment([...testbed.notes, testbed.unit.log()].join('\n'));
      throw error;
    } finally {
      await testbed.stop();
    }
    judge(t, testbed, row, fault);
    if (!t.passing()) t.comment([...testbed.notes, testbed.unit.log()].join('\n'));
  });
}

/** Its path is short, as that of a socket must be. */
export function createShortFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-fault-'));
  t.teardown(() => removeFolder(folder));
  return folder;
}

/** What became of the fault itself. */
interface Struck {
  /** The item that sounded when it came. */
  readonly index: number | null;
  /** How often phones had been told something before. */
  readonly toldBefore: number;
  readonly isFelt: boolean;
  /** This process stood still while it played. */
  readonly wasHeldUp: boolean;
}

async function play(testbed: Testbed, row: FaultRow): Promise<Struck> {
  const holdUps = watchHoldUps();
  // Not much faster than it sounds, so that a fault of the stream is felt in mid-item.
  testbed.front.audio = CALM;
  await until('a phone', () => testbed.phone.state !== null);
  await testbed.act('player.play', { sourceId: stationOf(testbed.sandbox) });
  await until('sound', () => testbed.ledger.heard.length >= 12);
  const struck = testbed.trouble({
    kind: row.kind ?? row.name,
    explains: [...FETCHING, ...row.tells, ...(row.mayTell ?? [])],
    unnoticedMs: BUSY_MS + (row.unnoticedMs ?? 0),
  });
  const toldBefore = testbed.phone.states.length;
  const index = testbed.phone.state?.item?.index ?? null;
  const end = await row.begin(testbed);
  const { lasts } = row;
  if (typeof lasts === 'number') await sleep(lasts);
  else if (typeof lasts === 'function') await until('felt', () => lasts(testbed));
  else {
    await until(`told ${lasts}`, () => testbed.phone.state?.silenceReason === lasts);
    await sleep(500);
  }
  // A busy machine may not have come to it yet; one that never does is found below.
  await until('felt', () => row.felt?.(testbed) ?? true, STRUCK_MS).catch(() => undefined);
  const last = testbed.current() ?? 0;
  const wasFelt = row.felt?.(testbed);
  await end?.();
  struck.lingersMs = slack(BUSY_MS) + (row.lingersMs ?? 0);
  struck.toMs = performance.now();
  await until('the next item', () => testbed.ledger.heard.some(({ n, slot }) => n > last && slot >= 12));
  const isFelt = row.felt === undefined || wasFelt === true || row.felt(testbed);
  return { index, toldBefore, isFelt, wasHeldUp: holdUps.wasHeldUp() };
}

/** Resolves once it is so; rejects when that takes too long. */
export async function until(what: string, holds: () => boolean, withinMs = PATIENCE_MS): Promise<void> {
  const lateMs = performance.now() + SLOWNESS * withinMs;
  while (!holds()) {
    if (performance.now() > lateMs) throw new Error(`never ${what}`);
    await sleep(LOOK_MS);
  }
}

function judge(t: Test, testbed: Testbed, row: FaultRow, struck: Struck): void {
  const { index, toldBefore, isFelt, wasHeldUp } = struck;
  const { ledger, sandbox, phone } = testbed;
  const { tells, mayTell = [], notice, breaks = 1 } = row;
  const slackSlots = slack(breaks * SLACK_MS) / SLOT_MS;
  const states = phone.states.slice(toldBefore);
  const isTelling = tells.length > 0 || notice !== undefined;
  t.ok(isFelt && (isTelling || row.felt !== undefined), 'the fault struck');
  // The audio comes at its own pace from this process, and stands still with it.
  const isOfMachine = (reason: SilenceReason | null) => isFetching(reason) && wasHeldUp;
  const broken = states.find(
    ({ silenceReason, item }) =>
      silenceReason !== null && !isOfMachine(silenceReason) && item?.index === index,
  );
  const placeMs = broken?.position.positionMs ?? Infinity;
  if (row.playsOn === true)
    t.ok(placeMs >= SECONDS * 1_000 - 100, `what is in the player plays on: ${placeMs}`);
  const played = judgePlayed(ledger, slackSlots);
  t.strictSame(played.lost, [], 'every item was heard to its end');
  t.strictSame([...played.doubled, ...played.conceded], [], 'nothing was heard or reported twice');
  t.strictSame(judgeClaims(ledger, slackSlots), [], 'no more was reported than was recorded');
  t.strictSame(judgeSilences(ledger), [], 'every silence had its reason, and the reason was true');
  t.strictSame(ledger.breaches, [], 'phones were told in the shape of the contract');
  const went = ledger.entries.map(({ n }) => n);
  t.strictSame(
    went,
    [...new Set(went)].sort((a, b) => a - b),
    'the service went from item to item',
  );
  t.equal(sandbox.requests.count('skip'), 0, 'no skip was spent');
  t.equal(sandbox.requests.count('previous'), 0);
  const told = new Set(states.map(({ silenceReason }) => silenceReason));
  const allowed = new Set<SilenceReason | null>([null, ...FETCHING, ...tells, ...mayTell]);
  t.strictSame(
    [...told].filter(reason => !allowed.has(reason)),
    [],
    'phones were told of no other fault',
  );
  t.strictSame(
    tells.filter(reason => !told.has(reason)),
    [],
    'phones were told of this fault',
  );
  if (typeof row.lasts === 'string') t.ok(told.has(row.lasts), `phones were told ${row.lasts}`);
  const progress = ledger.reports.filter(({ operation }) => operation === 'setProgress');
  const places = progress.map(({ n, index, elapsedS }) => `${n} ${index} ${elapsedS}`);
  t.equal(new Set(places).size, places.length, 'no place was reported twice');
  const notices = phone.notices.map(({ code }) => code);
  t.strictSame([...new Set(notices)], notice === undefined ? [] : [notice], 'notices');
}
