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
    const told = (await lines(4))[3] ?? '';
    const { counts, peers, last } = JSON.parse(told.replace('Clients were turned away. ', '')) as {
      counts: object;
      peers: Record<string, number>;
      last: object;
    };
    t.same(counts, { wrongToken: 4_000, tooManyCalls: 1, wrongSignIn: 1 });
    t.same(last, { wrongSignIn: { serviceCode: 'invalid_grant' } });
    t.equal(Object.keys(peers).length, 10, 'eight, who did something else, and what is left');
    t.match(peers, { local: 1, '192.0.2.7': 21, '192.0.2.0': 20, others: 3_840 });
    await new Promise(resolve => setTimeout(resolve, 600));
    t.equal(logger.lines.length, 4, 'silence is not told');
    incidents.note('wrongToken', '192.0.2.1');
    t.equal(logger.lines.length, 5);
  },
);

t.test('whoever has no name does not hide what an admitted client tried', t => {
  const logger = createMemoryLogger();
  const incidents = createIncidents({ logger, onIncident: () => undefined });
  const tried = { reason: 'Owners only', client: 'Trudy', method: 'access.invite' };
  incidents.note('wrongToken', '192.0.2.1');
  incidents.note('wrongRequest', '192.0.2.2', tried);
  for (let count = 0; count < 9; count += 1)
    incidents.note('wrongRequest', '192.0.2.3', { reason: 'No token' });
  incidents.tellAll();
  t.match(logger.lines.at(-1)?.message, `"last":{"wrongRequest":${JSON.stringify(tried)}}`);
  t.end();
});

t.test('a guesser of codes is named, however noisy others are', t => {
  const logger = createMemoryLogger();
  const incidents = createIncidents({ logger, onIncident: () => undefined });
  incidents.note('wrongToken', '192.0.2.1');
  for (let count = 0; count < 800; count += 1) incidents.note('wrongToken', `192.0.2.${count % 8}`);
  for (const host of ['66', '67', '68']) incidents.note('wrongCode', `192.0.2.${host}`);
  incidents.tellAll();
  const message = logger.lines.at(-1)?.message ?? '';
  for (const host of ['0', '7', '66', '67', '68']) t.match(message, `"192.0.2.${host}":`);
  t.end();
});

t.test('at a stop, what is not told yet is told; what comes after it has its line', t => {
  const logger = createMemoryLogger();
  const incidents = createIncidents({ logger, onIncident: () => undefined });
  const told = () => logger.lines.splice(0).map(({ message }) => message);
  incidents.tellAll();
  t.same(told(), [], 'nothing was');
  incidents.note('wrongToken', '192.0.2.1');
  told();
  incidents.note('wrongToken', '192.0.2.1');
  incidents.note('wrongCode', '192.0.2.2');
  t.same(told(), []);
  incidents.tellAll();
  t.same(told(), [
    'Clients were turned away. {"counts":{"wrongToken":1,"wrongCode":1},"peers":{"192.0.2.1":1,"192.0.2.2":1}}',
  ]);
  incidents.note('wrongSignIn', '192.0.2.3');
  incidents.tellAll();
  t.same(told(), ['Clients were turned away. {"counts":{"wrongSignIn":1},"peers":{"192.0.2.3":1}}']);
  incidents.tellAll();
  t.same(told(), [], 'all was');
  t.end();
});
