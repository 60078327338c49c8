import t, { type Test } from 'tap';
import { RefusedError, ServiceFault } from '../../src/errors.js';
import type { Reason } from '../../src/core/command.js';
import { type FakeDeviceOptions, FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';

const SEARCH = 'library.search';
const FIND = { query: 'x', types: ['ZZ'] };
const PLAY = { sourceId: 'ZZ:nothing' };
const refused = (reason: Reason, more: object = {}) =>
  Promise.reject(new RefusedError({ reason, message: reason, ...more }));

/** A speaker whose service refuses what it is asked, and the time. */
async function setUp(t: Test, options: FakeDeviceOptions = {}) {
  const time = { ms: 0 };
  const clock = { epochMs: () => Date.now(), steadyMs: () => time.ms };
  const device = await startFakeDevice({ ...options, control: { clock, ...options.control } });
  t.teardown(device.stop);
  device.library.before = async () => {
    throw new ServiceFault('serviceError', 'no such type', { serviceCode: 'BAD_TYPE' });
  };
  device.agent.answer = () => refused('notSupported', { serviceCode: 'NOT_FOUND' });
  const admit = async (name: string) => device.join((await device.access.admit(name, null)).token, name);
  return { time, device, admit };
}

t.test('whose calls fail again and again is told to wait; nobody else is', async t => {
  const { time, device, admit } = await setUp(t);
  const [bob, owner] = [await admit('Bob'), await device.join()];
  for (let at = 0; at < 30; at += 1) t.match((await bob.call(SEARCH, FIND)).error, { code: 2006 });
  const asked = await Promise.all(Array.from({ length: 50 }, () => bob.call(SEARCH, FIND)));
  t.equal(device.library.calls.length, 30);
  t.match(asked[0]?.error, { code: 1003, data: { reason: 'rateLimited', retryAfterMs: 120_000 } });
  time.ms += 1_000;
  t.match((await bob.call('player.play', PLAY)).error, { code: 1003 }, 'whatever he asks of the service');
  t.match((await bob.call('player.play', {})).error, { code: 1003 });
  t.equal(device.agent.commands.length, 0);
  t.ok((await bob.call('player.setVolume', { volume: 30 })).error?.code !== 1003, 'and of the service alone');
  t.ok((await bob.call('state.get')).result);
  t.match((await owner.call(SEARCH, FIND)).error, { code: 2006 });
  t.match((await owner.call('player.play', PLAY)).error, { code: 2005 });
  const again = await admit('Bob');
  t.match((await again.call(SEARCH, FIND)).error, { code: 2006 }, 'nor is who bears his name');

  t.ok(device.incidents.filter(what => what === 'tooManyRequests').length === 52);
  const line = device.logger.lines.find(({ message }) => message.includes('tooManyRequests'));
  t.match(line, { level: 'warn', message: '{"what":"tooManyRequests","peer":"127.0.0.1","client":"Bob"}' });
  time.ms += 120_000;
  t.match((await bob.call(SEARCH, FIND)).error, { code: 2006 }, 'one more in two minutes');
  t.match((await bob.call(SEARCH, FIND)).error, { code: 1003 });
});

t.test('whoever needs no token is known by the address, not by the name', async t => {
  const { time, device } = await setUp(t, { mode: 'open' });
  const come = async (name: string, from: string) => {
    const client = await device.connect(from);
    await client.open(undefined, name);
    return client;
  };
  for (let at = 0; at < 30; at += 1) {
    const stranger = await come(`name ${at}`, '127.0.0.9');
    t.match((await stranger.call(SEARCH, FIND)).error, { code: 2006 });
    stranger.ws.terminate();
    await stranger.closed;
    time.ms += 1_000;
  }
  const stranger = await come('yet another', '127.0.0.9');
  t.match((await stranger.call(SEARCH, FIND)).error, { code: 1003 });
  const other = await come('yet another', '127.0.0.10');
  t.match((await other.call(SEARCH, FIND)).error, { code: 2006 });
});

t.test('what the service was not asked, or did not answer, costs nobody his share', async t => {
  const { time, device, admit } = await setUp(t);
  const bob = await admit('Bob');
  const [pressed, rests] = [['noSource', 'notAllowed', 'offline', 'notSupported'] as const, 30];
  for (const reason of pressed) {
    device.agent.answer = () => refused(reason);
    for (let at = 0; at < rests; at += 1) {
      time.ms += 20;
      t.match((await bob.call('player.next')).error, { data: { reason } });
    }
  }
  device.library.before = () => refused('rateLimited', { retryAfterMs: 20_000 });
  for (let at = 0; at < rests; at += 1) {
    time.ms += 20;
    t.match((await bob.call(SEARCH, FIND)).error, { data: { retryAfterMs: 20_000 } });
  }
});

t.test('a burst may go well as a whole; where it does not, its client pays for all of it', async t => {
  const { time, device, admit } = await setUp(t);
  const bob = await admit('Bob');
  const burst = async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => bob.call('player.next')));
    return answers.filter(({ error }) => error?.code === 1003).length;
  };
  device.agent.answer = async () => ({ revision: 1 });
  t.equal(await burst(), 0);
  time.ms += 2_000;
  device.agent.answer = () => refused('notSupported', { serviceCode: 'NOT_FOUND' });
  t.equal(await burst(), 0);
  time.ms += 1_800_000;
  t.match(
    (await bob.call('player.next')).error,
    { code: 1003 },
    'half an hour gives fifteen of the fifty back',
  );
  time.ms += 3_600_000;
  t.match((await bob.call('player.next')).error, { code: 2005 });
});

t.test('what goes well, and a service that is out of order, cost nobody his share', async t => {
  const { time, device, admit } = await setUp(t);
  const bob = await admit('Bob');
  for (const answer of [
    () => refused('serviceError'),
    () => refused('skipLimitReached'),
    async () => ({ revision: 1 }),
  ]) {
    device.agent.answer = answer;
    for (let at = 0; at < 200; at += 1) {
      t.not((await bob.call('player.next')).error?.code, 1003);
      time.ms += 20;
    }
  }
});

t.test('what is left for what plays is not spent on commands', async t => {
  let scarceMs = 5_000;
  const { device } = await setUp(t, { control: { serviceScarceMs: () => scarceMs } });
  const owner = await device.join();
  device.agent.answer = async () => ({ revision: 1 });
  for (const [method, params] of [
    ['player.play', PLAY],
    ['player.next', {}],
    ['player.previous', {}],
    ['player.replay', {}],
    ['feedback.set', { value: 'UP' }],
  ] as const)
    t.match((await owner.call(method, params)).error, { code: 1003, data: { retryAfterMs: 5_000 } }, method);
  t.equal(device.agent.commands.length, 0);
  for (const method of ['player.play', 'player.playPause', 'player.pause', 'player.stop'])
    t.ok((await owner.call(method, {})).result, method);
  t.ok((await owner.call('player.seek', { offsetMs: 15_000 })).result);
  scarceMs = 0;
  t.ok((await owner.call('player.next')).result);
  t.notOk(device.incidents.includes('tooManyRequests'), 'that is nobody’s fault in particular');
  t.ok((await (await device.join(FIXED_TOKEN, 'other')).call('player.next')).result);
});
