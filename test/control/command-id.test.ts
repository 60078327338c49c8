import fc from 'fast-check';
import t from 'tap';
import { createCommandMemory } from '../../src/control/command-memory.js';
import { RefusedError } from '../../src/errors.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { callByHttp, connectLines } from '../rigs/control/rpc.js';

t.test('the same id is done once, however often and from wherever it comes', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const token = await device.access.admit('Ada', null);
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
  const [ada, bob] = [await device.access.admit('Ada', null), await device.access.admit('Ada', null)];
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
    ['Ada', 'Ada', 'one', 'two', 'http', 'local'],
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

t.test('an id is forgotten after a minute, whoever calls', async t => {
  let nowMs = 0;
  const memory = createCommandMemory({ steadyMs: () => nowMs, commandIds: 3 });
  let done = 0;
  const perform = () => ({ result: (done += 1) });
  const once = async (client: string, commandId: string) => memory.remember({ client, commandId }, perform);
  t.same(await once('a', '1'), { result: 1 });
  nowMs = 60_000;
  t.same(await once('a', '1'), { result: 1 });
  nowMs = 60_001;
  t.same(await once('a', '1'), { result: 2 });
  await once('a', '2');
  nowMs = 120_002;
  await once('b', '1');
  t.same(
    [await once('b', '2'), await once('b', '3'), await once('b', '1')],
    [{ result: 5 }, { result: 6 }, { result: 4 }],
  );
});

t.test('of too many the oldest of the client that holds most go, and of nobody else', async t => {
  const acts = fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), id: fc.nat(30) }), {
    minLength: 100,
    maxLength: 400,
  });
  fc.assert(
    fc.property(acts, given => {
      const fair = createCommandMemory({ steadyMs: () => 0, commandIds: 20 });
      let done = 0;
      let forgotten = 0;
      const firsts: { readonly name: string; readonly id: number; readonly result: number }[] = [];
      for (const { name, id } of given) {
        const answer = fair.remember({ client: name, commandId: `${id}` }, () => ({ result: (done += 1) }));
        const own = firsts.filter(first => first.name === name);
        const known = own.findLast(first => first.id === id);
        const { result } = answer as { result: number };
        if (known?.result === result) continue;
        // Nearly a fourth of all is everybody's, whoever else calls.
        if (known !== undefined && own.indexOf(known) >= own.length - 4) return false;
        if (known !== undefined) forgotten += 1;
        firsts.push({ name, id, result });
      }
      fc.pre(forgotten > 0);
      return true;
    }),
    { numRuns: 50 },
  );
  const memory = createCommandMemory({ steadyMs: () => 0, commandIds: 100 });
  const isKnown = (client: string, commandId: string) => {
    let known = true;
    void memory.remember({ client, commandId }, () => {
      known = false;
      return { result: 0 };
    });
    return known;
  };
  for (let count = 0; count < 10; count += 1) isKnown('phone', `${count}`);
  for (let count = 0; count < 5_000; count += 1) isKnown('flood', `${count}`);
  t.ok(Array.from({ length: 10 }, (_, count) => isKnown('phone', `${count}`)).every(Boolean));
  t.ok(Array.from({ length: 90 }, (_, count) => isKnown('flood', `${count + 4_910}`)).every(Boolean));
  t.notOk(isKnown('flood', '4909'), 'its oldest are gone');
});
