import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startTestbed, whyNoPlayer } from '../rigs/cli/testbed.js';

const skip = whyNoPlayer();

t.test(
  'ctl recent lists what was played, the latest first, and play takes its numbers',
  { skip },
  async t => {
    const testbed = await startTestbed(t, { profile: 'full', trackSeconds: 60 });
    await testbed.pair();
    const ctl = (...words: string[]) => testbed.run(['ctl', ...words]);
    const none = {
      code: 1,
      stdout: '',
      stderr:
        'tonearm: this speaker has not played anything yet\n→ play something first: "tonearm ctl collection" lists the collection\n',
    };
    t.same(await ctl('recent'), none);
    t.same(await ctl('recent', '--json'), { ...none, stdout: '{"items":[]}\n' });

    /** Plays it until the speaker lists it: what was audible for two seconds counts. */
    async function play(what: string, count: number): Promise<void> {
      t.match(await ctl('play', what), { code: 0 });
      for (;;) {
        const { items } = JSON.parse((await ctl('recent', '--json')).stdout) as { items: unknown[] };
        if (items.length === count) return;
        await sleep(200);
      }
    }
    const [album] = testbed.sandbox.catalogue.albums.filter(({ restricted }) => !restricted);
    await play(album?.id ?? '', 1);
    await play('PE:70000', 2);

    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
    const { code, stdout } = await ctl('recent');
    t.equal(code, 0);
    t.match(stdout, new RegExp(`^1 {2}${time} {2}episode {2}On Kettles +The Teapot Hour .*PC:7000\n2 {2}`));
    t.match(stdout, new RegExp(`^2 {2}${time} {2}song {5}\\S.* TR:\\d+$`, 'm'));
    t.equal((await ctl('recent', '--limit', '1')).stdout.split('\n').length, 2);
    const format = '{{number}}|{{kind}}|{{name}}|{{podcast}}|{{duration}}|{{sourceId}}|{{id}}';
    t.equal(
      (await ctl('recent', '--limit', '1', '--format', format)).stdout,
      '1|episode|On Kettles|The Teapot Hour|1:00|PC:7000|PC:7000\n',
    );

    const [, song = ''] = (await ctl('recent', '--format', '{{name}}')).stdout.split('\n');
    const again = await ctl('play', '2');
    t.match(again, { code: 0, stdout: /^playing / });
    t.ok(song !== '' && again.stdout.includes(song), 'that song again');
    for (const limit of ['0', '201', 'x'])
      t.match(await ctl('recent', '--limit', limit), { code: 64, stderr: /from 1 to 200\nusage: / });
    t.match(await ctl('recent', '--cursor', 'x'), { code: 64, stderr: /has no option --cursor/ });
    t.match(await ctl('recent', 'x'), { code: 64, stderr: /does not take "x"\nusage: / });
  },
);
