import { test } from 'tap';
import { bench, faultOf } from '../rigs/client/bench.js';
import { fail } from '../fakes/speaker/server.js';
import { playingState } from '../fakes/speaker/state.js';

void test('opens a session, takes the state and follows it', async t => {
  const { speaker, client, until } = await bench(t);
  t.equal(client.phase, 'stopped');
  client.start();
  t.same(await client.whenOnline(), playingState());
  t.equal(client.hello?.name, 'Kitchen');
  const shown = speaker.calls[0]?.params;
  t.match(shown, { protocol: 2, client: { name: 'test' }, nonce: /^[\w-]{24,128}$/, proof: /^[\w-]{43}$/ });
  t.notMatch(JSON.stringify(shown), 'good-token');
  speaker.change({ volume: 12, item: null });
  await until(() => client.state?.volume === 12);
  t.equal(client.state?.item, null, 'a member that became null is null');
  t.equal(client.state?.source?.name, 'Harbour Lights', 'members not named stay');
  t.equal(client.revision, speaker.revision);
});

void test('counts the position from the anchor on its own clock', async t => {
  const { speaker, client, clock, until } = await bench(t);
  t.equal(client.positionMs(), null);
  clock.ms = 500;
  client.start();
  await client.whenOnline();
  t.equal(client.positionMs(), 60_000);
  clock.ms += 1_500;
  t.equal(client.positionMs(), 61_500);
  clock.ms += 1_000_000;
  t.equal(client.positionMs(), 180_000, 'never beyond the end of the item');
  speaker.change({ position: { positionMs: 30_000, atMs: 2_000_000, rate: 0 } });
  await until(() => client.state?.position.rate === 0);
  clock.ms += 9_000;
  t.equal(client.positionMs(), 30_000, 'a paused item stands still');
});

void test('answers calls with their results and their errors', async t => {
  const { speaker, client } = await bench(t);
  t.match(await faultOf(client.call('player.next', {})), { reason: 'disconnected' });
  client.start();
  await client.whenOnline();
  t.same(await client.call('player.play', { sourceId: 'ST:9' }), { revision: speaker.revision });
  t.same((await speaker.next('player.play')).params, { sourceId: 'ST:9' });
  speaker.answer('library.search', () => ({
    items: [{ id: 'AL:1', type: 'AL', name: 'A "quoted" 🎷 <b>name</b>', artUrl: null, extra: 1 }],
    cursor: 'AL:2',
  }));
  t.same(await client.call('library.search', { query: 'a' }), {
    items: [{ id: 'AL:1', type: 'AL', name: 'A "quoted" 🎷 <b>name</b>' }],
    cursor: 'AL:2',
  });
  speaker.answer('player.next', () => fail(2003, 'notAllowed', 'Not now.', { interaction: 'SKIP' }));
  t.match(await faultOf(client.call('player.next', {})), {
    reason: 'notAllowed',
    code: 2003,
    interaction: 'SKIP',
    message: 'Not now.',
  });
  speaker.answer('player.stop', () => fail(1003, 'rateLimited', 'Slower.', { retryAfterMs: 70 }));
  t.match(await faultOf(client.call('player.stop', {})), { reason: 'rateLimited', retryAfterMs: 70 });
  speaker.answer('library.search', () => ({ items: [{ id: 7 }] }));
  t.match(await faultOf(client.call('library.search', { query: 'a' })), { reason: 'malformed' });
  t.equal(client.phase, 'online', 'one wrong answer costs one call');
});

void test('comes back by itself and asks only for what it missed', async t => {
  const { speaker, client, until } = await bench(t);
  client.start();
  await client.whenOnline();
  await speaker.next('state.subscribe');
  const before = speaker.revision;
  speaker.refuse(true);
  speaker.cutAll();
  await until(() => client.phase === 'waiting');
  t.equal(client.state?.volume, 40, 'what was known stays');
  speaker.change({ volume: 41 });
  speaker.change({ muted: true });
  speaker.refuse(false);
  client.reconnect();
  t.same((await speaker.next('state.subscribe')).params, { sinceRevision: before });
  await until(() => client.phase === 'online');
  t.match(client.state, { volume: 41, muted: true });
  t.equal(client.revision, speaker.revision);

  speaker.forget();
  speaker.closeAll(1001);
  await until(() => client.phase === 'waiting');
  speaker.change({ volume: 5 });
  await until(() => client.phase === 'online');
  t.equal(client.state?.volume, 5, 'a whole state instead of changes is taken as well');
});

