import { readFileSync } from 'node:fs';
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { anAlbum } from '../rigs/agent/rig.js';
import { openHouse, skipWithout } from '../rigs/mpd/house.js';
import { HOUSE_HOST, skipHouse } from '../rigs/mpd/room.js';

t.setTimeout(300_000);
const skip = skipWithout('mpc');

t.test('mpc plays, skips, seeks and sets the volume', { skip }, async t => {
  const { rig, phone, run } = await openHouse(t);
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
  await mpc('seek', '50%');
  t.ok(Math.abs((await phone.askPositionMs()) - 30_000) < 5_000, 'it is in the middle');
  const queued = (await mpc('queued')).trim();
  t.ok(queued === '' || queued.includes(phone.state.upNext?.title ?? '?'), queued);

  const file = (await mpc('--format', '%file%', 'current')).trim();
  const art = await fetch(phone.state.item?.artUrl ?? '');
  t.equal(await mpc('readpicture', file), await art.text());
  t.equal((await run('mpc', ['readpicture', 'other'])).status, 1);

  const events = run('timeout', ['4', 'mpc', 'idleloop']);
  await new Promise(resolve => setTimeout(resolve, 1_000));
  await phone.call('player.next');
  t.match((await events).stdout, /(player\nplaylist|playlist\nplayer)\n/);
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
