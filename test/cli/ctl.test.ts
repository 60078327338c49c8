import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t from 'tap';
import { run } from '../fakes/control-run.js';
import { HOUSE_TOKEN, startHouse, whyNoPlayer } from '../fakes/control-house.js';

const skip = whyNoPlayer();

/** A user of another machine: nothing of the house is known there, and no token. */
const elsewhere = (folder: string): NodeJS.ProcessEnv => ({
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, 'config'),
  TONEARM_RUNTIME_DIR: join(folder, 'nothing'),
  TONEARM_CONTROL_TOKEN: '',
});

interface Status {
  readonly revision: number;
  readonly state: {
    playbackStatus: string;
    volume: number;
    muted: boolean;
    item: { interactions: string[] } | null;
  };
}

t.test('ctl on the speaker itself: every verb, as people and as scripts see it', { skip }, async t => {
  const house = await startHouse(t, { trackSeconds: 60 });
  const refused = await house.run(['ctl', 'play']);
  t.match(refused, { code: 1, stdout: '', stderr: /^tonearm: notPaired: / }, 'unpaired');
  await house.pair();
  const ctl = (...words: string[]) => house.run(['ctl', ...words]);
  const status = async () => JSON.parse((await ctl('status', '--json')).stdout) as Status;

  const page = await ctl(
    'collection',
    '--types',
    'st',
    '--limit',
    '2',
    '--sort',
    'added_time',
    '--order',
    'desc',
    '--json',
  );
  t.match(page, { code: 0, stderr: '' });
  const { items } = JSON.parse(page.stdout) as { items: { id: string; name: string }[] };
  t.equal(items.length, 2);
  const id = items[0]?.id ?? '';
  t.match((await ctl('collection', '--types', 'ST')).stdout, `${id}  ${items[0]?.name ?? ''}`);
  t.match(JSON.parse((await ctl('search', 'the', '--types', 'AR', '--json')).stdout), { items: Array });

  t.match(await ctl('play', id), { code: 0, stdout: /^playing .* – volume 35\n$/, stderr: '' });
  t.match(await status(), { state: { playbackStatus: 'playing', item: { title: String } } });
  t.match(await ctl('pause'), { code: 0, stdout: /^paused .*\d:\d\d\/1:00 / });
  t.match(await ctl('toggle'), { code: 0, stdout: /^playing / });
  t.match(await ctl('volume', '30'), { code: 0, stdout: /volume 30\n/ });
  t.match(await ctl('volume', '-5'), { code: 0, stdout: /volume 25\n/ });
  t.match(await ctl('volume', '+1'), { code: 0, stdout: /volume 26\n/ });
  t.match(await ctl('volume'), { code: 0, stdout: '26\n' });
  t.match(await ctl('mute'), { code: 0, stdout: /, muted\n/ });
  t.match(await ctl('mute', 'off'), { code: 0, stdout: /volume 26\n/ });
  const next = await ctl('next', '--json');
  t.match(next, { code: 0, stdout: /^\{"revision":\d+\}\n$/ });
  t.ok((await status()).revision >= (JSON.parse(next.stdout) as Status).revision);
  const mayReplay = (await status()).state.item?.interactions.includes('REPLAY') === true;
  const replayed = mayReplay ? { code: 0, stdout: / 0:0\d\/1:00 / } : { code: 1, stderr: /notAllowed/ };
  t.match(await ctl('replay'), replayed);
  t.match(await ctl('seek', '-15'), { code: 1, stderr: /^tonearm: notAllowed: / }, 'a track of a station');
  t.match(await ctl('previous'), { code: 1, stderr: /^tonearm: (notAllowed|notSupported): / });
  t.match(await ctl('thumb', 'up'), { code: 1, stderr: /notSupported/ }, 'the core profile has no thumbs');
  t.match(await ctl('play', 'nonsense'), { code: 64, stderr: /sourceId/ });
  t.match(await ctl('play', 'XX:none'), { code: 1, stderr: /^tonearm: \w+: / });
  t.match(await ctl('stop'), { code: 0, stdout: /^stopped / });
  t.match(await ctl('status'), { code: 0, stdout: /^speaker +Kitchen\nstate +stopped/ });
  t.notMatch(house.log(), HOUSE_TOKEN);
});

