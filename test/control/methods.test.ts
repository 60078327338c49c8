import t from 'tap';
import { RefusedError, ServiceFault } from '../../src/contract/errors.js';
import type { Reason } from '../../src/contract/command.js';
import { RECENT, startFakeDevice } from '../rigs/control/device.js';

/** Method, params, and the command that the engine gets for it. */
const COMMANDS: [string, object | undefined, object][] = [
  ['player.play', undefined, { type: 'play' }],
  ['player.play', {}, { type: 'play' }],
  ['player.play', { sourceId: 'ST:1:2', type: 'stop', more: 1 }, { type: 'play', sourceId: 'ST:1:2' }],
  ['player.play', { sourceId: 'XX:é/ %' }, { type: 'play', sourceId: 'XX:é/ %' }],
  ['player.pause', {}, { type: 'pause' }],
  ['player.playPause', undefined, { type: 'playPause' }],
  ['player.stop', {}, { type: 'stop' }],
  ['player.next', {}, { type: 'next' }],
  ['player.previous', {}, { type: 'previous' }],
  ['player.replay', {}, { type: 'replay' }],
  ['player.seek', { positionMs: 1000 }, { type: 'seek', positionMs: 1000 }],
  ['player.seek', { positionMs: -1 }, { type: 'seek', positionMs: -1 }],
  ['player.seek', { offsetMs: -15_000 }, { type: 'seek', offsetMs: -15_000 }],
  ['player.setVolume', { volume: 0 }, { type: 'setVolume', volume: 0 }],
  ['player.setVolume', { volume: 100 }, { type: 'setVolume', volume: 100 }],
  ['player.setVolume', { offset: -100 }, { type: 'setVolume', offset: -100 }],
  ['player.setMuted', { muted: true }, { type: 'setMuted', muted: true }],
  ['feedback.set', { value: 'UP' }, { type: 'setFeedback', value: 'UP' }],
  ['feedback.set', { value: 'DOWN' }, { type: 'setFeedback', value: 'DOWN' }],
  ['feedback.set', { value: null }, { type: 'setFeedback', value: null }],
  ['player.play', { preset: 9 }, { type: 'play', preset: 9 }],
  ['timer.sleep', {}, { type: 'sleep' }],
  ['timer.sleep', { afterMs: 86_400_000 }, { type: 'sleep', afterMs: 86_400_000 }],
  ['timer.sleep', { afterItem: true }, { type: 'sleep', afterItem: true }],
  ['alarm.snooze', {}, { type: 'snooze' }],
  ['alarm.snooze', { afterMs: 300_000 }, { type: 'snooze', afterMs: 300_000 }],
  ['alarm.dismiss', {}, { type: 'dismiss' }],
];

/** Method, params, and the member that the refusal names. */
const WRONG: [string, unknown, string][] = [
  ['player.play', { preset: 0 }, 'preset'],
  ['player.play', { preset: 1, sourceId: 'ST:1' }, 'preset'],
  ['preset.set', {}, 'number'],
  ['preset.set', { number: 10 }, 'number'],
  ['preset.set', { number: 1, sourceId: 'jazz' }, 'sourceId'],
  ['timer.sleep', { afterMs: -1 }, 'afterMs'],
  ['timer.sleep', { afterMs: 86_400_001 }, 'afterMs'],
  ['timer.sleep', { afterMs: 1, afterItem: true }, 'afterItem'],
  ['timer.sleep', { afterItem: 'yes' }, 'afterItem'],
  ['alarm.set', {}, 'time'],
  ['alarm.set', { time: '24:00' }, 'time'],
  ['alarm.set', { time: '7:00' }, 'time'],
  ['alarm.set', { time: '07:00', days: [0] }, 'days'],
  ['alarm.set', { time: '07:00', days: [8] }, 'days'],
  ['alarm.set', { time: '07:00', volume: 101 }, 'volume'],
  ['alarm.set', { time: '07:00', preset: 1, sourceId: 'ST:1' }, 'preset'],
  ['alarm.set', { time: '07:00', id: '' }, 'id'],
  ['alarm.remove', {}, 'id'],
  ['alarm.snooze', { afterMs: 86_400_001 }, 'afterMs'],
  ['player.play', { sourceId: 'ST' }, 'sourceId'],
  ['player.play', { sourceId: 'ST:' }, 'sourceId'],
  ['player.play', { sourceId: 'ST::1' }, 'sourceId'],
  ['player.play', { sourceId: 'st:1' }, 'sourceId'],
  ['player.play', { sourceId: 'STA:1' }, 'sourceId'],
  ['player.play', { sourceId: 'ST:1\n' }, 'sourceId'],
  ['player.play', { sourceId: `ST:${'1'.repeat(254)}` }, 'sourceId'],
  ['player.play', { sourceId: null }, 'sourceId'],
  ['player.play', { sourceId: 5 }, 'sourceId'],
  ['player.pause', [], 'params'],
  ['player.pause', null, 'params'],
  ['player.pause', 'x', 'params'],
  ['player.seek', {}, 'positionMs or offsetMs'],
  ['player.seek', { positionMs: 1, offsetMs: 1 }, 'positionMs or offsetMs'],
  ['player.seek', { positionMs: '1' }, 'positionMs'],
  ['player.seek', { positionMs: 1e300 }, 'positionMs'],
  ['player.seek', { offsetMs: 0.5 }, 'offsetMs'],
  ['player.setVolume', {}, 'volume or offset'],
  ['player.setVolume', { volume: 5, offset: 5 }, 'volume or offset'],
  ['player.setVolume', { volume: 101 }, 'volume'],
  ['player.setVolume', { volume: -1 }, 'volume'],
  ['player.setVolume', { volume: 5.5 }, 'volume'],
  ['player.setVolume', { volume: '5' }, 'volume'],
  ['player.setVolume', { volume: null }, 'volume'],
  ['player.setVolume', { offset: 101 }, 'offset'],
  ['player.setMuted', {}, 'muted'],
  ['player.setMuted', { muted: 1 }, 'muted'],
  ['feedback.set', {}, 'value'],
  ['feedback.set', { value: 'up' }, 'value'],
  ['state.subscribe', { sinceRevision: 'x' }, 'sinceRevision'],
  ['state.subscribe', { sinceRevision: -1 }, 'sinceRevision'],
  ['library.collection', { limit: 0 }, 'limit'],
  ['library.collection', { limit: 51 }, 'limit'],
  ['library.collection', { offset: -1 }, 'offset'],
  ['library.collection', { cursor: '' }, 'cursor'],
  ['library.collection', { types: 'ST' }, 'types'],
  ['library.collection', { types: ['ST', 'a){x'] }, 'types.1'],
  ['library.collection', { sortBy: 'name' }, 'sortBy'],
  ['library.collection', { sortOrder: 5 }, 'sortOrder'],
  ['library.search', {}, 'query'],
  ['library.search', { query: '' }, 'query'],
  ['library.search', { query: ['a'] }, 'query'],
  ['library.feedbacks', { values: ['SIDEWAYS'] }, 'values.0'],
  ['library.feedbacks', { targetTypes: [] }, 'targetTypes'],
  ['library.topArtists', { limit: 1.5 }, 'limit'],
];

