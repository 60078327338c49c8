import { test } from 'tap';
import { ControlError } from '../../src/client/control-error.js';
import { bench, faultOf } from '../rigs/client/bench.js';

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

void test('a speaker that lost its patience is no speaker that refused', async t => {
  let impatient = true;
  const { speaker, client } = await bench(t, () => {
    if (impatient) speaker.closeAll(4401);
    impatient = false;
    return 'good-token';
  });
  client.start();
  t.ok(await client.whenOnline());
  t.equal(speaker.connections, 2);
});

void test('an open speaker needs no token; a page of its own may have a bad one', async t => {
  for (const token of [null, { token: 'revoked', orGuest: true }]) {
    const { speaker, client } = await bench(t, () => token);
    speaker.hello = { ...speaker.hello, auth: 'none' };
    client.start();
    t.ok(await client.whenOnline());
  }
});

void test('another protocol version is told, not tried again', async t => {
  const { speaker, client } = await bench(t);
  speaker.hello = { ...speaker.hello, protocol: { min: 3, max: 4 } };
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