t.test('ctl watch follows the state until it has had enough', { skip }, async t => {
  const house = await startHouse(t);
  const watching = house.start(['ctl', 'watch', '--json']);
  const ended = once(watching, 'close') as Promise<[number | null]>;
  if (watching.stdout === null) throw new Error('not piped');
  const lines = createInterface({ input: watching.stdout })[Symbol.asyncIterator]();
  const told = async () => JSON.parse(String((await lines.next()).value)) as Status;
  const first = await told();
  t.equal(first.state.volume, 35);
  await house.run(['ctl', 'volume', '12']);
  const second = await told();
  t.equal(second.state.volume, 12);
  t.equal(second.revision, first.revision + 1);
  watching.kill('SIGINT');
  t.same(await ended, [0, null]);
});

t.test(
  'ctl from elsewhere: by token, by claim, by link; what is wrong has its exit code',
  { skip },
  async t => {
    const house = await startHouse(t);
    const folder = t.testdir();
    const away = elsewhere(folder);
    const ctl = (words: string[], more: NodeJS.ProcessEnv = {}) =>
      house.run(['ctl', ...words, '--url', house.url], { ...away, ...more });

    t.match(await ctl(['status']), { code: 1, stderr: /^tonearm: unauthorized: .*tonearm ctl claim CODE/ });
    t.match(await ctl(['status', '--token', HOUSE_TOKEN]), { code: 0, stdout: /Kitchen/ });
    t.match(await ctl(['status'], { TONEARM_CONTROL_TOKEN: HOUSE_TOKEN }), { code: 0 });
    t.match(await ctl(['claim', '000 000']), { code: 1, stderr: /^tonearm: unauthorized: / });
    t.match(await ctl(['claim']), { code: 64 });

    const invited = await house.run(['invite', '--json']);
    t.match(invited, { code: 0, stderr: '' });
    const { code, link } = JSON.parse(invited.stdout) as { code: string; link: string };
    t.match(code, /^\d{6}$/);
    t.match(link, /^http:\/\/[\w.-]+:\d+\/#invite=[\w-]{22}$/);
    const claimed = await ctl(['claim', `${code.slice(0, 3)} ${code.slice(3)}`, '--name', 'Ada', '--json']);
    t.match(claimed, {
      code: 0,
      stderr: '',
      stdout: /^\{"speaker":\{"name":"Kitchen","deviceUuid":"[\w-]+"\}\}\n$/,
    });
    const file = join(folder, 'config', 'tonearm', 'tokens.json');
    t.equal(statSync(file).mode & 0o777, 0o600);
    t.equal(statSync(join(folder, 'config', 'tonearm')).mode & 0o777, 0o700);
    const kept = Object.values((JSON.parse(readFileSync(file, 'utf8')) as { speakers: object }).speakers) as {
      token: string;
    }[];
    t.match(kept, [{ name: 'Kitchen', token: /^[\w-]{43}$/ }]);
    t.match(await ctl(['status']), { code: 0, stdout: /Kitchen/ }, 'the token is found by itself');
    t.match(await ctl(['claim', code]), { code: 1, stderr: /unauthorized/ }, 'one phone each');
    t.match(await ctl(['claim', link]), { code: 1 }, 'neither by its link');

    const second = JSON.parse((await house.run(['invite', '--json'])).stdout) as { link: string };
    const byAddress = second.link.replace(/^http:\/\/[^/]+/, house.url);
    t.match(await house.run(['ctl', 'claim', byAddress], away), { code: 0, stdout: /lets you in/ });

    writeFileSync(file, '{');
    t.match(await ctl(['status']), { code: 1, stderr: /tokens\.json is damaged/ });
    for (const token of kept) t.notMatch(house.log(), token.token);
    t.notMatch(house.log(), link.split('=')[1] ?? '');
  },
);

t.test('wrong usage is 64, nobody there is 75', async t => {
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
    ['search'],
    ['collection', '--limit', '51'],
    ['collection', '--types', 'st;al'],
    ['status', '--limit', '5'],
    ['status', '--url', 'ftp://x'],
    ['status', '--url', 'http://a', '--device', 'b'],
  ];
  for (const words of wrong) {
    const outcome = await run(['ctl', ...words], env);
    t.match(outcome, { code: 64, stdout: '', stderr: /^tonearm: / }, words.join(' '));
  }
  t.match(await run(['ctl', 'status', '--url', 'http://127.0.0.1:1'], env), {
    code: 75,
    stderr: /cannot be reached/,
  });
  t.match(await run(['ctl', 'claim', '123456', '--url', '127.0.0.1:1'], env), { code: 75 });
  t.match(await run(['invite'], env), { code: 75, stderr: /no agent answers/ });
  const withoutPath = await run(['ctl', 'status'], { ...env, PATH: folder });
  t.match(withoutPath, { code: 69, stderr: /avahi-utils/ });
});
