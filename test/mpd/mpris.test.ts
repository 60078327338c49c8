import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { anAlbum } from '../rigs/agent/rig.js';
import { openHouse, skipWithout } from '../rigs/mpd/house.js';

t.setTimeout(300_000);
const skip = skipWithout('mpDris2', 'playerctl', 'dbus-daemon');

t.test('playerctl follows the speaker, and controls it', { skip }, async t => {
  const house = await openHouse(t, { trackSeconds: 40 });
  const { rig, phone, environment } = house;
  // A bus of its own: no desktop of this machine is asked anything.
  const address = `unix:path=${join(environment.HOME, 'bus')}`;
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address', `--address=${address}`], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => bus.kill());
  await once(bus.stdout, 'data');
  const own = { DBUS_SESSION_BUS_ADDRESS: address };

  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox, 12).id });
  await phone.until('sounding', isSounding);
  const bridge = spawn('mpDris2', [], { env: { ...environment, ...own }, stdio: 'ignore' });
  t.teardown(() => bridge.kill());
  const playerctl = async (...args: string[]): Promise<string> =>
    (await house.run('playerctl', ['--player=mpd', ...args], own)).stdout.trim();
  const becomes = async (what: RegExp | string, ...args: string[]): Promise<void> => {
    const isSo = (told: string) => (typeof what === 'string' ? told === what : what.test(told));
    for (const lateMs = performance.now() + 60_000; !isSo(await playerctl(...args)); ) {
      if (performance.now() > lateMs) throw new Error(`never ${what}: ${await playerctl(...args)}`);
    }
    t.pass(`${args.join(' ')}: ${what}`);
  };

  const tracks = new Set<string>();
  for (let change = 0; change < 3; change += 1) {
    await becomes(phone.state.item?.title ?? '', 'metadata', 'xesam:title');
    tracks.add(await playerctl('metadata', 'mpris:trackid'));
    if (change < 2) await phone.call('player.next');
  }
  t.equal(tracks.size, 3);
  await becomes('Playing', 'status');
  await phone.call('player.pause');
  await becomes('Paused', 'status');
  await phone.call('player.setVolume', { volume: 50 });
  await becomes(/^0\.50/, 'volume');

  await playerctl('play');
  await phone.until('playing', isSounding);
  await playerctl('position', '9');
  await phone.untilPosition(9_000);
  await playerctl('volume', '0.2');
  await phone.until('quieter', ({ volume }) => volume === 20);
  const before = phone.state.item?.index;
  await playerctl('next');
  await phone.until('skipped', ({ item }) => item?.index !== before);
  await playerctl('play-pause');
  await phone.until('paused', ({ playbackStatus }) => playbackStatus === 'paused');
  t.equal(bridge.exitCode, null, 'mpDris2 has met no refusal');
});
