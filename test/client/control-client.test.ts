import { type Test, test } from 'tap';
import { type ControlClient, createControlClient } from '../../src/client/control-client.js';
import { ControlError } from '../../src/client/control-error.js';
import { loadNodeSocket } from '../../src/client/node-socket.js';
import { fail, type FakeSpeaker, startFakeSpeaker } from '../fakes/remote-server.js';
import { playingState } from '../fakes/remote-state.js';

const WebSocket = await loadNodeSocket();

interface Bench {
  readonly speaker: FakeSpeaker;
  readonly client: ControlClient;
  /** The steady clock of the client, set by hand. */
  readonly clock: { ms: number };
  /** Resolves as soon as `holds` does, looked at after every change. */
  readonly until: (holds: () => boolean) => Promise<void>;
}

/** What the promise was rejected with; null when it was not. */
function faultOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

async function bench(t: Test, token: () => string | null = () => 'good-token'): Promise<Bench> {
  const speaker = await startFakeSpeaker();
  const clock = { ms: 0 };
  const client = createControlClient({
    url: speaker.url,
    name: 'test',
    token,
    WebSocket,
    steadyMs: () => clock.ms,
    random: () => 0,
  });
  t.teardown(async () => {
    client.stop();
    await speaker.stop();
  });
  const until = (holds: () => boolean): Promise<void> =>
    new Promise(resolve => {
      const look = (): void => {
        if (!holds()) return;
        end();
        resolve();
      };
      const end = client.onChange(look);
      look();
    });
  return { speaker, client, clock, until };
}

void test('opens a session, takes the state and follows it', async t => {
  const { speaker, client, until } = await bench(t);
  t.equal(client.phase, 'stopped');
  client.start();
  t.same(await client.whenOnline(), playingState());
  t.equal(client.hello?.name, 'Kitchen');
  t.same(speaker.calls[0]?.params, { protocol: 1, client: { name: 'test' }, token: 'good-token' });
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

void test('does not knock again when it is not known', async t => {
  let token: string | null = 'wrong-token';
  const { speaker, client, until } = await bench(t, () => token);
  client.start();
  t.match(await faultOf(client.whenOnline()), { reason: 'unauthorized' });
  t.equal(client.phase, 'unauthorized');
  t.equal(speaker.connections, 1);
  token = 'good-token';
  client.reconnect();
  await client.whenOnline();
  speaker.closeAll(4401);
  await until(() => client.phase === 'unauthorized');
  t.equal(client.error?.reason, 'unauthorized');
  t.equal(speaker.connections, 2, 'a revoked token ends it');
});

void test('an open speaker needs no token, not even a good one', async t => {
  for (const token of [null, 'revoked']) {
    const { speaker, client } = await bench(t, () => token);
    speaker.hello = { ...speaker.hello, auth: 'none' };
    client.start();
    t.ok(await client.whenOnline());
  }
});

void test('another protocol version is told, not tried again', async t => {
  const { speaker, client } = await bench(t);
  speaker.hello = { ...speaker.hello, protocol: { min: 2, max: 3 } };
  client.start();
  t.match(await faultOf(client.whenOnline()), { reason: 'incompatible' });
  t.equal(client.phase, 'incompatible');
  t.equal(speaker.connections, 1);
});

void test('rubbish from the server ends the connection, never the client', async t => {
  const { speaker, client, until } = await bench(t);
  client.start();
  const rubbish = [
    'not json',
    '[]',
    '{"jsonrpc":"2.0","id":"x","result":{}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}',
    '{"jsonrpc":"2.0","method":"server.hello","params":{"protocol":1}}',
    '{"jsonrpc":"2.0","method":"state.changed","params":{"revision":5000000001,"nowMs":1,"changes":{"volume":"loud"}}}',
  ];
  for (const text of rubbish) {
    await until(() => client.phase === 'online');
    const before = speaker.connections;
    speaker.say(text);
    await until(() => client.phase === 'waiting');
    t.ok(client.error instanceof ControlError, text);
    client.reconnect();
    await until(() => client.phase === 'online');
    t.equal(speaker.connections, before + 1);
  }
  speaker.say('{"jsonrpc":"2.0","method":"later.event","params":[]}');
  t.ok(await client.call('player.pause', {}), 'events of a later version are passed over');
});

void test('stops twice, and starts again', async t => {
  const { speaker, client } = await bench(t);
  client.start();
  await client.whenOnline();
  client.stop();
  client.stop();
  t.equal(client.phase, 'stopped');
  t.match(await faultOf(client.whenOnline()), { reason: 'disconnected' });
  client.start();
  client.start();
  await client.whenOnline();
  t.equal(speaker.connections, 2);
  const ended = new AbortController();
  ended.abort();
  t.ok(await client.whenOnline(ended.signal));
});
