import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startTestbed, TESTBED_TOKEN, whyNoPlayer } from '../rigs/cli/testbed.js';

const skip = whyNoPlayer();

t.test('ctl play takes a number of the list last printed, or words', { skip }, async t => {
  const testbed = await startTestbed(t, { profile: 'full', trackSeconds: 60 });
  await testbed.pair();
  const ctl = (...words: string[]) => testbed.run(['ctl', ...words]);
  const source = async () =>
    (
      JSON.parse((await ctl('status', '--json')).stdout) as {
        state: { source: { id: string; name: string } };
      }
    ).state.source;

  t.match(await ctl('play', '1'), {
    code: 1,
    stdout: '',
    stderr: /^tonearm: no list has been printed.*\n→ /,
  });
  const listed = await ctl('collection', '--types', 'station', '--limit', '3');
  const ids = [...listed.stdout.matchAll(/^(\d) {2}station {2}.* (ST:\S+)$/gm)].map(([, , id]) => id);
  t.equal(ids.length, 3, listed.stdout);
  const [, more = ''] = /^more: tonearm ctl (.*)$/m.exec(listed.stdout) ?? [];
  t.match(more, /^collection --types=station --limit=3 --cursor=\S+$/);
  const file = join(testbed.environment['HOME'] ?? '', '.cache', 'tonearm', 'list.json');
  t.equal(statSync(file).mode & 0o777, 0o600);
  const kept = () => JSON.parse(readFileSync(file, 'utf8')) as { deviceUuid: string; ids: string[] };
  const paged = JSON.parse((await ctl(...more.split(' '), '--json')).stdout) as { items: { id: string }[] };
  t.same(
    kept().ids,
    paged.items.map(({ id }) => id),
    'as JSON, too',
  );
  writeFileSync(file, JSON.stringify({ deviceUuid: 'another', ids }));
  t.match(await ctl('play', '2'), {
    code: 1,
    stderr: /^tonearm: the list .* belongs to another speaker\n→ /,
  });
  await ctl('collection', '--types', 'station', '--limit', '3');
  t.match(await ctl('play', '2'), { code: 0, stdout: /^playing / });
  t.equal((await source()).id, ids[1]);
  for (const number of ['99', '4', '0', '-1']) {
    const stderr = `tonearm: the last list has no number ${number}: it has 3 entries\n→ choose from 1 to 3, `;
    t.match(await ctl('play', number), { code: 1, stdout: '', stderr }, number);
  }

  t.match(await ctl('play', 'KITCHEN', 'disco'), { code: 0, stdout: /^playing / }, 'of the collection');
  t.equal((await source()).name, 'Kitchen Disco');
  t.match(await ctl('play', 'operas'), { code: 0 }, 'whatever is on the letters');
  t.equal((await source()).name, 'Summer Óperas');
  t.match(await ctl('play', '昭和'), { code: 0 });
  t.equal((await source()).name, '昭和ポップス');
  t.match(await ctl('play', 'kettles'), { code: 0, stdout: /On Kettles/ }, 'else of the search');

  const several = await ctl('play', 'northern');
  t.match(several, {
    code: 1,
    stderr: /^tonearm: 2 entries match "northern"\n→ choose one by its number: tonearm ctl play 1\n$/,
  });
  if (process.geteuid?.() === 0) {
    const bySudo = (...words: string[]) => testbed.run(['ctl', ...words], { SUDO_USER: 'alice' });
    t.match(
      (await bySudo('play', 'northern')).stderr,
      /\n→ choose one by its number: sudo tonearm ctl play 1\n$/,
      'as it was typed',
    );
    const { stdout } = await bySudo('collection', '--limit', '3');
    t.match(stdout, /^more: sudo tonearm ctl collection --limit=3 --cursor=\S+$/m);
    await bySudo('play', 'northern');
  }
  t.match(
    several.stdout,
    /^1 {2}album {2}Northern Morning +AL:\d+\n2 {2}album {2}Northern Weather +AL:\d+\n$/,
  );
  const json = await ctl('play', 'northern', '--json');
  t.match(JSON.parse(json.stdout), { items: [{ name: 'Northern Morning' }, {}] });
  t.equal(json.code, 1);
  t.match(await ctl('play', '2'), { code: 0 });
  t.equal((await source()).name, 'Northern Weather');

  const { id: refused = '' } = testbed.sandbox.catalogue.albums.find(({ restricted }) => restricted) ?? {};
  t.match(await ctl('play', refused), {
    ...{ code: 1, stdout: '' },
    stderr: /^tonearm: notSupported: .*\n→ .*choose something else: tonearm ctl collection\n$/,
  });
  t.match(await ctl('play', 'zzzzz'), {
    code: 1,
    stdout: '',
    stderr: /^tonearm: nothing that can be played matches "zzzzz"\n→ .*ctl collection.*\n$/,
  });
  rmSync(join(testbed.environment['HOME'] ?? '', '.cache'), { recursive: true });
  const locked = { XDG_CACHE_HOME: '/dev/null' };
  t.match(await testbed.run(['ctl', 'artists'], locked), { code: 0 }, 'a list that cannot be kept');
  t.notOk(existsSync(file));
});

