import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { anAlbum } from '../rigs/agent/rig.js';
import { openHouse, skipWithout, until } from '../rigs/mpd/house.js';

t.setTimeout(300_000);

t.test('mpdscribble notes each piece that was heard', { skip: skipWithout('mpdscribble') }, async t => {
  const { rig, phone, port, environment } = await openHouse(t, { trackSeconds: 40 });
  const at = (name: string): string => join(environment.HOME, name);
  const read = (name: string): string => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');
  writeFileSync(
    at('scribble.conf'),
    `log = ${at('scribble.log')}\nhost = 127.0.0.1\nport = ${port}\nverbose = 2\n[file]\nfile = ${at('journal')}\n`,
  );
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.until('sounding', isSounding);
  const scribbler = spawn('mpdscribble', ['--no-daemon', '--conf', at('scribble.conf')], {
    env: environment,
    stdio: 'ignore',
  });
  t.teardown(() => scribbler.kill());
  const songs = (): number => read('scribble.log').match(/new song detected/g)?.length ?? 0;
  await until('the first song', () => songs() === 1);
  const { item: heard } = phone.state;
  await phone.until('the next piece by itself', ({ item }) => item?.index !== heard?.index, 90_000);
  await until('the second song', () => songs() === 2);
  await phone.call('player.next');
  await until('the third song', () => songs() === 3);
  scribbler.kill();
  await once(scribbler, 'close');
  const entry = await until('written', () => read('journal'));
  t.ok(entry.includes(heard?.title ?? '?'), entry);
  t.ok(entry.includes(heard?.artist ?? '?'), entry);
});
