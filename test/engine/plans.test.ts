import t from 'tap';
import { EMPTY_AGENDA, type Agenda } from '../../src/core/model/agenda.js';
import { afterRing, createPlans, toAgenda } from '../../src/engine/plans.js';
import type { Cell } from '../../src/contract/ports.js';
import type { DayRecord } from '../../src/contract/records.js';
import { createState } from '../../src/core/facts/state.js';
import { createRecordingLogger } from '../fakes/ports/logger.js';

const EPOCH_MS = Date.UTC(2026, 10, 28, 7);
const MINUTE = 60_000;

/** A machine that has been on for a while, at so many milliseconds after seven. */
const clockAt = (ms: number, upMs = 50_000) => ({ epochMs: () => EPOCH_MS + ms, steadyMs: () => upMs + ms });
const OFFSET_MS = EPOCH_MS - 50_000;

function cellOf() {
  const writes: DayRecord[] = [];
  const cell: Cell<DayRecord> = {
    get value() {
      return writes.at(-1) ?? null;
    },
    async write(day: DayRecord) {
      writes.push(day);
    },
  } as Cell<DayRecord>;
  return { cell, writes };
}

const RESTORED = {
  ...({ wish: 'paused', source: null, item: null, positionMs: 0, closing: null } as const),
  ...{ sourceEnded: false, volume: 40, muted: false },
};

const stateOf = (agenda: Agenda) => {
  const settings = { progressS: 60, volumeMax: 100, resume: true, releaseS: 30 };
  return createState({
    settings,
    pairing: 'paired',
    restored: RESTORED,
    agenda,
    epochOffsetMs: OFFSET_MS,
    now: 50_000,
  });
};

/** What a run that begins then takes over of this agenda. */
function afterRestart(agenda: Agenda, ms: number): Agenda {
  const { cell } = cellOf();
  createPlans(cell, createRecordingLogger()).observe(stateOf(agenda));
  // A boot: the steady clock begins anew.
  return toAgenda(cell.value, clockAt(ms, 1_000 - ms));
}

t.test('The sleep timer outlives a restart, and is due at once if it ended meanwhile', async t => {
  const agenda: Agenda = { ...EMPTY_AGENDA, sleep: { by: 'time', endsMs: 50_000 + 10 * MINUTE } };
  t.strictSame(afterRestart(agenda, MINUTE).sleep, { by: 'time', endsMs: 1_000 + 9 * MINUTE });
  t.strictSame(afterRestart(agenda, 11 * MINUTE).sleep, { by: 'time', endsMs: 1_000 - MINUTE });
  t.strictSame(afterRestart({ ...agenda, sleep: { by: 'item' } }, MINUTE).sleep, { by: 'item' });
});

t.test('An alarm that rings or is snoozed outlives a restart, for half an hour', async t => {
  const known = { id: 'a', atMs: EPOCH_MS, volumeBefore: 60 };
  const rings: Agenda = {
    ...EMPTY_AGENDA,
    ring: { ...known, is: 'ringing', sinceMs: 50_000, heardMs: 50_000, fallback: true },
  };
  const again = { ...known, is: 'snoozed', heardMs: null, fallback: false };
  t.strictSame(afterRestart(rings, MINUTE).ring, { ...again, sinceMs: 1_000 - MINUTE });
  t.equal(afterRestart(rings, 31 * MINUTE).ring, null, 'nobody is woken an hour later');
  t.equal(afterRestart(rings, -1_500 * MINUTE).ring, null, 'nor by a clock that starts a day back');
  const snoozed: Agenda = {
    ...EMPTY_AGENDA,
    ring: { ...known, is: 'snoozed', sinceMs: 50_000 + 9 * MINUTE, heardMs: null, fallback: false },
  };
  t.strictSame(afterRestart(snoozed, MINUTE).ring, { ...again, sinceMs: 1_000 + 8 * MINUTE });
});

t.test('After an alarm that rang until the power went, nothing goes on half an hour later', async t => {
  const ring = {
    id: 'a',
    atMs: EPOCH_MS,
    volumeBefore: 60,
    sinceMs: 50_000,
    heardMs: 50_000,
    fallback: false,
  };
  const next = (is: 'ringing' | 'snoozed', ms: number) => {
    const { cell } = cellOf();
    createPlans(cell, createRecordingLogger()).observe(stateOf({ ...EMPTY_AGENDA, ring: { ...ring, is } }));
    return afterRing({ ...RESTORED, wish: 'playing', volume: 90 }, cell.value, clockAt(ms, 1_000 - ms));
  };
  const goesOn = { wish: 'playing', volume: 90 };
  t.match(next('ringing', 29 * MINUTE), goesOn, 'it rings again');
  t.match(next('ringing', 31 * MINUTE), { wish: 'paused', volume: 60 });
  t.match(next('ringing', -1_500 * MINUTE), { wish: 'paused', volume: 60 }, 'a clock that starts a day back');
  t.match(next('snoozed', 31 * MINUTE), goesOn, 'what a listener chose after the snooze');
  t.match(afterRing({ ...RESTORED, wish: 'playing' }, null, clockAt(0)), { wish: 'playing' });
});

t.test('The plans are written when they change, and not otherwise', async t => {
  const { cell, writes } = cellOf();
  const plans = createPlans(cell, createRecordingLogger());
  plans.observe(stateOf(EMPTY_AGENDA));
  const ring = {
    ...({ id: 'a', atMs: EPOCH_MS, is: 'ringing', sinceMs: 50_000, heardMs: null } as const),
    ...{ fallback: false, volumeBefore: 60 },
  };
  plans.observe(stateOf({ ...EMPTY_AGENDA, ring }));
  plans.observe(stateOf({ ...EMPTY_AGENDA, ring: { ...ring, heardMs: 50_100, fallback: true } }));
  plans.observe(stateOf({ ...EMPTY_AGENDA, ring: null }));
  t.strictSame(
    writes.map(day => day.ring?.id),
    ['a', undefined],
  );
});

t.test('Plans are kept once the disk has them, or will not take them', async t => {
  const { cell } = cellOf();
  let fail = (_: Error): void => undefined;
  const write = () => new Promise<void>((_, reject) => (fail = reject));
  const plans = createPlans({ ...cell, write }, createRecordingLogger());
  await plans.kept();
  plans.observe(stateOf({ ...EMPTY_AGENDA, sleep: { by: 'item' } }));
  let isKept = false;
  const kept = plans.kept().then(() => (isKept = true));
  await new Promise(setImmediate);
  t.notOk(isKept);
  fail(new Error('full'));
  t.ok(await kept);
});
