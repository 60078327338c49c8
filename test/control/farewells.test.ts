/** Whoever is let in no more is told why, if he can show that he was; and what a client is called may change. */
import t, { type Test } from 'tap';
import { NOBODY } from '../../src/control/access/terms.js';
import { type Greeting, prove } from '../fakes/phones/proof.js';
import { startFakeDevice } from '../rigs/control/device.js';

async function setUp(t: Test) {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  /** What the refusal says to whoever shows this. */
  const told = async (token: string, id: string): Promise<object> => {
    const client = await device.connect();
    const greeting = (await client.next()).params as unknown as Greeting;
    const shown = prove(token, greeting, { id });
    const answer = await client.call('session.open', {
      protocol: 2,
      client: { name: 'x' },
      id,
      nonce: shown.nonce,
      proof: shown.proof,
    });
    client.ws.terminate();
    return answer.error?.data ?? {};
  };
  return { device, told };
}

t.test('A removed client learns why it lost its admission, and from whom', async t => {
  const { device, told } = await setUp(t);
  const [ada, bob, cleo] = [
    await device.access.admit('Ada', null),
    await device.access.admit('Bob', null),
    await device.access.admit('Cleo', null),
  ];
  t.strictSame(await told('never-given', ada.id), { reason: 'unauthorized' });
  const owner = await device.join(bob.token);
  await owner.call('access.revoke', { id: ada.id });
  t.strictSame(await told(ada.token, ada.id), { reason: 'unauthorized', why: 'revoked', by: 'Bob' });
  t.strictSame(await told('not-its-token', ada.id), { reason: 'unauthorized' }, 'nobody else is told');
  t.strictSame(await told(ada.token, ''), { reason: 'unauthorized' });
  await owner.call('access.revoke', { id: bob.id });
  t.strictSame(await told(bob.token, bob.id), { reason: 'unauthorized', why: 'revoked' }, 'by itself');
  await device.access.revokeAll();
  t.strictSame(await told(cleo.token, cleo.id), { reason: 'unauthorized', why: 'signedOut' });
});

t.test('another name: at once, with a number where there is one like it, and for the device too', async t => {
  const { device } = await setUp(t);
  const ada = await device.access.admit('Ada', null);
  await device.access.admit('Bob', null);
  const phone = await device.join(ada.token);
  t.same((await phone.call('access.rename', { name: 'Hall' })).result, { name: 'Hall' });
  await phone.call('player.pause');
  t.match(device.agent.commands.at(-1), { cause: { client: 'Hall' } }, 'in the session that is open');
  t.same((await phone.call('access.rename', { name: 'Bob', id: ada.id })).result, { name: 'Bob 2' });
  t.same(
    device.access.list().map(({ name }) => name),
    ['Bob 2', 'Bob'],
  );
  t.equal((await phone.call('access.rename', { name: 'x', id: 'nobody' })).error?.code, -32602);
  const terms = { role: 'guest', validMs: null, volumeMax: null, by: NOBODY } as const;
  const guest = await device.join((await device.access.accept('Gus', null, terms)).token);
  t.equal((await guest.call('access.rename', { name: 'Ada' })).error?.code, 1002);
  device.clients.failing = true;
  t.equal((await phone.call('access.rename', { name: 'Lost' })).error?.code, -32603);
  t.match(device.access.list()[0], { name: 'Bob 2' }, 'what is not kept is not so');
  t.same(
    (await phone.call('access.rename', { name: 'Bob 2' })).result,
    { name: 'Bob 2' },
    'nothing is written',
  );
});
