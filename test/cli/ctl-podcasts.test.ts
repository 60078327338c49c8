import t from 'tap';
import { startTestbed, whyNoPlayer } from '../rigs/cli/testbed.js';

const skip = whyNoPlayer();

t.test('ctl finds, lists and plays podcasts', { skip }, async t => {
  const testbed = await startTestbed(t, { profile: 'full', trackSeconds: 60 });
  await testbed.pair();
  const ctl = (...words: string[]) => testbed.run(['ctl', ...words]);
  t.match(await ctl('search', 'kettles'), {
    code: 0,
    stdout: /^PE:70000 +On Kettles – The Teapot Hour – 2024-01-01$/m,
  });
  t.match(await ctl('search', 'teapot'), { code: 0, stdout: /^PC:7000 +The Teapot Hour$/m });
  const collected = await ctl('collection', '--types', 'pc,pe');
  t.match(collected.stdout, /^PC:7001 +Kleine Maschinen$/m);
  t.match(collected.stdout, /^PE:70102 +.+ – Kleine Maschinen – 2024-02-15$/m);

  t.match(await ctl('play', 'PE:70000'), { code: 0, stdout: /^playing .*On Kettles – The Teapot Hour/ });
  const status = await ctl('status', '--json');
  t.match(JSON.parse(status.stdout), {
    state: {
      source: { id: 'PC:7000', type: 'PC' },
      item: { kind: 'episode', title: 'On Kettles', podcast: 'The Teapot Hour', durationMs: 60_000 },
    },
  });
  t.match(await ctl('play', 'PC:7001'), { code: 0, stdout: /^playing .* – Kleine Maschinen/ });
  t.match(await ctl('collection', '--types', 'XX'), { code: 1, stderr: /The service does not know XX\./ });
});
