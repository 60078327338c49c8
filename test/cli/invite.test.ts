/** Inviting and removing from the shell of the speaker. */
import { dirname } from 'node:path';
import t, { type Test } from 'tap';
import { describeTerms } from '../../src/cli/invite.js';
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
    const said = async (...words: string[]) => (await tonearm('invite', ...words)).stdout;
    t.match(await said(), /^admits +one phone, as an OWNER, who may do everything \(use --guest .*\)$/m);
    t.match(await said('--guest'), /^admits +one phone, as a guest, with no time limit$/m);
  },
);

t.test('The invitation prints the phone’s role, its limits and its links', async t => {
  const { tonearm } = await setUp(t);
  const { code, stdout } = await tonearm('invite', '--guest', '--for', '7d', '--volume', '40');
  t.equal(code, 0);
  t.match(stdout, /^admits +one phone, as a guest for 7 days after joining, with a volume of at most 40$/m);
  t.match(stdout, /^ +the invitation is valid for 5 minutes$/m);
  if (/^or /m.test(stdout)) t.match(stdout, /^or .*\n +if the phone cannot open the first link$/m);
});

t.test('with --ip, a program gets the link by the IP address, too', async t => {
  const { tonearm } = await setUp(t);
  const linkOf = async (...words: string[]) =>
    (JSON.parse((await tonearm('invite', '--json', ...words)).stdout) as { link: string }).link;
  const { hostname, pathname, hash } = new URL(await linkOf('--ip'));
  t.match(hostname, /^\d+\.\d+\.\d+\.\d+$/);
  t.equal(pathname, '/');
  t.match(hash, /^#invite=./);
  t.notMatch(await linkOf(), `//${hostname}:`);
});

t.test('The invitation tells a guest’s stay in the largest unit that fits', async t => {
  const spans: readonly (readonly [validMs: number, words: string])[] = [
    [86_400_000, '1 day'],
    [48 * 3_600_000, '2 days'],
    [36 * 3_600_000, '36 hours'],
    [60 * 60_000, '1 hour'],
    [90 * 60_000, '90 minutes'],
  ];
  for (const [validMs, words] of spans)
    t.equal(describeTerms({ role: 'guest', validMs }), `as a guest for ${words} after joining`);
});

t.test('The program refuses terms that an invitation cannot bear', async t => {
  const { tonearm } = await setUp(t);
  const wrong: [string[], RegExp][] = [
    [['--for', '7d'], /--for applies to guests only: add --guest/],
    [['--volume', '40'], /--volume applies to guests only: add --guest/],
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
    /^Ada {2}owner, invited by tonearm invite, joined \d{4}-\S+ \d\d:\d\d\nBob {2}guest, until \d{4}-\d\d-\d\d \d\d:\d\d, volume up to 40, invited by Ada, joined \d{4}-\S+ \d\d:\d\d\n$/,
  );
  t.match(JSON.parse((await tonearm('ctl', 'phones', '--json')).stdout), {
    clients: [
      { name: 'Ada', role: 'owner' },
      { name: 'Bob', role: 'guest', volumeMax: 40, invitedBy: ada?.id },
    ],
  });
  t.match(await tonearm('ctl', 'phones', 'remove', 'Eve'), {
    code: 1,
    stderr: /^tonearm: nobody called "Eve" is admitted\n→ .*: "Ada", "Bob"/,
  });
  t.match(await tonearm('ctl', 'phones', 'remove'), { code: 64, stderr: /usage: tonearm ctl phones/ });
  t.match(await tonearm('ctl', 'phones', 'list'), { code: 64 });
  t.match(await tonearm('ctl', 'phones', 'remove', 'bob'), { code: 0, stdout: /^Ada/ });
  t.match(await tonearm('ctl', 'phones', 'remove', ada?.id ?? ''), {
    code: 0,
    stdout: 'nobody is admitted\n',
  });
});
