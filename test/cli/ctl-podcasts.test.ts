import t from 'tap';
import { startTestbed, whyNoPlayer } from '../rigs/cli/testbed.js';

const skip = whyNoPlayer();

t.test('ctl finds, lists and plays podcasts', { skip }, async t => {
  const testbed = await startTestbed(t, { profile: 'full', trackSeconds: 60 });
  await testbed.pair();
  const ctl = (...words: string[]) => testbed.run(['ctl', ...words]);
  t.match(await ctl('search', 'kettles'), {
    code: 0,
    stdout: /^1 +episode +On Kettles +The Teapot Hour – 2024-01-01 +PE:70000$/m,
  });
  t.match(await ctl('search', 'teapot'), { code: 0, stdout: /^1 +podcast +The Teapot Hour +PC:7000$/m });
  const collected = await ctl('collection', '--types', 'podcast,pe');
  t.match(collected.stdout, /^ *\d+ +podcast +Kleine Maschinen +PC:7001$/m);
  t.match(collected.stdout, /^ *\d+ +episode +.+ +Kleine Maschinen – 2024-02-15 +PE:70102$/m);

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