void test('says what it was opened as, and tells an owner who comes and goes', async t => {
  const { speaker, client, until } = await bench(t);
  t.equal(client.opened, null);
  speaker.opened = { role: 'guest', id: 'c', volumeMax: 40, expiresAtMs: 5, more: 'unknown' };
  client.start();
  await client.whenOnline();
  const { proof = '', ...opened } = client.opened ?? {};
  t.match(proof, /^[\w-]{43}$/);
  t.strictSame(opened, { protocol: 2, role: 'guest', id: 'c', volumeMax: 40, expiresAtMs: 5 });
  speaker.opened = { role: 'owner' };
  speaker.closeAll(1001);
  await until(() => client.phase === 'waiting');
  client.reconnect();
  await until(() => client.phase === 'online');
  t.match(client.opened, { protocol: 2, role: 'owner', id: undefined });
  const told: object[] = [];
  const end = client.onAccessChange(change => told.push(change));
  speaker.tellOwners({ what: 'admitted', name: 'Bob', by: 'Ada', more: 'unknown' });
  // What a newer speaker tells in other words is passed over, and harms nobody.
  for (const newer of [{ what: 'repainted' }, { what: 5 }, { what: 'admitted', name: 5 }, [], {}])
    speaker.tellOwners(newer);
  speaker.say('{"jsonrpc":"2.0","method":"access.changed"}');
  speaker.tellOwners({ what: 'revoked', name: 'Bob' });
  const { connections } = speaker;
  speaker.change({ volume: 7 });
  await until(() => client.state?.volume === 7);
  end();
  speaker.tellOwners({ what: 'codeEnded' });
  speaker.change({ volume: 8 });
  await until(() => client.state?.volume === 8);
  t.strictSame(told, [
    { what: 'admitted', name: 'Bob', by: 'Ada' },
    { what: 'revoked', name: 'Bob' },
  ]);
  t.equal(speaker.connections, connections, 'on the same connection');
});

void test('takes a speaker that restarted as it is now', async t => {
  const { speaker, client, until } = await bench(t);
  client.start();
  await client.whenOnline();
  speaker.restart({ volume: 3 });
  await until(() => client.state?.volume === 3);
  t.equal(client.revision, speaker.revision, 'a lower revision too');
});

void test('looks after a connection that is up when told to', async t => {
  const { speaker, client, clock } = await bench(t);
  client.start();
  await client.whenOnline();
  clock.ms += 90_000;
  t.equal(client.positionMs(), 150_000);
  const told = new Promise<void>(resolve => client.onChange(resolve));
  client.reconnect();
  await speaker.next('state.get');
  await told;
  t.equal(client.positionMs(), 60_000, 'the clock of the speaker is taken anew');
  t.equal(speaker.connections, 1);
});

void test('rejects what was under way when the connection is lost', async t => {
  const { speaker, client } = await bench(t);
  client.start();
  await client.whenOnline();
  speaker.answer('player.next', () => {
    speaker.cutAll();
    return {};
  });
  t.match(await faultOf(client.call('player.next', {})), { reason: 'disconnected' });
});

void test('takes a missing event for a gap and asks for the whole state', async t => {
  const { speaker, client, until } = await bench(t);
  client.start();
  await client.whenOnline();
  await speaker.next('state.subscribe');
  const ahead = { revision: speaker.revision + 5, nowMs: 1, changes: { volume: 99 } };
  speaker.say(JSON.stringify({ jsonrpc: '2.0', method: 'state.changed', params: ahead }));
  t.same((await speaker.next('state.subscribe')).params, {});
  speaker.change({ volume: 7 });
  await until(() => client.state?.volume === 7);
  t.equal(speaker.connections, 1);
});

void test('asks again for what was told before the state, and keeps none of it', async t => {
  const { speaker, client, until } = await bench(t);
  let isFirst = true;
  speaker.answer('state.subscribe', () => {
    for (let n = 0; isFirst && n < 1_000; n += 1) speaker.change({ volume: n % 100 });
    isFirst = false;
  });
  client.start();
  t.same((await speaker.next('state.subscribe')).params, {});
  t.same((await speaker.next('state.subscribe')).params, { sinceRevision: speaker.revision - 1_000 });
  await until(() => client.revision === speaker.revision);
  t.equal(client.state?.volume, 99);
  t.equal(speaker.connections, 1);
});

void test('whoever answers at the speaker’s address cannot keep the client away for good', async t => {
  const { speaker, client, until } = await bench(t);
  const waits: number[] = [];
  const wait = globalThis.setTimeout;
  t.teardown(() => (globalThis.setTimeout = wait));
  // Long waits end at once.
  globalThis.setTimeout = ((then: () => void, ms: number) => {
    const isLong = [12_000, 24_000].includes(ms) || ms > 30_000;
    if (isLong) waits.push(ms);
    return wait(then, isLong ? 1 : ms);
  }) as typeof setTimeout;
  speaker.refusing = () => fail(1003, 'rateLimited', 'Later.', { retryAfterMs: 2 ** 40 });
  client.start();
  await until(() => client.phase === 'waiting');
  speaker.refusing = null;
  await client.whenOnline();
  t.same(waits.splice(0), [60_000]);
  speaker.tokens.delete('good-token');
  speaker.closeAll(4401);
  await until(() => client.phase === 'unauthorized');
  speaker.tokens.add('good-token');
  await until(() => client.phase === 'online');
  t.same(waits.splice(0), [12_000]);
  speaker.hello['protocol'] = { min: 3, max: 3 };
  speaker.closeAll(1001);
  await until(() => client.phase === 'incompatible');
  await until(() => client.phase === 'incompatible' && waits.length >= 7);
  speaker.hello['protocol'] = { min: 1, max: 2 };
  await until(() => client.phase === 'online');
  t.same([...new Set(waits)], [12_000, 24_000, 48_000, 96_000, 192_000, 300_000]);
});
