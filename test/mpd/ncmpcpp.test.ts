import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { anAlbum } from '../rigs/agent/rig.js';
import { type House, openHouse, skipWithout, until } from '../rigs/mpd/house.js';
import { HOUSE_HOST, skipHouse } from '../rigs/mpd/room.js';

t.setTimeout(300_000);
const skip = skipWithout('ncmpcpp', 'tmux');

/** A program in a terminal of 100 columns. */
function openTerminal(t: Test, { environment }: Pick<House, 'environment'>, command: string) {
  const tmux = (...args: string[]): string =>
    spawnSync('tmux', ['-S', join(environment.HOME, 'tmux'), '-f', '/dev/null', ...args], {
      env: { ...environment, TERM: 'screen' },
      encoding: 'utf8',
    }).stdout;
  tmux('new-session', '-d', '-x', '100', '-y', '24', command);
  t.teardown(() => void tmux('kill-server'));
  const screen = (): string => tmux('capture-pane', '-p');
  return {
    screen,
    type: (...keys: string[]) => void tmux('send-keys', ...keys),
    shows: (what: string) => until(`shown: ${what}\n${screen()}`, () => screen().includes(what)),
  };
}

function openNcmpcpp(t: Test, house: House, host = '127.0.0.1') {
  const folder = house.environment.HOME;
  const settings = { ncmpcpp_directory: folder, lyrics_directory: folder };
  const file = join(folder, 'ncmpcpp.config');
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  );
  const environment = { ...house.environment, MPD_HOST: host };
  return openTerminal(t, { environment }, `ncmpcpp --quiet -c ${file}`);
}

t.test('ncmpcpp shows each piece, and its keys are heard', { skip }, async t => {
  const house = await openHouse(t, { trackSeconds: 12 });
  const { rig, phone } = house;
  const album = anAlbum(rig.sandbox);
  await phone.call('player.play', { sourceId: album.id });
  await phone.until('sounding', isSounding);
  const terminal = openNcmpcpp(t, house);
  const title = (): string => phone.state.item?.title ?? '?';
  await terminal.shows(`- ${title()}`);
  await terminal.shows(phone.state.item?.artist ?? '?');
  await terminal.shows('/0:12]');
  await terminal.shows('=>');
  for (let change = 0; change < 2; change += 1) {
    const before = phone.state.item?.index;
    await phone.until('the next piece by itself', ({ item }) => item?.index !== before);
    await terminal.shows(`- ${title()}`);
  }
  terminal.type('p');
  await phone.until('paused', ({ playbackStatus }) => playbackStatus === 'paused');
  const { positionMs } = phone.state.position;
  terminal.type('f');
  await phone.until('forward', ({ position }) => position.positionMs > positionMs);
  const before = phone.state.item?.index;
  terminal.type('>');
  await phone.until('skipped', ({ item }) => item?.index !== before);
  terminal.type('+');
  await phone.until('louder', ({ volume }) => volume === 37);
  terminal.type('s');
  await phone.until('stopped', ({ playbackStatus }) => playbackStatus === 'stopped');

  terminal.type('5');
  await terminal.shows('Content (1 item)');
  const [, name] = /│([^│]+?) +-:--/.exec(terminal.screen()) ?? [];
  terminal.type('Enter');
  await phone.until('another source', ({ source }) => source?.id !== album.id);
  await phone.until('sounding', isSounding);
  t.equal(phone.state.source?.name, name);
  t.strictSame(phone.breaches, []);
});

t.test('ncmpcpp asks for the token, and comes back after a restart', { skip: skip || skipHouse }, async t => {
  const house = await openHouse(t);
  const { rig, phone, token, agent, port, settings } = house;
  const terminal = openNcmpcpp(t, house, HOUSE_HOST);
  await terminal.shows('Password:');
  terminal.type('-l', token);
  terminal.type('Enter');
  const album = anAlbum(rig.sandbox);
  await phone.call('player.play', { sourceId: album.id });
  await phone.until('sounding', isSounding);
  await terminal.shows(`- ${phone.state.item?.title}`);
  agent.child.kill('SIGTERM');
  await agent.ended;
  const again = await rig.start({ ...settings, TONEARM_MPD_PORT: String(port) });
  const other = await rig.phone(again, token);
  await other.until('sounding', isSounding);
  await other.call('player.next');
  await terminal.shows(`- ${other.state.item?.title}`);
});

t.test('ncmpc shows each piece', { skip: skip || skipWithout('ncmpc') }, async t => {
  const house = await openHouse(t);
  const { rig, phone } = house;
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.until('sounding', isSounding);
  const terminal = openTerminal(t, house, 'ncmpc');
  for (let change = 0; change < 3; change += 1) {
    await terminal.shows(`- ${phone.state.item?.title}`);
    await phone.call('player.next');
  }
  t.pass('each title was shown');
});
