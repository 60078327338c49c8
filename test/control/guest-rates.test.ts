import t from 'tap';
import type { Caller } from '../../src/control/caller.js';
import { createGuestRates, type Guest } from '../../src/control/guest-rates.js';
import { CONTROL_LIMITS } from '../../src/control/limits.js';

const HOUR_MS = 3_600_000;

const toGuest = (name: string, hasToken = true, plays = false): Guest => ({
  client: name,
  plays,
  peer: '10.0.0.9',
  caller: { name, hasToken } as Caller,
});

function setUp() {
  const time = { ms: 0 };
  const rates = createGuestRates({ limits: CONTROL_LIMITS, steadyMs: () => time.ms });
  /** Whether a call is let through that has the service asked so many times while it is under way. */
  const call = (guest: Guest, requests: number): boolean => {
    const taken = rates.take(guest);
    if ('waitMs' in taken) return false;
    for (let at = 0; at < requests; at += 1) rates.noteRequest();
    taken.end();
    return true;
  };
  return { time, rates, call };
}

t.test('however much a call costs, guests leave the service something of its thousand an hour', async t => {
  for (const cost of [1, 3, 6]) {
    const { time, rates, call } = setUp();
    const guests = Array.from({ length: 24 }, (_, at) => toGuest(`guest ${at}`));
    let requests = 0;
    for (; time.ms < HOUR_MS; time.ms += 1_000) {
      for (const guest of guests) if (call(guest, cost)) requests += cost;
      // What plays has the service asked on its own.
      if (time.ms % 30_000 === 0) rates.noteRequest();
    }
    t.ok(requests > 600 && requests <= 740, `${requests} where a call costs ${cost}`);
  }
});

t.test('A guest pays for requests within ten seconds of acting', async t => {
  const { time, rates, call } = setUp();
  const [bob, cleo] = [toGuest('Bob'), toGuest('Cleo')];
  call(toGuest('Eve'), 160);
  const spend = (many: number): void => {
    for (let at = 0; at < many; at += 1) rates.noteRequest();
  };
  call(bob, 0);
  time.ms += 9_999;
  spend(60);
  time.ms += 1;
  spend(60);
  t.ok(call(bob, 0), 'what came later is nobody’s');
  const owner = rates.take(null);
  spend(30);
  if ('end' in owner) owner.end();
  spend(30);
  t.ok(call(bob, 0), 'nor is what an owner wanted');
  t.ok(call(cleo, 90));
  t.match(rates.take(cleo), { why: /you have caused/, by: { caller: { name: 'Cleo' }, peer: '10.0.0.9' } });
  spend(92);
  t.match(rates.take(toGuest('Dora')), { why: /^guests have/, by: { caller: { name: 'Cleo' } } });
});

t.test('A guest that does something small pays for nobody else', async t => {
  const { rates, call } = setUp();
  const [bob, mallory, cleo] = [toGuest('Bob'), toGuest('Mallory'), toGuest('Cleo')];
  call(toGuest('Eve'), 160);
  const held = Array.from({ length: 6 }, () => rates.take(mallory));
  for (let at = 0; at < 60; at += 1) {
    rates.noteAct(bob);
    rates.noteRequest();
  }
  const search = rates.take(cleo);
  // Six of the seven calls are his, so six of seven requests.
  for (let at = 0; at < 70; at += 1) rates.noteRequest();
  for (const one of [...held, search]) if ('end' in one) one.end();
  t.match(rates.take(mallory), { why: /you have caused/, by: { caller: { name: 'Mallory' } } });
  t.ok('end' in rates.take(bob));
  t.ok('end' in rates.take(cleo));
});

t.test('calls under way are counted before anything is known of what they cost', async t => {
  const { time, rates } = setUp();
  const guests = Array.from({ length: 8 }, (_, at) => toGuest(`guest ${at}`));
  const taken = guests.flatMap(guest => Array.from({ length: 100 }, () => rates.take(guest)));
  const underWay = taken.flatMap(one => ('end' in one ? [one] : []));
  t.equal(underWay.length, 400);
  t.match(taken.at(-1), { waitMs: 1_000 });
  for (const one of underWay) one.end();
  time.ms += 1;
  t.ok('end' in rates.take(guests[7] as Guest), 'they cost nothing, and are forgotten');
});

t.test('Guests pay nothing for playback and owners, and owe a bounded amount', async t => {
  const { time, rates, call } = setUp();
  const bob = toGuest('Bob');
  for (let at = 0; at < 5_000; at += 1) rates.noteRequest();
  const owner = rates.take(null);
  for (let at = 0; at < 5_000; at += 1) rates.noteRequest();
  if ('end' in owner) owner.end();
  t.ok(call(bob, 5_000));
  t.notOk(call(bob, 1));
  time.ms += 2 * HOUR_MS;
  t.ok(call(toGuest('Cleo'), 1));
  t.ok(call(bob, 1));
});

t.test('whoever has no token leaves something to whoever has one', async t => {
  const { call } = setUp();
  let strangers = 0;
  for (let at = 0; at < 900; at += 1) if (call(toGuest(`from ${at}`, false), 1)) strangers += 1;
  t.equal(strangers, 310);
  let bobs = 0;
  for (let at = 0; at < 100; at += 1) if (call(toGuest('Bob'), 1)) bobs += 1;
  t.equal(bobs, 90);
});

t.test('The refusal names the largest user by present name and peer', async t => {
  const { rates, call } = setUp();
  call(toGuest('Eve'), 160);
  let name = 'Bob';
  const caller = {
    hasToken: true,
    get name() {
      return name;
    },
  } as Caller;
  call({ client: 'b1', peer: '10.0.0.20', caller, plays: false }, 1);
  name = 'Mallory';
  const moved = { client: 'b1', peer: '10.0.0.66', caller, plays: false };
  t.ok(call(moved, 89));
  t.match(rates.take(moved), { by: { caller: { name: 'Mallory' }, peer: '10.0.0.66' } });
});

t.test('a guest who searches still has what is kept for player calls', async t => {
  const { call } = setUp();
  const [searching, playing] = [toGuest('Bob'), toGuest('Bob', true, true)];
  let searches = 0;
  while (call(searching, 1)) searches += 1;
  t.equal(searches, 151);
  let skips = 0;
  while (call(playing, 2)) skips += 1;
  t.equal(skips, 15);
  t.notOk(call(searching, 1));
});

t.test('a call is taken after the time that it was told to wait, and not before', async t => {
  for (const [searches, skips] of [
    [60, 5],
    [151, 0],
    [160, 40],
    [400, 400],
  ] as const)
    for (const others of [0, 160, 380])
      for (const plays of [false, true])
        for (const hasToken of [true, false]) {
          const { time, rates, call } = setUp();
          for (let at = 0; at < others; at += 1) call(toGuest(`other ${at % 7}`, true, at % 2 === 0), 1);
          for (let at = 0; at < searches; at += 1) call(toGuest('Bob', hasToken), 1);
          for (let at = 0; at < skips; at += 1) call(toGuest('Bob', hasToken, true), 1);
          const bob = toGuest('Bob', hasToken, plays);
          const held = rates.take(bob);
          if (!('waitMs' in held)) continue;
          const name = JSON.stringify({ searches, skips, others, plays, hasToken, waitMs: held.waitMs });
          time.ms += held.waitMs - 2;
          t.match(rates.take(bob), { waitMs: Number }, name);
          time.ms += 2;
          t.match(rates.take(bob), { end: Function }, name);
        }
});