t.test('every command reaches the engine with its cause, and nothing besides', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join(undefined, 'Ada’s phone');
  for (const [method, params, command] of COMMANDS) {
    const answer = await client.call(method, params);
    t.type(answer.result?.['revision'], 'number', method);
    t.strictSame(device.agent.commands.at(-1), { command, cause: { client: 'Ada’s phone', method } });
  }
});

t.test('A client is told what is planned only once it is kept, and a pause at once', async t => {
  let keep = (): void => undefined;
  const kept = () => new Promise<void>(resolve => (keep = resolve));
  const device = await startFakeDevice({ control: { kept } });
  t.teardown(device.stop);
  const client = await device.join();
  for (const [method, params] of [
    ['alarm.set', { time: '07:00' }],
    ['alarm.remove', { id: 'a' }],
    ['alarm.snooze', {}],
    ['alarm.dismiss', {}],
    ['timer.sleep', { afterMs: 1_000 }],
    ['preset.set', { number: 1, sourceId: 'ST:1' }],
  ] as const) {
    let isTold = false;
    const told = client.call(method, params).then(answer => ((isTold = true), answer));
    t.match(await client.call('player.pause'), { result: { revision: Number } });
    t.notOk(isTold, method);
    keep();
    t.match(await told, { result: Object }, method);
  }
  t.match(await client.call('alarm.dismiss'), { result: Object }, 'a disk that stands still holds nobody up');
});

t.test('wrong params are refused by the name of the member and reach nobody', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  for (const [method, params, member] of WRONG) {
    const { error } = await client.call(method, params);
    t.match(error, { code: -32602, data: { member } }, `${method} ${JSON.stringify(params)}`);
    t.ok(error?.message.startsWith(member), `${method} says ${error?.message ?? 'nothing'}`);
  }
  t.equal(device.agent.commands.length + device.library.calls.length, 0);
});

t.test('the library is asked with what was given, and its answer handed on', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  const page = { limit: 50, offset: 3, cursor: 'ST:9' };
  const rows: [string, object][] = [
    ['collection', { ...page, types: ['ST', 'AL'], sortBy: 'ADDED_TIME', sortOrder: 'DESC' }],
    ['collection', {}],
    ['search', { ...page, query: 'søk "{}', types: ['SF'] }],
    ['feedbacks', { ...page, targetTypes: ['TR'], sourceContextTypes: ['ST'], values: ['UP', 'DOWN'] }],
    ['recentFavorites', page],
    ['topArtists', page],
    ['profile', {}],
  ];
  for (const [name, params] of rows) {
    const answer = await client.call(`library.${name}`, { ...params, unknown: 1 });
    t.ok(answer.result, name);
    t.strictSame(device.library.calls.at(-1), { name, params });
  }
  t.same((await client.call('library.search', { query: 'a' })).result, {
    items: [{ id: 'ST:1', type: 'ST', name: 'Harbour' }],
    cursor: 'ST:2',
  });
});

