import t from 'tap';
import { makeFolder } from '../rigs/cli/folder.js';
import { certificateIn, OTHER_CERTIFICATE, OTHER_KEY } from '../rigs/control/tls.js';
import { startFakeDevice } from '../rigs/control/device.js';
import { setUpUser, startNeighbour, startWay } from '../rigs/cli/neighbourhood.js';

// A copied card: the id and the clients of the first speaker, on a machine of its own.
t.test('Two speakers of one id are named, and neither is told anything', async t => {
  const { device, advertise, claim, ctl } = await setUpUser(t);
  await claim(`http://127.0.0.1:${device.server.port}`);
  const copy = await startFakeDevice({
    clients: device.clients,
    revision: 2 ** 41,
    control: { device: { deviceUuid: 'd0', name: 'Bath', version: '1.2.3' } },
    http: {
      tls: certificateIn(makeFolder(t), { only: false, cert: OTHER_CERTIFICATE, key: OTHER_KEY }),
    },
  });
  t.teardown(copy.stop);
  const [one, other] = [device, copy].map(({ server: { port } }) => ({ port, isTls: true }));
  if (one === undefined || other === undefined) throw new Error('no speakers');
  for (const order of [
    [one, { ...other, name: 'Bath' }],
    [{ ...other, name: 'Bath' }, one],
  ]) {
    advertise(...order);
    for (const words of [['pause'], ['--device', 'Kitchen', 'pause'], ['--device', 'd0', 'pause']]) {
      const { code, stderr } = await ctl(...words);
      t.equal(code, 64, words.join(' '));
      t.match(stderr, `127.0.0.1:${device.server.port}`);
      t.match(stderr, `127.0.0.1:${copy.server.port}`);
    }
  }
  t.same([...device.agent.commands, ...copy.agent.commands], [], 'neither');
  t.match(await ctl('pause', '--url', `127.0.0.1:${copy.server.port}`), { code: 0 }, 'by its address');
});

t.test('An address that proves nothing, or leads to the same speaker, is no second speaker', async t => {
  const { device, advertise, claim, ctl } = await setUpUser(t);
  await claim(`http://127.0.0.1:${device.server.port}`);
  const way = await startWay(t, device.server.port);
  advertise({ port: device.server.port, isTls: true }, { port: way.port, isTls: true, name: 'Kitchen #2' });
  t.match(await ctl('pause'), { code: 0 }, 'another way to it');
  const liar = await startNeighbour(t, { deviceUuid: 'd0', name: 'Kitchen' });
  const open = await startNeighbour(t, { deviceUuid: 'd0', name: 'Kitchen' }, 'open');
  advertise(...[device, liar, open].map(({ server: { port } }) => ({ port, isTls: true })));
  t.match(await ctl('pause'), { code: 0 }, 'others that only bear its id');
});
