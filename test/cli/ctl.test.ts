import { once } from 'node:events';
import { createInterface } from 'node:readline';
import t, { type Test } from 'tap';
import { anAlbum, aStation } from '../rigs/agent/rig.js';
import { TESTBED_TOKEN, startTestbed, whyNoPlayer } from '../rigs/cli/testbed.js';

const skip = whyNoPlayer();

interface Status {
  readonly revision: number;
  readonly state: {
    playbackStatus: string;
    volume: number;
    muted: boolean;
    item: { title: string; feedback: string | null; interactions: string[] } | null;
  };
}

t.test('ctl on the speaker itself: every verb, as people and as scripts see it', { skip }, async t => {
  const testbed = await startTestbed(t, { trackSeconds: 60 });
  const refused = await testbed.run(['ctl', 'play']);
  t.match(refused, { code: 1, stdout: '', stderr: /^tonearm: notPaired: / }, 'unpaired');
  await testbed.pair();
  const ctl = (...words: string[]) => testbed.run(['ctl', ...words]);
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
  t.match(
    (await ctl('collection', '--types', 'ST')).stdout,
    new RegExp(`^ 1 {2}station {2}${items[0]?.name ?? ''} +${id}$`, 'm'),
  );
  t.match(JSON.parse((await ctl('search', 'the', '--types', 'AR', '--json')).stdout), { items: Array });

  t.match(await ctl('play', id), { code: 0, stdout: /^playing .* – volume 35\n$/, stderr: '' });
  t.match(await status(), { state: { playbackStatus: 'playing', item: { title: String } } });
  t.match(await ctl('pause'), { code: 0, stdout: /^paused .*\d:\d\d\/1:00 / });
  t.match(await ctl('toggle'), { code: 0, stdout: /^playing / });
  t.match(await ctl('volume', '30'), { code: 0, stdout: /volume 30\n/ });
  t.match(await ctl('volume', '-5'), { code: 0, stdout: /volume 25\n/ });
  t.match(await ctl('volume', '+1'), { code: 0, stdout: /volume 26\n/ });
  t.match(await ctl('volume'), { code: 0, stdout: '26\n' });
  t.match(await ctl('mute'), { code: 0, stdout: /^playing \(muted\) [^\n]*volume 26\n$/ }, 'once');
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
  t.match(
    await ctl('play', 'ST:'),
    { code: 1, stderr: /^tonearm: nothing that can be played/ },
    'no id: words',
  );
  t.match(await ctl('play', 'XX:none'), { code: 1, stderr: /^tonearm: \w+: / });
  t.match(await ctl('stop'), { code: 0, stdout: /^stopped / });
  t.match(await ctl('status'), { code: 0, stdout: /^speaker +Kitchen\nstate +stopped/ });
  t.notMatch(testbed.log(), TESTBED_TOKEN);
});

t.test('ctl where the service can do all: thumbs, back, and to a place in an album', { skip }, async t => {
  const testbed = await startTestbed(t, { trackSeconds: 60, profile: 'full' });
  await testbed.pair();
  const ctl = (...words: string[]) => testbed.run(['ctl', ...words]);
  const status = async () => JSON.parse((await ctl('status', '--json')).stdout) as Status;
  t.match(await ctl('play', anAlbum(testbed.sandbox).id), { code: 0, stdout: /^playing / });
  t.match(await ctl('seek', '0:40'), { code: 0, stdout: / 0:4\d\/1:00 / });
  t.match(await ctl('seek', '-15'), { code: 0, stdout: / 0:[23]\d\/1:00 / });
  const first = (await status()).state.item?.title;
  t.match(await ctl('next'), { code: 0 });
  t.not((await status()).state.item?.title, first);
  t.match(await ctl('previous'), { code: 0 });
  t.equal((await status()).state.item?.title, first);
  t.match(await ctl('play', aStation(testbed.sandbox)), { code: 0, stdout: /^playing / });
  for (const [word, value] of [
    ['up', 'UP'],
    ['none', null],
  ] as const) {
    t.match(await ctl('thumb', word), { code: 0, stderr: '' });
    t.equal((await status()).state.item?.feedback, value, word);
  }
});

/** `ctl watch` of a new speaker: each line that it prints, and its end by a signal. */
async function startWatch(t: Test, ...words: readonly string[]) {
  const testbed = await startTestbed(t);
  const watching = testbed.start(['ctl', 'watch', ...words]);
  const ended = once(watching, 'close') as Promise<[number | null]>;
  if (watching.stdout === null) throw new Error('not piped');
  const lines = createInterface({ input: watching.stdout })[Symbol.asyncIterator]();
  const end = async (signal: NodeJS.Signals) => {
    watching.kill(signal);
    return ended;
  };
  return { testbed, told: async () => String((await lines.next()).value), end };
}

t.test('ctl watch says a line for each change that shows', { skip }, async t => {
  const { testbed, told, end } = await startWatch(t);
  t.match(await told(), /^stopped .*volume 35$/);
  await testbed.run(['ctl', 'volume', '12']);
  t.match(await told(), /volume 12$/);
  await testbed.run(['ctl', 'mute', 'on']);
  t.match(await told(), /muted$/);
  t.same(await end('SIGTERM'), [0, null]);
});

t.test('ctl watch follows the state until it has had enough', { skip }, async t => {
  const { testbed, told, end } = await startWatch(t, '--json');
  const first = JSON.parse(await told()) as Status;
  t.equal(first.state.volume, 35);
  await testbed.run(['ctl', 'volume', '12']);
  const second = JSON.parse(await told()) as Status;
  t.equal(second.state.volume, 12);
  t.equal(second.revision, first.revision + 1);
  t.same(await end('SIGINT'), [0, null]);
});