t.test('The agent lists recent items without asking the library', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  t.same((await client.call('library.recent')).result, { items: RECENT });
  t.same((await client.call('library.recent', { limit: 1 })).result, { items: RECENT.slice(0, 1) });
  t.same((await client.call('library.recent', { limit: 200 })).result, { items: RECENT });
  for (const limit of [0, 201, 1.5, '1', null])
    t.match((await client.call('library.recent', { limit })).error, {
      code: -32602,
      data: { member: 'limit' },
    });
  t.equal(device.library.calls.length, 0);
});

t.test('the speakers of the network', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  t.match((await client.call('speakers.list')).result, { speakers: [{ id: 'd0', self: true }] });
});

t.test('a library that does not answer in time is offline', async t => {
  const device = await startFakeDevice({ control: { answerMs: 20 } });
  t.teardown(device.stop);
  const client = await device.join();
  let aborted: AbortSignal | undefined;
  device.library.before = ({ signal }) => {
    aborted = signal;
    return new Promise(() => undefined);
  };
  t.match(await client.call('library.profile'), { error: { code: 2007, data: { reason: 'offline' } } });
  t.equal(aborted?.aborted, true);
  device.library.before = ({ signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  t.match(await client.call('library.profile'), { error: { code: 2007 } });
  device.library.profile = () => {
    throw new ServiceFault('notPaired', 'at once');
  };
  t.match(await client.call('library.profile'), { error: { code: 2001 } });
});

t.test('every refusal has its code and its word', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  const codes: Record<Reason, number> = {
    unauthorized: 1001,
    forbidden: 1002,
    rateLimited: 1003,
    notPaired: 2001,
    noSource: 2002,
    notAllowed: 2003,
    skipLimitReached: 2004,
    notSupported: 2005,
    serviceError: 2006,
    offline: 2007,
    playerUnavailable: 2008,
  };
  for (const [reason, code] of Object.entries(codes) as [Reason, number][]) {
    device.agent.answer = () => Promise.reject(new RefusedError({ reason, message: 'because' }));
    const { error } = await client.call('player.next');
    t.strictSame(error, { code, message: 'because', data: { reason } });
  }
  const refusal = { reason: 'notAllowed', message: 'no', interaction: 'SKIP', retryAfterMs: 5 } as const;
  device.agent.answer = () => Promise.reject(new RefusedError(refusal));
  t.match((await client.call('player.next')).error?.data, { interaction: 'SKIP', retryAfterMs: 5 });

  const faults = [
    'notPaired',
    'noSource',
    'notSupported',
    'skipLimitReached',
    'serviceError',
    'offline',
  ] as const;
  for (const fault of faults) {
    device.library.before = () => Promise.reject(new ServiceFault(fault, 'because'));
    t.match((await client.call('library.profile')).error, { code: codes[fault], data: { reason: fault } });
  }
  const words = {
    serviceCode: 'UPSTREAM_ERROR_SERVICE',
    serviceMessage: 'INVALID_SORT_ORDER [99023]',
    detail: 'sortOrder',
    retryAfterMs: 9,
  } as const;
  device.library.before = () => Promise.reject(new ServiceFault('serviceError', 'because', words));
  t.strictSame((await client.call('library.collection')).error?.data, {
    reason: 'serviceError',
    retryAfterMs: 9,
    code: 'UPSTREAM_ERROR_SERVICE',
    message: 'INVALID_SORT_ORDER [99023]',
    detail: 'sortOrder',
  });
});

t.test('a bug is an internal error that tells the log and nobody else', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  for (const bug of [
    () => Promise.reject(new Error('secret')),
    () => {
      throw new TypeError('secret');
    },
  ]) {
    device.agent.answer = bug;
    t.strictSame((await client.call('player.next')).error, { code: -32603, message: 'internal error' });
  }
  t.equal(device.logger.lines.filter(line => line.level === 'error').length, 2);
  t.ok((await client.call('state.get')).result);
});

t.test('unknown methods, and names of things that every object has', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  for (const method of ['', 'player', 'player.Play', 'constructor', '__proto__', 'x'.repeat(9999)]) {
    const { error } = await client.call(method, []);
    t.equal(error?.code, -32601, method.slice(0, 20));
    t.ok((error?.message.length ?? 0) < 120);
  }
});

t.test('system.info, and system.unpair which answers before the session goes', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const token = (await device.access.admit('Ada', null)).token;
  const [ada, owner] = [await device.join(token), await device.join()];
  t.match((await ada.call('system.info')).result, {
    deviceUuid: 'd0',
    name: 'Kitchen',
    serviceProfile: 'core',
  });
  t.same((await ada.call('system.unpair')).result, {});
  t.equal(await ada.closed, 4401);
  t.same(device.access.list(), []);
  t.ok((await owner.call('state.get')).result, 'the fixed token is the owner’s, not the listener’s');
});
