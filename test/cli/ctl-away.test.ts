import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parseArguments } from '../../src/cli/arguments.js';
import { ctlCommand } from '../../src/cli/ctl.js';
import { TESTBED_TOKEN, startTestbed, whyNoPlayer } from '../rigs/cli/testbed.js';
import { run } from '../rigs/cli/run.js';
import { whyNotElsewhere } from '../rigs/cli/elsewhere.js';

const skip = whyNoPlayer() || whyNotElsewhere();

/** A user of another machine: nothing of the testbed is known there, and no token. */
const elsewhere = (folder: string): NodeJS.ProcessEnv => ({
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, 'config'),
  TONEARM_CONTROL_TOKEN: '',
});

t.test(
  'ctl from elsewhere: by token, by claim, by link; what is wrong has its exit code',
  { skip },
  async t => {
    const testbed = await startTestbed(t);
    const folder = t.testdir();
    const away = elsewhere(folder);
    const ctl = (words: string[], more: NodeJS.ProcessEnv = {}) =>
      testbed.run(['ctl', ...words, '--url', testbed.url], { ...away, ...more });

    t.match(await ctl(['status']), {
      code: 1,
      stderr: /^tonearm: unauthorized: .*\n→ .*tonearm ctl claim LINK/,
    });
    t.match(await ctl(['status', '--token', TESTBED_TOKEN]), { code: 0, stdout: /Kitchen/ });
    t.match(await ctl(['status'], { TONEARM_CONTROL_TOKEN: TESTBED_TOKEN }), { code: 0 });
    t.match(await ctl(['claim', '000 000']), { code: 1, stderr: /^tonearm: unauthorized: / });
    for (const words of [[], ['12345'], ['1234567'], ['code'], ['http://kitchen.local:8710/']]) {
      t.match(
        await ctl(['claim', ...words]),
        { code: 64, stderr: /usage: tonearm ctl claim/ },
        words.join(' '),
      );
    }

    const invited = await testbed.run(['invite', '--json']);
    t.match(invited, { code: 0, stderr: '' });
    const { code, link } = JSON.parse(invited.stdout) as { code: string; link: string };
    t.match(code, /^\d{6}$/);
    t.match(link, /^http:\/\/[\w.-]+:\d+\/#invite=[\w-]{22}$/);
    const claimed = await ctl(['claim', code.slice(0, 3), code.slice(3), '--name', 'Ada', '--json']);
    t.match(claimed, {
      code: 0,
      stderr: '',
      stdout: /^\{"speaker":\{"name":"Kitchen","deviceUuid":"[\w-]+"\},"role":"owner"\}\n$/,
    });
    const file = join(folder, 'config', 'tonearm', 'speakers');
    t.equal(statSync(file).mode & 0o777, 0o600);
    t.equal(statSync(join(folder, 'config', 'tonearm')).mode & 0o777, 0o700);
    const kept = [JSON.parse(readFileSync(file, 'utf8'))] as { token: string }[];
    t.match(kept, [{ name: 'Kitchen', token: /^[\w-]{43}$/ }]);
    t.match(await ctl(['status']), { code: 0, stdout: /Kitchen/ }, 'the token is found by itself');
    t.match(await ctl(['claim', code]), { code: 1, stderr: /unauthorized/ }, 'one phone each');
    t.match(await ctl(['claim', link]), { code: 1 }, 'neither by its link');

    const second = JSON.parse((await testbed.run(['invite', '--json'])).stdout) as { link: string };
    const byAddress = second.link.replace(/^http:\/\/[^/]+/, testbed.url);
    t.match(await testbed.run(['ctl', 'claim', byAddress], away), { code: 0, stdout: /has admitted you/ });

    writeFileSync(file, '{');
    t.match(await ctl(['status']), { code: 1, stderr: /speakers is damaged/ });
    for (const token of kept) t.notMatch(testbed.log(), token.token);
    t.notMatch(testbed.log(), link.split('=')[1] ?? '');
  },
);

t.test('wrong usage is 64, nobody there is 1', { skip: whyNotElsewhere() }, async t => {
  const folder = t.testdir();
  const env = elsewhere(folder);
  const wrong: string[][] = [
    [],
    ['rewind'],
    ['pause', 'now'],
    ['seek'],
    ['seek', '1:2:3:4'],
    ['volume', '101'],
    ['volume', 'loud'],
    ['mute', 'maybe'],
    ['thumb'],
    ['sleep', 'soon'],
    ['sleep', '1441'],
    ['alarm', '25:00'],
    ['alarm', 'remove'],
    ['alarm', 'snooze', 'x'],
    ['alarm', 'dismiss', 'now'],
    ['alarm', '7:00', '--volume', '101'],
    ['preset', '0'],
    ['preset', '10'],
    ['preset', '1', 'store'],
    ['preset', '1', 'none', 'x'],
    ['search'],
    ['collection', '--limit', '51'],
    ['collection', '--types', 'st;al'],
    ['status', '--limit', '5'],
    ['status', '--url', 'ftp://x'],
    ['status', '--device', ''],
    ['volume', '99999999999999999999'],
    ['status', '--url', 'http://a', '--device', 'b'],
  ];
  const never = new AbortController().signal;
  for (const words of wrong) {
    const refused = async () => ctlCommand.run(parseArguments(ctlCommand, words), never);
    const isVerb = words.length > 0 && words[0] !== 'rewind';
    const message = isVerb ? /^(?!unknown verb)./s : /verb/i;
    await t.rejects(refused(), { exitCode: 64, message }, words.join(' '));
  }
  t.match(await run(['ctl', 'volume', '101'], env), {
    code: 64,
    stdout: '',
    stderr: /^tonearm: "101" is not a volume/,
  });
  t.match(await run(['ctl', 'status', '--url', 'http://127.0.0.1:1'], env), {
    code: 1,
    stderr: /cannot be reached/,
  });
  t.match(await run(['ctl', 'claim', '123456', '--url', '127.0.0.1:1'], env), { code: 1 });
  t.match(await run(['invite'], env), {
    code: 1,
    stderr: /^tonearm: no speaker is set up on this machine\n→ run .* on the speaker\n$/,
  });
  t.match(await run(['doctor', '--record'], env), {
    code: 1,
    stderr: /no speaker is set up on this machine/,
  });
  const withoutPath = await run(['ctl', 'status'], { ...env, PATH: folder });
  t.match(withoutPath, { code: 69, stderr: /avahi-utils/ });
});

t.test('a volume that is lowered is called so', { skip }, async t => {
  const testbed = await startTestbed(t, {});
  await testbed.pair();
  const away = elsewhere(t.testdir());
  const { stdout } = await testbed.run(['invite', '--guest', '--volume', '30', '--json']);
  const { code } = JSON.parse(stdout) as { code: string };
  const ctl = (...words: string[]) => testbed.run(['ctl', ...words, '--url', testbed.url], away);
  t.match(await ctl('claim', code), { code: 0 });
  t.match(await ctl('volume', '20'), { code: 0, stdout: /volume 20\n$/ });
  t.match(await ctl('volume', '80'), { code: 0, stdout: /volume 30, your limit\n$/ });
  t.match(await ctl('volume', '30'), { code: 0, stdout: /volume 30\n$/ });
  t.match(await ctl('volume', '+5'), { code: 0, stdout: /volume 30, your limit\n$/ });
});
