import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { anAlbum } from '../rigs/agent/rig.js';
import { ROOT } from '../rigs/documents/pages.js';
import { openHouse, skipWithout } from '../rigs/mpd/house.js';
import { HOUSE_HOST, skipHouse } from '../rigs/mpd/room.js';

t.setTimeout(300_000);
/** Debian's, whose modules apt installs; `npm run players` names that of another release. */
const PYTHON = process.env['TEST_PYTHON'] ?? '/usr/bin/python3';
const hasModule = spawnSync(PYTHON, ['-c', 'import mpd']).status === 0;
const skip = skipWithout() || (!hasModule && 'python3-mpd is not installed') || skipHouse;

interface Shown {
  readonly title: string;
  readonly file: string;
  readonly playlists: readonly string[];
}

t.test('Home Assistant’s own calls show the speaker and control it', { skip }, async t => {
  const { rig, phone, run, port, token } = await openHouse(t);
  const album = anAlbum(rig.sandbox);
  await phone.call('player.play', { sourceId: album.id });
  await phone.until('sounding', isSounding);
  const { item } = phone.state;
  const before = rig.asked('collection');
  const script = join(ROOT, 'test/mpd/home-assistant.py');
  const poll = async (polls: number): Promise<readonly Shown[]> => {
    const ran = await run(PYTHON, [script, HOUSE_HOST ?? '', `${port}`, token, `${polls}`]);
    t.match(ran, { status: 0, stderr: '' });
    return JSON.parse(ran.stdout) as readonly Shown[];
  };
  const polls = 20;
  const shown = await poll(polls);
  const [first] = shown;
  t.match(first, {
    state: 'play',
    volume: 35,
    repeat: '0',
    title: item?.title,
    artist: item?.artist,
    name: null,
    duration: '60',
    art: { type: /^image\// },
  });
  t.equal(shown.length, polls);
  t.equal(new Set(shown.map(({ file }) => file)).size, 1, 'art is asked for once per piece');
  t.ok(rig.asked('collection') - before <= 3, 'the collection is not asked for at each poll');
  await phone.until('another source', ({ source }) => source?.name === first?.playlists[0]);
  t.equal(phone.state.volume, 25);

  await phone.call('player.play', { sourceId: album.id });
  await phone.until('its first piece', state => isSounding(state) && state.source?.id === album.id);
  t.equal(phone.state.item?.index, item?.index);
  const [other] = await poll(1);
  t.not(other?.file, first?.file, 'art is asked for anew after a new source');
  t.strictSame(phone.breaches, []);
});
