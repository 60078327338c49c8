import t from 'tap';
import { createIncidents } from '../../src/control/gate/incidents.js';
import { createMemoryLogger } from '../rigs/control/device.js';

t.test(
  'the log: an act has a line each; of who is turned away the first, then a line a minute, then none',
  async t => {
    const logger = createMemoryLogger();
    const incidents = createIncidents({ logger, onIncident: () => undefined, lineEveryMs: 200 });
    const lines = async (count: number) => {
      while (logger.lines.length < count) await new Promise(resolve => setTimeout(resolve, 20));
      return logger.lines.map(({ message }) => message);
    };
    incidents.note('wrongToken', '192.0.2.1');
    for (let count = 0; count < 4_000; count += 1) incidents.note('wrongToken', `192.0.2.${count % 200}`);
    incidents.note('tooManyCalls', null);
    incidents.note('wrongSignIn', '192.0.2.7', { serviceCode: 'invalid_grant' });
    incidents.note('admitted', '192.0.2.3', { client: 'Ada' });
    incidents.note('admitted', '192.0.2.3', { client: 'Bob' });
    t.same(await lines(3), [
      'Clients were turned away. {"what":"wrongToken","peer":"192.0.2.1"}',
      'A client was admitted. {"what":"admitted","peer":"192.0.2.3","client":"Ada"}',
      'A client was admitted. {"what":"admitted","peer":"192.0.2.3","client":"Bob"}',
    ]);
    const told = ((await lines(4))[3] ?? '').replace('Clients were turned away. ', '');
    const peers = [...Array(8).keys()].map(at => `192.0.2.${at}`);
    t.same(JSON.parse(told), {
      wrongToken: { count: 4_000, peers, details: {} },
      tooManyCalls: { count: 1, peers: ['local'], details: {} },
      wrongSignIn: { count: 1, peers: ['192.0.2.7'], details: { serviceCode: 'invalid_grant' } },
    });
    await new Promise(resolve => setTimeout(resolve, 600));
    t.equal(logger.lines.length, 4, 'silence is not told');
    incidents.note('wrongToken', '192.0.2.1');
    t.equal(logger.lines.length, 5);
  },
);

t.test('whoever has no name does not hide what an admitted client tried', async t => {
  const logger = createMemoryLogger();
  const incidents = createIncidents({ logger, onIncident: () => undefined, lineEveryMs: 20 });
  const tried = { reason: 'Owners only', client: 'Trudy', method: 'access.invite' };
  incidents.note('wrongToken', '192.0.2.1');
  incidents.note('wrongRequest', '192.0.2.3', { reason: 'No token' });
  incidents.note('wrongRequest', '192.0.2.2', tried);
  incidents.note('wrongRequest', '192.0.2.3', { reason: 'No token' });
  while (logger.lines.length < 2) await new Promise(resolve => setTimeout(resolve, 20));
  t.match(logger.lines.at(-1)?.message, `"details":${JSON.stringify(tried)}`);
});
