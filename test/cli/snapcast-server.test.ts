/** Snapcast's own server runs the control script: what its clients see of a whole speaker, and what they can do. */
import t, { type Test } from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { makeFolder } from '../rigs/cli/folder.js';
import { ON_DEMAND } from '../rigs/agent/full.js';
import { untilEnded } from '../rigs/agent/process.js';
import { anAlbum, aStation, createRig } from '../rigs/agent/rig.js';
import { isAway, type Told } from '../rigs/cli/snapcast.js';
import { createServer, skip } from '../rigs/cli/snapserver.js';

t.setTimeout(300_000);

/** A speaker on the service's whole profile, and a server that has a stream for it. */
async function createHouse(t: Test) {
  const rig = await createRig(t, { profile: 'full', trackSeconds: 120, progressFrequency: null });
  const server = await createServer(t, { folder: makeFolder(t), streams: { Attic: rig.runtimeDir } });
  const settings = {
    ...ON_DEMAND,
    TONEARM_MPV_PATH: server.playerOf('Attic'),
    TONEARM_AUDIO_OUTPUT: '',
  };
  return { rig, server, settings };
}

const isTitled =
  (title: string | undefined) =>
  ({ metadata }: Partial<Told>): boolean =>
    metadata?.['title'] === title;

t.test('clients of snapserver see what plays and control it', { skip }, async t => {
  const { rig, server, settings } = await createHouse(t);
  const { client } = await server.start();
  const before = await client.stream('Attic');
  t.ok(isAway(before.properties), `the server was first: ${JSON.stringify(before.properties)}`);
  t.match(
    await client.control('Attic', 'play'),
    { error: { message: /canPlay is false/ } },
    'nothing can be done',
  );

  const { phone } = await rig.ready(settings);
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.until('sounding', isSounding);
  const title = phone.state.item?.title;
  const told = await client.untilTold('Attic', 'the piece', isTitled(title));
  const { artist, album, artUrl, durationMs } = phone.state.item ?? {};
  t.match(told, {
    playbackStatus: 'playing',
    volume: 35,
    metadata: { title, artist: [artist], album, artUrl, duration: (durationMs ?? 0) / 1_000 },
  });
  t.type(artUrl, 'string');
  // The sound goes its own way.
  const status = await client.untilStream('Attic', ({ status }) => status === 'playing');
  t.strictSame(status.properties.metadata, told.metadata, 'who joins later sees the same');
  t.equal(typeof status.properties.position, 'number');
  t.match(status.properties, {
    canControl: true,
    canPlay: true,
    canPause: true,
    canGoNext: true,
    canSeek: true,
  });

  t.match(await client.control('Attic', 'pause'), { result: 'ok' });
  await client.untilTold('Attic', 'paused', ({ playbackStatus }) => playbackStatus === 'paused');
  await phone.until('paused', ({ playbackStatus }) => playbackStatus === 'paused');
  t.match(await client.control('Attic', 'playPause'), { result: 'ok' });
  await client.untilTold('Attic', 'playing', ({ playbackStatus }) => playbackStatus === 'playing');

  t.match(await client.control('Attic', 'setPosition', { position: 60.5 }), { result: 'ok' });
  await client.untilTold('Attic', 'sought', ({ position = 0 }) => position >= 60 && position < 90);
  t.match(await client.control('Attic', 'seek', { offset: -50 }), { result: 'ok' });
  await client.untilTold('Attic', 'sought back', ({ position = 0 }) => position >= 10 && position < 50);

  t.match(await client.control('Attic', 'next'), { result: 'ok' });
  await client.untilTold('Attic', 'another', ({ metadata }) => metadata['title'] !== title);
  await phone.until('sounding', isSounding);
  await client.untilTold('Attic', 'going back', ({ canGoPrevious }) => canGoPrevious === true);
  t.match(await client.control('Attic', 'previous'), { result: 'ok' });
  await client.untilTold('Attic', 'the first', isTitled(title));

  for (const [asked, volume] of [
    [30, 30],
    [200, 100],
    [-10, 0],
  ] as const) {
    t.match(await client.setProperty('Attic', 'volume', asked), { result: 'ok' });
    await client.untilTold('Attic', `at ${volume}`, told => told.volume === volume);
    await phone.until(`at ${volume}`, state => state.volume === volume);
  }
  const refused = await client.setProperty('Attic', 'loopStatus', 'track');
  t.match(refused.error, { message: /Tonearm cannot do that\.$/ }, 'a refusal is a sentence');
  t.strictSame(phone.breaches, []);
});

t.test('a speaker and snapserver find each other again, whichever was away', { skip }, async t => {
  const { rig, server } = await createHouse(t);
  const { agent, token, phone } = await rig.ready(ON_DEMAND);
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.until('sounding', isSounding);
  const { title } = phone.state.item ?? {};
  const first = await server.start();
  // It may have been told before the client came.
  await first.client.untilStream('Attic', ({ properties }) => isTitled(title)(properties));

  agent.child.kill('SIGKILL');
  await agent.ended;
  await first.client.untilTold('Attic', 'away', isAway);
  t.match(await first.client.control('Attic', 'next'), { error: { message: /canGoNext is false/ } });
  const again = await rig.start(ON_DEMAND);
  await first.client.untilTold('Attic', 'the piece again', isTitled(title));
  t.equal(first.scripts().length, 1, 'of the same script');

  const [script = 0] = first.scripts();
  await first.end('SIGTERM');
  await untilEnded(script);
  const second = await server.start();
  await second.client.untilStream('Attic', ({ properties }) => isTitled(title)(properties));
  t.match(await second.client.control('Attic', 'pause'), { result: 'ok' });
  const late = await rig.phone(again, token);
  await late.until('paused', ({ playbackStatus }) => playbackStatus === 'paused');
});

t.test('two speakers are two streams, whose scripts end with a server that is killed', { skip }, async t => {
  const attic = await createRig(t, { trackSeconds: 120 });
  const bath = await createRig(t, { trackSeconds: 120 });
  const streams = { Attic: attic.runtimeDir, Bath: bath.runtimeDir };
  const server = await createServer(t, { folder: makeFolder(t), streams });
  const { client, ...running } = await server.start();
  const phones = [(await attic.ready()).phone, (await bath.ready()).phone] as const;
  await phones[0].call('player.play', { sourceId: anAlbum(attic.sandbox).id });
  await phones[1].call('player.play', { sourceId: aStation(bath.sandbox) });
  for (const [at, name] of ['Attic', 'Bath'].entries()) {
    const state = await phones[at]?.until('sounding', isSounding);
    await client.untilTold(name, 'its piece', isTitled(state?.item?.title));
  }
  t.match(await client.control('Bath', 'pause'), { result: 'ok' });
  await client.untilTold('Bath', 'paused', ({ playbackStatus }) => playbackStatus === 'paused');
  t.equal(phones[0].state.playbackStatus, 'playing', 'the other plays on');

  const scripts = running.scripts();
  t.equal(scripts.length, 2);
  await running.end('SIGKILL');
  for (const pid of scripts) await untilEnded(pid);
});
