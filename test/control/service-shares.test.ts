import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { NOBODY } from '../../src/control/terms.js';
import { RefusedError, ServiceFault } from '../../src/errors.js';
import type { Reason } from '../../src/core/command.js';
import { type FakeDeviceOptions, FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import type { FakeClient } from '../fakes/phones/client.js';
import { CONTROL_LIMITS } from '../../src/control/limits.js';

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
  const limits = { refusedOfOwner: 30, ...options.control?.limits };
  const control = { clock, heedServiceRequests, ...options.control, limits };
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

t.test('A client whose calls keep failing waits, and nobody else does', async t => {
  const { time, device, admit } = await setUp(t);
  const [bob, owner] = [await admit('Bob'), await device.join()];
  for (let at = 0; at < 30; at += 1) t.match((await bob.call(SEARCH, FIND)).error, { code: 2006 });
  const asked = await Promise.all(Array.from({ length: 50 }, () => bob.call(SEARCH, FIND)));
  t.equal(device.library.calls.length, 30);
  t.match(asked[0]?.error, { code: 1003, data: { reason: 'rateLimited', retryAfterMs: 120_000 } });
  time.ms += 1_000;
  t.match((await bob.call('player.play', PLAY)).error, { code: 1003 }, 'whatever he asks of the service');
  t.equal(device.agent.commands.length, 0);
  device.agent.answer = async () => ({ revision: 1 });
  t.ok((await bob.call('player.play', {})).result, 'what was paused goes on');
  device.agent.answer = () => refused('notSupported', { serviceCode: 'NOT_FOUND' });
  t.ok((await bob.call('player.setVolume', { volume: 30 })).error?.code !== 1003, 'and of the service alone');
  t.ok((await bob.call('state.get')).result);
  t.match((await owner.call(SEARCH, FIND)).error, { code: 2006 });
  t.match((await owner.call('player.play', PLAY)).error, { code: 2005 });
  const again = await admit('Bob');
  t.match((await again.call(SEARCH, FIND)).error, { code: 2006 }, 'nor is who bears his name');

  t.equal(device.incidents.filter(what => what === 'tooManyRequests').length, 51);
  const line = device.logger.lines.find(({ message }) => message.includes('tooManyRequests'));
  t.match(line, { level: 'warn', message: '{"what":"tooManyRequests","peer":"127.0.0.1","client":"Bob"}' });
  time.ms += 120_000;
  t.match((await bob.call(SEARCH, FIND)).error, { code: 2006 }, 'one more in two minutes');
  t.match((await bob.call(SEARCH, FIND)).error, { code: 1003 });
});

t.test('an owner may be refused more often than a guest', async t => {
  const { refusedOfOwner } = CONTROL_LIMITS;
  const { device, time, admit } = await setUp(t, { control: { limits: { refusedOfOwner } } });
  const owner = await admit('Ada');
  for (let at = 0; at < refusedOfOwner; at += 1) {
    time.ms += 20;
    t.match((await owner.call(SEARCH, FIND)).error, { code: 2006 });
  }
  t.match((await owner.call(SEARCH, FIND)).error, { code: 1003 });
  t.equal(device.library.calls.length, refusedOfOwner);
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
  await stranger.call('player.pause');
  t.same(device.agent.keys, ['from 127.0.0.9'], 'and has one turn among those whose commands wait');
  const other = await come('yet another', '127.0.0.10');
  t.match((await other.call(SEARCH, FIND)).error, { code: 2006 });
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
  device.agent.answer = async () => {
    // Until all of them have come.
    await sleep(200);
    return refused('notSupported', { serviceCode: 'NOT_FOUND' });
  };
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

t.test('Guests have bounded successful calls; an owner has no bound', async t => {
  const { time, service, device, guest, done } = await setUp(t);
  device.library.before = async () => service.ask();
  device.agent.answer = async () => {
    service.ask(2);
    return { revision: 1 };
  };
  device.agent.change({ silenceReason: 'paused' });
  const owner = await device.join();
  const [bob, cleo] = [await guest('Bob'), await guest('Cleo')];
  t.equal(await done(bob, 200, SEARCH, { query: 'x' }), 151, 'more than his own, as nobody else needs it');
  const { error } = await bob.call(SEARCH, { query: 'x' });
  t.match(error, { code: 1003, data: { reason: 'rateLimited', retryAfterMs: Number } });
  t.match(error, { message: /you have caused too many requests/ });
  const waitMs = (error?.data as { retryAfterMs: number }).retryAfterMs;
  t.ok(waitMs > 0 && waitMs <= 10_910, 'until the guests together have room for one more');
  t.ok((await bob.call('player.next')).result, 'who has searched too much still skips');
  device.agent.answer = async () => ({ revision: 1 });
  t.ok((await bob.call('player.play', {})).result, 'what sounded may go on');
  t.ok((await bob.call('player.pause')).result);
  t.ok((await bob.call('player.setVolume', { volume: 30 })).result);
  t.ok((await bob.call('state.get')).result);
  t.equal(device.incidents.filter(what => what === 'tooManyRequests').length, 50);
  t.match(
    device.logger.lines.find(({ message }) => message.includes('tooManyRequests')),
    { level: 'warn', message: '{"what":"tooManyRequests","peer":"127.0.0.1","client":"Bob"}' },
  );

  device.agent.answer = async () => {
    service.ask(2);
    return { revision: 1 };
  };
  t.equal(await done(cleo, 70, 'player.play', PLAY), 60, 'each by what it costs');
  t.equal(await done(await guest('Dora'), 100, SEARCH, { query: 'x' }), 90);
  const last = await guest('Fred');
  t.equal(await done(last, 80, SEARCH, { query: 'x' }), 37, 'what all of them have left');
  t.match((await last.call('player.next')).error, { message: /guests have caused too many requests/ });
  t.equal(await done(owner, 100, 'player.next'), 100, 'an owner has what is left');
  time.ms += 3_600_000;
  t.ok((await last.call('player.next')).result);
});

t.test('A call that asks the service nothing costs and earns nothing', async t => {
  const { service, device, guest, done } = await setUp(t);
  device.library.before = async () => service.ask();
  device.agent.answer = () => refused('notAllowed');
  const [bob, cleo, dora] = [await guest('Bob'), await guest('Cleo'), await guest('Dora')];
  t.equal(await done(dora, 90, 'player.next'), 0);
  t.equal(await done(bob, 90, SEARCH, { query: 'x' }), 90);
  for (let at = 0; at < 90; at += 1)
    t.match((await bob.call('player.next')).error, { data: { reason: 'notAllowed' } });
  t.equal(await done(cleo, 90, SEARCH, { query: 'x' }), 90, 'nobody else pays for it');
  t.equal(await done(bob, 90, SEARCH, { query: 'x' }), 0, 'nor is there more for him');
  t.equal(await done(dora, 90, SEARCH, { query: 'x' }), 90, 'and what cost nothing is not missing later');
});

t.test(
  'a guest who ends items by seeking, or starts what has ended again, pays for what follows',
  async t => {
    const { time, service, device, guest, done } = await setUp(t);
    const item = { kind: 'track', index: 0, title: 'A', durationMs: 180_000, feedback: null } as const;
    const position = { positionMs: 90_000, atMs: Date.now(), rate: 0 } as const;
    const shown = { item: { ...item, interactions: ['SEEK'] }, position };
    device.agent.change({ playbackStatus: 'playing', silenceReason: null, ...shown });
    device.agent.answer = async () => ({ revision: 1 });
    const owner = await device.join();
    const [bob, cleo] = [await guest('Bob'), await guest('Cleo')];
    t.equal(await done(bob, 300, 'player.seek', { offsetMs: 20_000 }), 300, 'within the item it is free');
    t.equal(await done(bob, 300, 'player.playPause'), 300);
    t.equal(await done(bob, 300, 'player.seek', { positionMs: 'x' }), 0);
    // What follows an end comes after the answer.
    let sought = 0;
    for (let at = 0; at < 60; at += 1) {
      const { error } = await bob.call('player.seek', { offsetMs: 40_000 });
      if (error === undefined) sought += 1;
      time.ms += 20;
      if (error === undefined) service.ask(3);
    }
    t.equal(sought, 51);
    t.match((await bob.call('player.seek', { positionMs: 180_000 })).error, {
      data: { reason: 'rateLimited' },
    });
    t.equal(await done(owner, 300, 'player.seek', { offsetMs: 90_000 }), 300);
    device.agent.answer = async () => {
      service.ask(2);
      return { revision: 1 };
    };
    device.agent.change({ silenceReason: 'sourceEnded' });
    t.equal(await done(cleo, 100, 'player.play'), 60);
    device.agent.answer = async () => ({ revision: 1 });
    t.equal(await done(owner, 100, 'player.play'), 100);
    device.agent.change({ silenceReason: 'paused' });
    t.equal(await done(cleo, 100, 'player.play'), 100);
    t.ok(device.logger.lines.some(({ message }) => /tooManyRequests.*Bob/.test(message)));
  },
);

t.test('to go on while the service does not answer is one more try there, and is counted', async t => {
  let isServiceAway = true;
  const { service, device, guest, done } = await setUp(t, {
    control: { isServiceAway: () => isServiceAway },
  });
  device.agent.change({ playbackStatus: 'playing', silenceReason: 'offline' });
  device.agent.answer = async () => {
    if (isServiceAway) service.ask();
    return { revision: 1 };
  };
  const bob = await guest('Bob');
  t.equal(await done(bob, 200, 'player.play'), 151);
  isServiceAway = false;
  t.equal(await done(bob, 50, 'player.playPause'), 50, 'a pause is none');
  t.equal(await done(bob, 200, 'player.play'), 200);
});

t.test('a skip beyond the limit asked the service, too: three count as one', async t => {
  const { time, device, admit } = await setUp(t);
  const bob = await admit('Bob');
  device.agent.answer = () => refused('skipLimitReached', { serviceCode: 'SKIP_LIMIT_REACHED' });
  for (let at = 0; at < 88; at += 1) {
    t.match((await bob.call('player.next')).error, { code: 2004 });
    time.ms += 20;
  }
  for (let at = 0; at < 3; at += 1) await bob.call('player.next');
  t.match((await bob.call('player.next')).error, { code: 1003 });
});

t.test('guests, of whom none has had too much in vain, leave owners what they need', async t => {
  let left = 150;
  const serviceScarceMsFor = (requests: number) => Math.max(0, 50 + requests - left) * 18_000;
  const { device, time } = await setUp(t, { control: { serviceScarceMsFor } });
  const owner = await device.join();
  const guests = [];
  for (const name of ['Bob', 'Cleo', 'Dan', 'Eve'])
    guests.push(await device.join((await device.access.accept(name, null, GUEST)).token, name));
  device.agent.answer = () => {
    left -= 1;
    return refused('notSupported', { serviceCode: 'NOT_FOUND' });
  };
  const codes = [];
  for (const guest of guests)
    for (let at = 0; at < 29; at += 1) {
      codes.push((await guest.call('player.play', PLAY)).error?.code);
      time.ms += 20;
    }
  t.equal(codes.filter(code => code === 2005).length, 62);
  t.equal(codes.indexOf(1003), 61, 'the third of them waits');
  t.equal(codes[87], 2005, 'the fourth has had nothing in vain yet');
  t.equal(left, 88);
  t.equal(device.incidents.filter(what => what === 'tooManyRequests').length, 54);
  t.match(
    device.logger.lines.find(({ message }) => message.includes('tooManyRequests')),
    { message: '{"what":"tooManyRequests","peer":"127.0.0.1","client":"Cleo"}' },
    'it names who had most in vain, not who is held back',
  );
  t.match((await guests[3]?.call('library.collection'))?.error, { code: 1003 });
  device.agent.answer = async () => ({ revision: 1 });
  for (const method of ['player.play', 'player.playPause', 'player.pause', 'player.setVolume'])
    t.ok((await guests[3]?.call(method, method === 'player.setVolume' ? { volume: 1 } : {}))?.result, method);
  t.ok((await owner.call('player.next')).result);
  left = 150;
  t.ok((await guests[3]?.call('player.next'))?.result, 'nobody is held back while there is enough');
});

t.test('A refusal names the held-back client when nobody wasted calls', async t => {
  const { device } = await setUp(t, { mode: 'open', control: { serviceScarceMsFor: () => 18_000 } });
  device.agent.answer = () => refused('offline');
  const guests = [];
  for (const at of [2, 3]) {
    const guest = await device.connect(`127.0.0.${at}`);
    await guest.open(undefined, 'phone');
    guests.push(guest);
  }
  const codes = [];
  for (let at = 0; at < 70; at += 1) codes.push((await guests[at % 2]?.call('player.next'))?.error?.code);
  t.strictSame([codes[0], codes.at(-1)], [2007, 1003]);
  t.match(
    device.logger.lines.find(({ message }) => message.includes('tooManyRequests')),
    { message: /"what":"tooManyRequests","peer":"127.0.0.[23]","client":"phone"/ },
  );
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
  t.equal(device.incidents.filter(what => what === 'tooManyRequests').length, 5);
  const line = device.logger.lines.find(({ message }) => message.includes('tooManyRequests'));
  t.match(line, { message: '{"what":"tooManyRequests"}' }, 'that is nobody’s fault in particular');
  t.ok((await (await device.join(FIXED_TOKEN, 'other')).call('player.next')).result);
});
