import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { anAlbum } from '../rigs/agent/rig.js';
import { openHouse, skipWithout, until } from '../rigs/mpd/house.js';
import { HOUSE_HOST, skipHouse } from '../rigs/mpd/room.js';

t.setTimeout(300_000);
const skip = skipWithout('mpc');

t.test('mpc plays, skips, seeks and sets the volume', { skip }, async t => {
  const { rig, phone, run, environment } = await openHouse(t, { more: { TONEARM_VOLUME_MAX: '42' } });
  const album = anAlbum(rig.sandbox);
  const mpc = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await run('mpc', args);
    t.equal(status, 0, `mpc ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const names = (await mpc('lsplaylists')).trim().split('\n');
  t.equal(new Set(names).size, names.length, 'each name once');
  const { items } = (await phone.call('library.collection', { limit: 50 })) as { items: { name: string }[] };
  t.ok(names.length >= items.length);
  const [name = ''] = names.filter(each => items.some(item => item.name === each));
  await mpc('load', name);
  await mpc('play');
  await phone.until('sounding', isSounding);
  t.equal(phone.state.source?.name, name);

  await phone.call('player.play', { sourceId: album.id });
  await phone.until('sounding', state => isSounding(state) && state.source?.id === album.id);
  const told = await mpc('status');
  t.ok(told.startsWith(`${phone.state.item?.artist} - ${phone.state.item?.title}\n[playing] #1/`), told);
  t.match(told, /\/1:00 \(\d+%\)$/m);
  t.match(await mpc('toggle'), '[paused]');
  t.match(await mpc('toggle'), '[playing]');
  const before = phone.state.item?.title ?? '';
  const next = await mpc('next');
  t.ok(next.includes(` - ${phone.state.item?.title}\n`), next);
  t.not(phone.state.item?.title, before);
  t.match(await mpc('volume', '+5'), 'volume: 40%');
  t.match(await mpc('volume', '+5'), 'volume: 42%', 'the ceiling holds');
  await mpc('pause');
  await mpc('seek', '50%');
  t.ok(Math.abs((await phone.askPositionMs()) - 30_000) <= 1_000, 'it is in the middle');
  await mpc('play');
  const queued = (await mpc('queued')).trim();
  t.ok(queued === '' || queued.includes(phone.state.upNext?.title ?? '?'), queued);

  const file = (await mpc('--format', '%file%', 'current')).trim();
  const art = await fetch(phone.state.item?.artUrl ?? '');
  t.equal(await mpc('readpicture', file), await art.text());
  t.equal((await run('mpc', ['readpicture', 'other'])).status, 1);

  let events = '';
  const loop = spawn('mpc', ['idleloop'], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  loop.stdout.on('data', bytes => (events += String(bytes)));
  t.teardown(() => loop.kill());
  for (let volume = 20; !events.includes('mixer\n'); volume = (volume + 1) % 40) {
    await phone.call('player.setVolume', { volume });
    await sleep(50);
  }
  for (let change = 0; change < 2; change += 1) {
    const { item } = phone.state;
    await mpc('seek', '0:57');
    await until('the seek is told', () => events.endsWith('player\n'));
    events = '';
    await phone.until('the next piece by itself', state => state.item?.index !== item?.index);
    await until('it is told', () => events.includes('player\n') && events.includes('playlist\n'));
  }
  t.strictSame(phone.breaches, []);
});

t.test('mpc says why it is silent', { skip }, async t => {
  const { rig, phone, run } = await openHouse(t, { trackSeconds: 4 });
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.until('sounding', isSounding);
  await rig.wire.cut();
  await phone.until('offline', ({ silenceReason }) => silenceReason === 'offline', 60_000);
  const { stdout } = await run('mpc', ['status']);
  t.match(stdout, /^ERROR: .*service/m);
});

t.test('mpc from elsewhere needs the token', { skip: skip || skipHouse }, async t => {
  const { token, run, rig } = await openHouse(t);
  const from = (password: string) => run('mpc', ['status'], { MPD_HOST: `${password}${HOUSE_HOST}` });
  t.match(await from(''), { status: 1, stderr: 'you don\'t have permission for "status"' });
  t.match(await from('wrong@'), { status: 1, stderr: 'incorrect password' });
  t.match(await from(`${token}@`), { status: 0, stdout: 'volume: 35%' });
  t.notOk(readFileSync(`${rig.stateDir}/clients.json`, 'utf8').includes(token));
});
