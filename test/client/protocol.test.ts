import t from 'tap';
import { claimInvitation } from '../../src/client/claim.js';
import { createControlClient } from '../../src/client/control-client.js';
import { loadNodeSocket, LocalSocket } from '../../src/client/node-socket.js';
import { readerOf } from '../../src/client/shape.js';
import { type CalledByOthers, type Declaration, METHODS } from '../../src/contract/methods.js';
import { connectClient } from '../fakes/phones/client.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { callByHttp } from '../rigs/control/rpc.js';
import { faultOf } from '../rigs/client/bench.js';

const WebSocket = await loadNodeSocket();

/** What the types of the client let be called. */
const CALLED = Object.entries<Declaration>(METHODS).filter(
  ([, { needsSession, localOnly }]) => needsSession !== true && localOnly !== true,
);

t.test('every answer of a speaker is read by the client as it is described', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const { result } = await callByHttp(device.origin, FIXED_TOKEN, 'rpc.discover');
  const { methods } = result as unknown as {
    methods: {
      name: string;
      examples: { params: { name: string; value: unknown }[]; result?: { value: unknown } }[];
    }[];
  };
  for (const [name, { result: shape }] of CALLED) {
    const read = readerOf(shape);
    const examples = methods.find(method => method.name === name)?.examples ?? [];
    t.ok(examples.length > 0, name);
    for (const example of examples) {
      if (example.result !== undefined) t.same(read(example.result.value, name), example.result.value, name);
    }
  }
});

t.test('the client calls every method, over WebSocket and over the local socket', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const ways = [
    { url: device.url, WebSocket, token: () => FIXED_TOKEN },
    { url: device.socketPath, WebSocket: LocalSocket, token: () => null },
  ];
  for (const way of ways) {
    const client = createControlClient({ ...way, name: 'test' });
    client.start();
    await client.whenOnline();
    t.equal(client.hello?.name, 'Kitchen');
    for (const method of CALLED.map(([name]) => name as CalledByOthers)) {
      if (method === 'system.unpair' || method === 'access.claim') continue;
      await device.access.admit('Bob', null);
      const id = device.access.list()[0]?.id ?? '';
      const params = {
        sourceId: 'ST:1',
        positionMs: 5,
        volume: 5,
        muted: true,
        value: 'UP',
        query: 'a',
        id,
        name: 'Bob',
        number: 1,
        time: '07:00',
        text: 'Dinner is ready.',
        announcementId: 'a',
      };
      const picked = method === 'player.seek' ? { positionMs: 5 } : params;
      t.type(await client.call(method, picked), 'object', method);
    }
    device.agent.change({ volume: 77 });
    await new Promise<void>(resolve => {
      const look = (): void => {
        if (client.state?.volume === 77) resolve();
      };
      client.onChange(look);
      look();
    });
    t.same(await client.call('system.unpair', {}), {});
    client.stop();
  }
});

t.test('the token may depend on who the speaker says it is', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const asked: string[] = [];
  const client = createControlClient({
    url: device.url,
    name: 'test',
    WebSocket,
    token: ({ deviceUuid }) => {
      asked.push(deviceUuid);
      return FIXED_TOKEN;
    },
  });
  t.teardown(() => client.stop());
  client.start();
  await client.whenOnline();
  t.same(asked, ['d0']);
});

t.test('an invitation is claimed by code, by link, or refused with the reason', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const invite = async () =>
    (await callByHttp(device.origin, FIXED_TOKEN, 'access.invite')).result as unknown as {
      code: string;
      link: string;
    };
  const claim = (code: string) => claimInvitation({ url: device.url, code, name: 'Ada', WebSocket });
  const { code } = await invite();
  const claimed = await claim(` ${code.slice(0, 3)}-${code.slice(3)} `);
  t.equal(claimed.hello.deviceUuid, 'd0');
  t.match(await (await connectClient(device.url)).open(claimed.token), { result: { protocol: 1 } });
  t.match(await claim((await invite()).link), { token: /^[\w-]{43}$/ });
  t.match(await faultOf(claim(code)), { reason: 'unauthorized', code: 1001 });
  t.match(await faultOf(claim('')), { reason: 'invalidParams' });
  t.match(await faultOf(claim('no-secret-of-this-one')), { reason: 'unauthorized', code: 1001 });
  const nobody = claimInvitation({ url: 'ws://127.0.0.1:1/control', code, name: 'Ada', WebSocket });
  t.match(await faultOf(nobody), { reason: 'disconnected' });
});

t.test('others get it as tonearm/client', async t => {
  const entry = (await import('tonearm/client')) as object;
  t.match(Object.keys(entry).sort(), [
    'ControlError',
    'claimInvitation',
    'createControlClient',
    'toInviteCode',
  ]);
  const forNode = (await import('tonearm/client/node')) as object;
  t.match(Object.keys(forNode).sort(), ['LocalSocket', 'loadNodeSocket']);
});