t.test('lists: what there is, in which form, and that there is nothing', { skip }, async t => {
  const testbed = await startTestbed(t, { profile: 'full', trackSeconds: 60 });
  await testbed.pair();
  const ctl = (...words: string[]) => testbed.run(['ctl', ...words]);
  t.match(await ctl('favorites'), { code: 0, stdout: /^ 1 {2}station {2}Shuffle +ST:\S+$/m });
  t.match((await ctl('favorites')).stdout, /^13 {2}song {5}Second Morning +Ólöf Sunnudóttir +TR:\d+$/m);
  t.match(await ctl('artists', '--limit', '2'), {
    code: 0,
    stdout: /^ *artist +Ólöf Sunnudóttir +AR:\d+$/m,
  });
  const [up, down] = [await ctl('thumbs'), await ctl('thumbs', 'down')];
  t.match([up, down], [{ code: 0 }, { code: 0 }]);
  t.not(up.stdout, down.stdout);
  t.match(up.stdout, /^ 1 {2}song {2}\S.* TR:\d+$/m);
  t.match(await ctl('thumbs', 'none'), { code: 64, stderr: /choose up or down\nusage: / });
  t.match(await ctl('profile'), { code: 0, stdout: /^name +mira 🎧\n/ });
  t.match(JSON.parse((await ctl('profile', '--json')).stdout), { id: /^LI:/, followers: Array });
  t.match(await ctl('info'), { code: 0, stdout: /^speaker +Kitchen\naddress +http:\/\/\S+\/\nid +[\w-]+\n/ });

  const format = '<{{number}}|{{kind}}|{{ name }}|{{artist}}>\t{{id}}';
  const formed = await ctl('search', 'kettles', '--format', format);
  t.same(formed, { code: 0, stdout: '<1|episode|On Kettles|>\tPE:70000\n', stderr: '' });
  t.match(await ctl('search', 'x', '--format', '{{titel}}'), { code: 64, stderr: /has no "titel"/ });
  t.match(await ctl('search', 'x', '--format', '{{nam}}'), {
    code: 64,
    stderr: /did you mean name\?\nusage: /,
  });
  t.match(await ctl('search', 'x', '--format', '{{name}}', '--json'), { code: 64, stderr: /not both/ });
  t.match(await ctl('pause', '--format', 'x'), { code: 64, stderr: /has no option --format/ });

  const none = {
    code: 1,
    stdout: '',
    stderr: 'tonearm: nothing found for "zzzzz"\n→ try fewer or other words, or other --types\n',
  };
  t.same(await ctl('search', 'zzzzz'), none);
  t.same(await ctl('search', 'zzzzz', '--json'), { ...none, stdout: '{"items":[]}\n' });
  t.match(await ctl('collection', '--types', 'statoin'), {
    code: 64,
    stderr: /did you mean station\?\nusage/,
  });
  t.match(await ctl('collection', '--sort', 'nme'), {
    code: 64,
    stderr: /must be added_time, modified_time, name\n/,
  });
  t.match(
    await ctl('collection', '--sort', 'NO_SUCH'),
    { code: 1, stderr: /^tonearm: \w+: / },
    'the service judges',
  );
  t.match(await ctl('collection', '--types', 'station', '--sort', 'name', '--order', 'desc'), { code: 0 });
});

t.test('ctl call sends anything, and prints what comes', { skip }, async t => {
  const testbed = await startTestbed(t);
  const ctl = (...words: string[]) => testbed.run(['ctl', ...words]);
  t.match(JSON.parse((await ctl('call', 'system.info')).stdout), { name: 'Kitchen', address: /^http:/ });
  t.match((await ctl('call', 'system.info')).stdout, /^\{\n {2}"versions": \{\n/);
  t.match((await ctl('call', 'system.info', '--json')).stdout, /^\{.*\}\n$/);
  t.match(await ctl('call', 'player.setVolume', '{"volume":20}'), { code: 0, stdout: /"revision": \d+/ });
  t.match(await ctl('volume'), { stdout: '20\n' });
  t.match(await ctl('call', 'player.setVolume', '{"volume":200}'), {
    code: 64,
    stderr: /volume must be <= 100/,
  });
  t.match(await ctl('call', 'no.such'), {
    code: 1,
    stderr: /^tonearm: methodNotFound: .*\n→ .*rpc\.discover/,
  });
  t.match(await ctl('call', 'player.setVolume', '{volume:1}'), { code: 64, stderr: /not JSON.*\nusage: / });
  t.match(await ctl('call', 'player.setVolume', '{"volume":', '1}'), {
    code: 64,
    stderr: /put it in quotes\n/,
  });
  t.match(await ctl('call'), { code: 64, stderr: /name a method\nusage: / });
  const away = { TONEARM_CONTROL_TOKEN: TESTBED_TOKEN, HOME: t.testdir() };
  t.match(await testbed.run(['ctl', 'call', 'state.get', '--url', testbed.url], away), {
    stdout: /"volume": 20/,
  });
});
