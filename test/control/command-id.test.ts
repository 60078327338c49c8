import t from 'tap';
import { RefusedError } from '../../src/contract/errors.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { callByHttp, connectLines } from '../rigs/control/rpc.js';

t.test('the same id is done once, however often and from wherever it comes', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const token = (await device.access.admit('Ada', null)).token;
  let finish: (outcome: { revision: number }) => void = () => undefined;
  device.agent.answer = () => new Promise(resolve => (finish = resolve));
  const params = { commandId: 'once' };
  const phones = await Promise.all(Array.from({ length: 5 }, () => device.join(token)));
  const asked = phones.flatMap(phone => Array.from({ length: 10 }, () => phone.call('player.next', params)));
  const first = phones[0];
  // Every phone has been heard, and none is answered yet.
  await Promise.all(phones.map(phone => phone.call('state.get')));
  t.equal(device.agent.commands.length, 1);
  t.strictSame(device.agent.commands[0]?.cause, { client: 'Ada', method: 'player.next', commandId: 'once' });
  first?.ws.terminate();
  await first?.closed;
  const returned = await device.join(token);
  const late = returned.call('player.next', params);
  const byHttp = callByHttp(device.origin, token, 'player.next', params);
  await returned.call('state.get');
  finish({ revision: 42 });
  for (const answer of await Promise.all([...asked.slice(10), late, byHttp])) {
    t.same(answer.result, { revision: 42 });
  }
  t.same((await returned.call('player.next', params)).result, { revision: 42 }, 'and afterwards');
  t.equal(device.agent.commands.length, 1);
  void returned.call('player.next', { commandId: 'twice' });
  void returned.call('player.next');
  await returned.call('state.get');
  t.equal(device.agent.commands.length, 3, 'other ids, and none, are other commands');
});

t.test('the first outcome counts, a refusal too, and whatever else is asked by that id', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  device.agent.answer = () => Promise.reject(new RefusedError({ reason: 'skipLimitReached', message: 'no' }));
  t.equal((await client.call('player.next', { commandId: 'a' })).error?.code, 2004);
  device.agent.answer = () => Promise.resolve({ revision: 1 });
  t.equal((await client.call('player.next', { commandId: 'a' })).error?.code, 2004);
  t.equal((await client.call('player.setVolume', { volume: 5, commandId: 'a' })).error?.code, 2004);
  t.equal(device.agent.commands.length, 1);
});

t.test('a client is its token; under the fixed token and open access its name as well', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const [ada, bob] = [
    (await device.access.admit('Ada', null)).token,
    (await device.access.admit('Ada', null)).token,
  ];
  const clients = [
    await device.join(ada),
    await device.join(bob),
    await device.join(FIXED_TOKEN, 'one'),
    await device.join(FIXED_TOKEN, 'two'),
    await device.join(FIXED_TOKEN, 'one'),
    await device.join(ada, 'another name'),
  ];
  for (const client of clients) await client.call('player.pause', { commandId: 'same' });
  await callByHttp(device.origin, FIXED_TOKEN, 'player.pause', { commandId: 'same' });
  const local = connectLines(device.socketPath);
  await local.next();
  await local.call('player.pause', { commandId: 'same' });
  t.same(
    device.agent.commands.map(({ cause }) => cause.client),
    ['Ada', 'Ada 2', 'one', 'two', 'http', 'local'],
  );
  const open = await startFakeDevice({ mode: 'open' });
  t.teardown(open.stop);
  for (const name of ['one', 'two', 'one']) {
    const guest = await open.connect();
    await guest.next();
    await guest.call('session.open', { protocol: 1, client: { name } });
    await guest.call('player.pause', { commandId: 'same' });
  }
  t.equal(open.agent.commands.length, 2);
});

t.test('every command takes one, nothing else does, and wrong ones are named', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  for (const commandId of [5, null, '', 'x'.repeat(129), '𝄞'.repeat(129), {}]) {
    const { error } = await client.call('player.pause', { commandId });
    t.match(error, { code: -32602, data: { member: 'commandId' } }, JSON.stringify(commandId).slice(0, 20));
  }
  t.equal(device.agent.commands.length, 0);
  const longest = { commandId: '𝄞'.repeat(128) };
  t.same(await client.call('player.pause', longest), {
    ...(await client.call('player.pause', longest)),
    id: 8,
  });
  t.equal(device.agent.commands.length, 1, 'the longest there may be is remembered');
  const one = (await client.call('access.invite', { commandId: 'i' })).result;
  t.same(
    (await client.call('access.invite', { commandId: 'i' })).result,
    one,
    'an invitation is not made twice',
  );
  const before = (await client.call('state.get', { commandId: 'g' })).result?.['revision'];
  device.agent.change({ volume: 1 });
  const after = (await client.call('state.get', { commandId: 'g' })).result?.['revision'];
  t.equal(after, Number(before) + 1, 'a question is asked anew');
});

t.test('The agent drops an expired command, but repeats an earlier answer', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  const [before, after] = [Date.now() - 1, Date.now() + 60_000];
  t.match(await client.call('player.next', { expiresAtMs: before }), {
    error: { code: -32602, data: { member: 'expiresAtMs' } },
  });
  t.match(await client.call('player.next', { expiresAtMs: 'soon' }), { error: { code: -32602 } });
  t.same(device.agent.commands, []);
  t.match(await client.call('player.next', { expiresAtMs: after, commandId: 'a' }), { result: {} });
  t.match(await client.call('player.next', { expiresAtMs: before, commandId: 'a' }), { result: {} });
  t.strictSame(
    device.agent.commands.map(({ command }) => command),
    [{ type: 'next' }],
  );
});
