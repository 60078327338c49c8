import t from 'tap';
import { createIncidents } from '../../src/control/incidents.js';
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
    // Whoever hides behind others is named by what it did.
    for (let count = 0; count < 300; count += 1) incidents.note('wrongToken', '192.0.2.255');
    for (let count = 0; count < 2_000; count += 1) incidents.note('wrongToken', `2001:db8::${count}`);
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
    t.same(counts, { wrongToken: 6_300, tooManyCalls: 1, wrongSignIn: 1 });
    t.same(last, { wrongSignIn: { serviceCode: 'invalid_grant' } });
    // What is counted is less by at most what each peer beyond the limit takes from all.
    t.ok((peers['192.0.2.255'] ?? 0) > 250, `${peers['192.0.2.255']}`);
    t.equal(Object.keys(peers).length, 11, 'eight, who did something else, and what is left');
    t.match(peers, { local: 1, '192.0.2.7': Number });
    t.equal(
      Object.values(peers).reduce((sum, count) => sum + count, 0),
      6_302,
      'all of it',
    );
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

t.test('a thousand peers that do little do not hide one that does much', t => {
  const logger = createMemoryLogger();
  const incidents = createIncidents({ logger, onIncident: () => undefined });
  incidents.note('wrongToken', '192.0.2.1');
  for (let count = 0; count < 1_100; count += 1) incidents.note('wrongToken', `2001:db8::${count}`);
  for (let count = 0; count < 1_200; count += 1) incidents.note('wrongToken', '192.0.2.66');
  incidents.tellAll();
  t.match(logger.lines.at(-1)?.message, /"192.0.2.66":1(?:1\d|20)\d/);
  t.match(logger.lines.at(-1)?.message, /"counts":{"wrongToken":2300}/);
  t.end();
});

t.test('two hosts that take turns behind busier peers are both named', t => {
  const logger = createMemoryLogger();
  const incidents = createIncidents({ logger, onIncident: () => undefined });
  incidents.note('wrongToken', '192.0.2.1');
  for (let count = 0; count < 1_024; count += 1)
    for (let twice = 0; twice < 2; twice += 1) incidents.note('tooManyCalls', `2001:db8::${count}`);
  for (let count = 0; count < 20_000; count += 1)
    for (const host of ['192.0.2.66', '192.0.2.67']) incidents.note('tooManyCalls', host);
  incidents.tellAll();
  const message = logger.lines.at(-1)?.message ?? '';
  for (const host of ['66', '67']) t.match(message, new RegExp(`"192.0.2.${host}":1\\d{4}`));
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
