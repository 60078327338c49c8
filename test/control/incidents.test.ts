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
    for (let count = 0; count < 50_000; count += 1) incidents.note('wrongToken', `192.0.2.${count % 200}`);
    incidents.note('tooManyCalls', null);
    incidents.note('admitted', '192.0.2.3', { client: 'Ada' });
    incidents.note('admitted', '192.0.2.3', { client: 'Bob' });
    t.same(await lines(3), [
      'Clients were turned away. {"what":"wrongToken","peer":"192.0.2.1"}',
      'A client was admitted. {"what":"admitted","peer":"192.0.2.3","client":"Ada"}',
      'A client was admitted. {"what":"admitted","peer":"192.0.2.3","client":"Bob"}',
    ]);
    const peers = Array.from({ length: 8 }, (_, at) => `192.0.2.${at}`);
    t.equal(
      (await lines(4))[3],
      `Clients were turned away. ${JSON.stringify({ counts: { wrongToken: 50_000, tooManyCalls: 1 }, peers })}`,
    );
    await new Promise(resolve => setTimeout(resolve, 600));
    t.equal(logger.lines.length, 4, 'silence is not told');
    incidents.note('wrongToken', '192.0.2.1');
    t.equal(logger.lines.length, 5);
  },
);
