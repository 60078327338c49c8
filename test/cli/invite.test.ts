/** Inviting and removing from the shell of the speaker. */
import { dirname } from 'node:path';
import t, { type Test } from 'tap';
import { startFakeDevice } from '../rigs/control/device.js';
import { callByHttp } from '../rigs/control/rpc.js';
import { run } from '../rigs/cli/run.js';

async function setUp(t: Test) {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: t.testdir(),
    TONEARM_RUNTIME_DIR: dirname(device.socketPath),
  };
  const claim = async (stdout: string, name: string) => {
    const { code } = JSON.parse(stdout) as { code: string };
    return (await callByHttp(device.origin, '', 'access.claim', { code, name })).result;
  };
  return { device, claim, tonearm: (...words: string[]) => run(words, env) };
}

t.test(
  'tonearm invite makes an owner, with --guest a guest, with an end and a ceiling if wanted',
  async t => {
    const { device, claim, tonearm } = await setUp(t);
    const ofOwner = await tonearm('invite', '--json');
    t.match(ofOwner, { code: 0, stderr: '' });
    t.match(await claim(ofOwner.stdout, 'Ada'), { role: 'owner' });
    t.match(await claim((await tonearm('invite', '--guest', '--json')).stdout, 'Bob'), { role: 'guest' });
    const bearing = await tonearm('invite', '--guest', '--for', '7d', '--volume', '40%', '--json');
    const before = Date.now();
    t.match(await claim(bearing.stdout, 'Cleo'), { role: 'guest' });
    const [ada, bob, cleo] = device.access.list();
    t.match([ada, bob, cleo], [{ role: 'owner' }, { role: 'guest' }, { role: 'guest', volumeMax: 40 }]);
    t.notOk(bob?.expiresAtMs ?? bob?.volumeMax);
    const endMs = cleo?.expiresAtMs ?? 0;
    t.ok(endMs >= before + 7 * 86_400_000 && endMs <= Date.now() + 7 * 86_400_000);
    t.match(await tonearm('invite'), { code: 0, stdout: /^good for +one phone, as owner, and 5 minutes$/m });
    t.match(await tonearm('invite', '--guest'), {
      code: 0,
      stdout: /^good for +one phone, as guest, and 5 minutes$/m,
    });
  },
);

t.test('what an invitation cannot bear is wrong usage', async t => {
  const { tonearm } = await setUp(t);
  const wrong: [string[], RegExp][] = [
    [['--for', '7d'], /--for is for guests: add --guest/],
    [['--volume', '40'], /--volume is for guests: add --guest/],
    [['--guest', '--for', '0m'], /--for must be minutes, hours or days/],
    [['--guest', '--for', '366d'], /--for must be/],
    [['--guest', '--for', '7'], /--for must be/],
    [['--guest', '--for', 'soon'], /--for must be/],
    [['--guest', '--volume', '101'], /--volume must be a percentage/],
    [['--guest', '--volume', 'loud'], /--volume must be/],
    [['--owner'], /has no option --owner/],
  ];
  for (const [words, stderr] of wrong)
    t.match(await tonearm('invite', ...words), { code: 64, stdout: '', stderr }, words.join(' '));
});

t.test('tonearm ctl phones shows who is admitted, and removes whom it is told', async t => {
  const { device, claim, tonearm } = await setUp(t);
  t.match(await tonearm('ctl', 'phones'), { code: 0, stdout: 'nobody is admitted\n' });
  await claim((await tonearm('invite', '--json')).stdout, 'Ada');
  const [ada] = device.access.list();
  const by = { id: ada?.id ?? '', name: 'Ada', peer: null };
  await device.access.accept('Bob', null, { role: 'guest', validMs: 86_400_000, volumeMax: 40, by });
  const listed = await tonearm('ctl', 'phones');
  t.match(
    listed.stdout,
    /^Ada {2}owner, invited by tonearm invite, not in this list, never seen\nBob {2}guest, until \d{4}-\d\d-\d\d \d\d:\d\d, volume up to 40, invited by Ada, never seen\n$/,
  );
  t.match(JSON.parse((await tonearm('ctl', 'phones', '--json')).stdout), {
    clients: [
      { name: 'Ada', role: 'owner' },
      { name: 'Bob', role: 'guest', volumeMax: 40, invitedBy: ada?.id },
    ],
  });
  t.match(await tonearm('ctl', 'phones', 'remove', 'Eve'), {
    code: 1,
    stderr: /^tonearm: nobody called "Eve" is admitted; there is "Ada", "Bob"/,
  });
  t.match(await tonearm('ctl', 'phones', 'remove'), { code: 64, stderr: /usage: tonearm ctl phones/ });
  t.match(await tonearm('ctl', 'phones', 'list'), { code: 64 });
  t.match(await tonearm('ctl', 'phones', 'remove', 'bob'), { code: 0, stdout: /^Ada/ });
  t.match(await tonearm('ctl', 'phones', 'remove', ada?.id ?? ''), {
    code: 0,
    stdout: 'nobody is admitted\n',
  });
});
