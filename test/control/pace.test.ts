import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { createPace } from '../../src/control/pace.js';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);

/** Work takes what the test says. */
function createBench() {
  let nowMs = 0;
  const crowded: string[] = [];
  const done: string[] = [];
  const pace = createPace({
    steadyMs: () => nowMs,
    isKnown: peer => peer.startsWith('known'),
    accountOf: peer => peer.replace(/^known guest.*/, 'guest'),
    onCrowded: peer => crowded.push(peer),
  });
  const ask = (peer: string, name: string, tookMs = 0) =>
    pace.take(peer, async () => {
      nowMs += tookMs;
      done.push(name);
      return name;
    });
  return { ask, done, crowded, pass: (ms: number) => (nowMs += ms), pace };
}

t.test('one of a peer in a turn, and nobody waits for another', async t => {
  const { ask, done } = createBench();
  const asked = [
    ask('known ada', 'a1'),
    ask('known ada', 'a2'),
    ask('known ada', 'a3'),
    ask('known bob', 'b1'),
  ];
  t.same(done, ['a1', 'b1']);
  await nextTurn();
  await nextTurn();
  t.same(done.slice(0, 3), ['a1', 'b1', 'a2']);
  t.same(
    await Promise.all(asked.map(async each => each)),
    ['a1', 'a2', 'a3', 'b1'],
    'each is answered its own',
  );
});

t.test('whoever has had much of the processor waits until it is paid', async t => {
  const { ask, done, pass } = createBench();
  await ask('ada', 'dear', 402);
  await nextTurn();
  const waiting = ask('ada', 'next');
  t.equal(await ask('bob', 'other'), 'other');
  await sleep(40);
  t.same(done, ['dear', 'other'], '2 ms are owed, at 100 ms a second; no time has passed');
  pass(20);
  // The wait keeps no process.
  const keep = setInterval(() => undefined, 1_000);
  t.equal(await waiting, 'next');
  clearInterval(keep);
});

t.test('A waiting call holds nobody up and fails by itself', async t => {
  const { ask, pace } = createBench();
  let end = (): void => undefined;
  const slow = pace.take(
    'ada',
    () => new Promise<string>((_, reject) => (end = () => reject(new Error('gone')))),
  );
  const failed = t.rejects(Promise.resolve(slow), /gone/);
  t.equal(await ask('ada', 'meanwhile'), 'meanwhile');
  end();
  await failed;
  t.equal(await ask('ada', 'after'), 'after');
});

t.test('The pace drops calls beyond a hundred waiting and tells of some', async t => {
  const { ask, crowded, done } = createBench();
  const asked = Array.from({ length: 150 }, (_, at) => ask('ada', `${at}`));
  t.equal(asked.filter(each => each === null).length, 49, 'one is done at once, a hundred wait');
  t.equal(crowded.length, 150 - 13);
  await Promise.all(asked.map(async each => each));
  t.equal(done.length, 101);
  t.equal(await ask('bob', 'other'), 'other');
});

t.test('Each turn serves one peer without a token; token holders never wait', async t => {
  const { ask, done, crowded } = createBench();
  const asked = Array.from({ length: 100 }, (_, at) => ask(`host ${at}`, `${at}`));
  t.equal(done.length, 1);
  const known = ask('known', 'known');
  t.equal(done.at(-1), 'known');
  t.equal(crowded.length, 100 - 1 - 32, 'each beyond the first that wait');
  await nextTurn();
  t.ok(done.length <= 1 + 1 + 1, `${done.length}`);
  await Promise.all([known, ...asked].map(async each => each));
  t.same(done, ['0', 'known', ...upTo(100).slice(1)], 'each in its turn');
});

t.test('several strangers leave as much time as they took', async t => {
  const { ask, done } = createBench();
  const dear = ask('host 0', '0', 1_000);
  const asked = Array.from({ length: 40 }, (_, at) => ask(`host ${at + 1}`, `${at + 1}`));
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  t.same(done, ['0'], 'the second takes what is left in a later second');
  await ask('known', 'known');
  t.equal(done.at(-1), 'known');
  await Promise.all([dear, ...asked]);
  t.same(done, ['0', 'known', ...upTo(41).slice(1)]);
});

t.test('a client that has moved to another address is still one with a token', async t => {
  const known = new Set(['old']);
  const done: string[] = [];
  const pace = createPace({
    steadyMs: () => 0,
    isKnown: peer => known.has(peer),
    accountOf: peer => (['old', 'new'].includes(peer) ? 'client' : peer),
    onCrowded: () => undefined,
  });
  const ask = (peer: string) => pace.take(peer, async () => void done.push(peer));
  await ask('old');
  await nextTurn();
  known.clear();
  known.add('new');
  const asked = Array.from({ length: 20 }, (_, at) => ask(`host ${at}`));
  const moved = ask('new');
  t.equal(done.at(-1), 'new');
  await Promise.all([moved, ...asked]);
});

t.test('the addresses of one client share its processor time, but for an eighth each', async t => {
  const { ask, done, pass } = createBench();
  await ask('known guest 1', 'dear', 480);
  await nextTurn();
  const waiting = [ask('known guest 1', 'next')];
  t.equal(await ask('known guest 2', 'other', 50), 'other', 'what is left to each is its own');
  await nextTurn();
  waiting.push(ask('known guest 2', 'one more'));
  t.equal(await ask('known', 'another client'), 'another client');
  await sleep(40);
  t.same(done, ['dear', 'other', 'another client']);
  pass(60);
  const keep = setInterval(() => undefined, 1_000);
  t.same(await Promise.all(waiting.map(async each => each)), ['next', 'one more']);
  clearInterval(keep);
});
