import t, { type Test } from 'tap';
import { NOBODY } from '../../src/control/access/terms.js';
import { RefusedError, ServiceFault } from '../../src/contract/errors.js';
import type { Reason } from '../../src/contract/command.js';
import { type FakeDeviceOptions, FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import type { FakeClient } from '../fakes/phones/client.js';

const SEARCH = 'library.search';
const FIND = { query: 'x', types: ['ZZ'] };
const PLAY = { sourceId: 'ZZ:nothing' };
const GUEST = { role: 'guest', validMs: null, volumeMax: null, by: NOBODY } as const;
const refused = (reason: Reason, more: object = {}) =>
  Promise.reject(new RefusedError({ reason, message: reason, ...more }));

/** A speaker whose service refuses what it is asked, and the time. */
async function setUp(t: Test, options: FakeDeviceOptions = {}) {
  const time = { ms: 0 };
  const service: { ask: (many?: number) => void } = { ask: () => undefined };
  const clock = { epochMs: () => Date.now(), steadyMs: () => time.ms };
  const heedServiceRequests = (heed: () => void): void => {
    service.ask = (many = 1) => Array.from({ length: many }).forEach(heed);
  };
  const control = { clock, heedServiceRequests, ...options.control };
  const device = await startFakeDevice({ ...options, control });
  t.teardown(device.stop);
  device.library.before = async () => {
    throw new ServiceFault('serviceError', 'no such type', { serviceCode: 'BAD_TYPE' });
  };
  device.agent.answer = () => refused('notSupported', { serviceCode: 'NOT_FOUND' });
  const admit = async (name: string) => device.join((await device.access.admit(name, null)).token, name);
  const guest = async (name: string) =>
    device.join((await device.access.accept(name, null, GUEST)).token, name);
  /** How many of so many calls of a client, one after the other, are done. */
  const done = async (client: FakeClient, many: number, method: string, params: object = {}) => {
    let good = 0;
    for (let at = 0; at < many; at += 1) {
      if ((await client.call(method, params)).error === undefined) good += 1;
      time.ms += 20;
    }
    return good;
  };
  return { time, service, device, admit, guest, done };
}

t.test('A guest whose calls keep failing waits, and nobody else does', async t => {
  const { time, service, device, guest, done } = await setUp(t);
  device.library.before = async () => {
    service.ask();
    throw new ServiceFault('serviceError', 'no such type', { serviceCode: 'BAD_TYPE' });
  };
  const [bob, owner] = [await guest('Bob'), await device.join()];
  await done(bob, 100, SEARCH, FIND);
  t.equal(device.library.calls.length, 45, 'each counts as four');
  const { error } = await bob.call(SEARCH, FIND);
  const data = { reason: 'rateLimited', limit: 'tooManyRequests', retryAfterMs: Number };
  t.match(error, { code: 1003, data });
  device.agent.answer = async () => ({ revision: 1 });
  t.ok((await bob.call('player.play', {})).result, 'what was paused goes on');
  t.ok((await bob.call('player.setVolume', { volume: 30 })).result);
  t.match((await owner.call(SEARCH, FIND)).error, { code: 2006 });
  t.match((await (await guest('Bob')).call(SEARCH, FIND)).error, { code: 2006 }, 'nor is who bears his name');
  t.equal(device.incidents.filter(what => what === 'tooManyRequests').length, 56);
  const line = device.logger.lines.find(({ message }) => message.includes('tooManyRequests'));
  t.match(line, { level: 'warn', message: '{"what":"tooManyRequests","peer":"127.0.0.1","client":"Bob"}' });
  const { retryAfterMs } = error?.data as { retryAfterMs: number };
  time.ms += retryAfterMs;
  t.match((await bob.call(SEARCH, FIND)).error, { code: 2006 }, 'the time told is true');
});

t.test('Without a token a guest is counted by the address, not by the name', async t => {
  const { time, service, device } = await setUp(t, { mode: 'open' });
  device.library.before = async () => service.ask();
  const search = async (name: string, from: string) => {
    const client = await device.connect(from);
    await client.open(undefined, name);
    const { error } = await client.call(SEARCH, { query: 'x' });
    client.ws.terminate();
    await client.closed;
    time.ms += 100;
    return error?.code;
  };
  for (let at = 0; at < 180; at += 1) t.equal(await search(`name ${at}`, '127.0.0.9'), undefined);
  t.equal(await search('yet another', '127.0.0.9'), 1003);
  t.equal(await search('yet another', '127.0.0.10'), undefined);
});

t.test('A call that the service never answered costs nobody a share', async t => {
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

t.test('Successful calls and a broken service cost no share', async t => {
  const { time, device, admit } = await setUp(t);
  const bob = await admit('Bob');
  for (const answer of [() => refused('serviceError'), async () => ({ revision: 1 })]) {
    device.agent.answer = answer;
    for (let at = 0; at < 100; at += 1) {
      t.not((await bob.call('player.next')).error?.code, 1003);
      time.ms += 20;
    }
    time.ms += 3_600_000;
  }
});

t.test('Guests have bounded requests; an owner has no bound', async t => {
  const { time, service, device, guest, done } = await setUp(t);
  device.library.before = async () => service.ask();
  device.agent.answer = async () => {
    service.ask(2);
    return { revision: 1 };
  };
  device.agent.change({ silenceReason: 'paused' });
  const owner = await device.join();
  const [bob, cleo] = [await guest('Bob'), await guest('Cleo')];
  t.equal(await done(bob, 250, SEARCH, { query: 'x' }), 180);
  const { error } = await bob.call(SEARCH, { query: 'x' });
  t.match(error, { code: 1003, data: { reason: 'rateLimited', retryAfterMs: Number } });
  t.match(error, { message: /guests have caused too many requests/ });
  t.equal(await done(bob, 50, 'player.next'), 30, 'sixty are for the player, each by what it costs');
  device.agent.answer = async () => ({ revision: 1 });
  t.ok((await bob.call('player.play', {})).result, 'what sounded may go on');
  t.ok((await bob.call('player.pause')).result);
  t.ok((await bob.call('player.setVolume', { volume: 30 })).result);
  t.ok((await bob.call('state.get')).result);
  t.equal(await done(cleo, 100, SEARCH, { query: 'x' }), 90, 'what all of them have left');
  t.equal(await done(owner, 100, SEARCH, { query: 'x' }), 100, 'an owner has what is left');
  const { retryAfterMs } = error?.data as { retryAfterMs: number };
  time.ms += retryAfterMs;
  t.ok((await bob.call(SEARCH, { query: 'x' })).result, 'the time told is true');
});

t.test('Calls in progress count before anything is known of what they cost', async t => {
  const { device, guest, service } = await setUp(t);
  device.library.before = async () => service.ask();
  const bob = await guest('Bob');
  const answers = await Promise.all(Array.from({ length: 80 }, () => bob.call(SEARCH, { query: 'x' })));
  const done = answers.filter(({ error }) => error === undefined).length;
  t.ok(done >= 20 && done < 80, `${done} of 80 at once`);
  t.ok(answers.every(({ error }) => error === undefined || error.code === 1003));
});

t.test('A call that asks the service nothing costs and earns nothing', async t => {
  const { service, device, guest, done } = await setUp(t);
  device.library.before = async () => service.ask();
  device.agent.answer = () => refused('notAllowed');
  const [bob, cleo, dora] = [await guest('Bob'), await guest('Cleo'), await guest('Dora')];
  t.equal(await done(dora, 90, 'player.next'), 0);
  t.equal(await done(bob, 200, SEARCH, { query: 'x' }), 180);
  for (let at = 0; at < 90; at += 1)
    t.match((await bob.call('player.next')).error, { data: { reason: 'notAllowed' } });
  t.equal(await done(cleo, 90, SEARCH, { query: 'x' }), 90, 'nobody else pays for it');
  t.equal(await done(bob, 90, SEARCH, { query: 'x' }), 0, 'nor is there more for him');
  t.equal(await done(dora, 60, SEARCH, { query: 'x' }), 60, 'and what cost nothing is not missing later');
});

t.test('A guest pays for starting anew what has ended, and for nothing that only goes on', async t => {
  const { service, device, guest, done } = await setUp(t);
  const owner = await device.join();
  const bob = await guest('Bob');
  device.agent.answer = async () => {
    service.ask(2);
    return { revision: 1 };
  };
  device.agent.change({ silenceReason: 'paused' });
  t.equal(await done(bob, 150, 'player.play'), 150);
  t.equal(await done(bob, 150, 'player.seek', { offsetMs: 40_000 }), 150);
  device.agent.change({ silenceReason: 'sourceEnded' });
  t.equal(await done(bob, 150, 'player.play'), 120);
  t.equal(await done(owner, 150, 'player.play'), 150);
});

t.test('The agent counts and names a client with too many waiting commands', async t => {
  const { device, admit } = await setUp(t);
  const bob = await admit('Bob');
  device.agent.answer = () => refused('rateLimited', { retryAfterMs: 1_000 });
  t.match((await bob.call('player.next')).error, { code: 1003 });
  t.same(device.incidents, ['admitted', 'tooManyCalls']);
  t.match(device.logger.lines.at(-1), { message: /"what":"tooManyCalls","peer":"127.0.0.1","client":"Bob"/ });
});

t.test('Commands leave playback its share of the service', async t => {
  let scarceMs = 5_000;
  const { device } = await setUp(t, { control: { serviceScarceMs: () => scarceMs } });
  const owner = await device.join();
  device.agent.answer = async () => ({ revision: 1 });
  for (const [method, params] of [
    ['player.play', PLAY],
    ['player.play', { preset: 1 }],
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
  t.equal(device.incidents.filter(what => what === 'tooManyRequests').length, 6);
  const line = device.logger.lines.find(({ message }) => message.includes('tooManyRequests'));
  t.match(line, { message: '{"what":"tooManyRequests"}' }, 'that is nobody’s fault in particular');
  t.ok((await (await device.join(FIXED_TOKEN, 'other')).call('player.next')).result);
});
