import t from 'tap';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { anAlbum, aStation, createRig, skip } from '../rigs/agent/rig.js';
import { firstPlaceMs } from '../rigs/agent/place.js';
import { slack } from '../rigs/slowness.js';

t.test('A new speaker goes from its first start to its first song', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 20 });
  const { sandbox } = rig;
  const agent = await rig.start();
  const health = await fetch(`${agent.url}/healthz`);
  t.equal(health.status, 200);
  t.strictSame(await health.json(), {
    status: 'ok',
    pairing: 'unpaired',
    player: 'ok',
    service: 'unknown',
  });
  t.match(
    await (await fetch(`${agent.url}/pair`)).text(),
    /Küche &(amp|#38); Bad/,
    'the page names the speaker',
  );

  const token = await rig.pair(agent);
  const gone = await fetch(`${agent.url}/pair`);
  t.equal(gone.status, 410);
  const farewell = await gone.text();
  t.match(farewell, /Küche &(amp|#38); Bad/);
  t.match(farewell, /href="\/"/);
  t.equal((await fetch(`${agent.url}/pair/start`, { method: 'POST', redirect: 'manual' })).status, 410);
  const remote = await fetch(`${agent.url}/`, { redirect: 'manual' });
  t.equal(remote.status, 200);
  t.equal(remote.headers.get('x-content-type-options'), 'nosniff');

  const phone = await rig.phone(agent, token);
  const other = await rig.phone(agent, token, 'other');
  t.match(phone.state, {
    pairing: 'paired',
    playbackStatus: 'stopped',
    silenceReason: 'noSource',
    source: null,
    item: null,
    position: { positionMs: 0, rate: 0 },
    volume: 35,
    muted: false,
    can: { play: false, next: false, seek: false, previous: false, feedback: false },
  });
  t.match(await phone.ask('player.play'), { error: { code: 2002, data: { reason: 'noSource' } } });
  t.match(await phone.ask('player.next'), { error: { code: 2002, data: { reason: 'noSource' } } });
  await phone.call('player.stop');

  const station = aStation(sandbox);
  const { revision } = await phone.call('player.play', { sourceId: station });
  t.ok(Number(revision) <= phone.revision);
  await phone.until('sounding', isAt(0));
  t.match(phone.state, { playbackStatus: 'playing', source: { id: station, type: 'ST' } });
  t.match(phone.state.item, { kind: 'track', title: String, artist: String, durationMs: 20_000 });
  for (const { seen } of [phone, other]) {
    const { cause } = seen.find(({ changes }) => changes.source !== undefined) ?? {};
    t.match(cause, { client: /browser|phone|computer/i, method: 'player.play' }, 'both are told who did it');
  }
  t.same(rig.device.source?.id, station);
  t.equal(rig.asked('setSource'), 1);
  t.equal(rig.asked('current'), 1, 'the start alone asked: the answer of setSource is used');
  t.match(await (await fetch(`${agent.url}/healthz`)).json(), { pairing: 'paired', service: 'ok' });

  t.test('commands', async t => {
    const acts = async (method: string, params: object, changes: object) => {
      const before = other.seen.length;
      const answer = await phone.call(method, params);
      await other.until(method, () => other.revision >= Number(answer['revision']));
      const event = other.seen.slice(before).find(({ cause }) => cause?.method === method);
      t.match(event?.changes, changes, `${method} is told to the other phone`);
    };
    await acts('player.setVolume', { volume: 50 }, { volume: 50 });
    await acts('player.setVolume', { offset: -60 }, { volume: 0, silenceReason: 'muted' });
    await acts('player.setVolume', { volume: 40 }, { volume: 40, silenceReason: null });
    await acts('player.setMuted', { muted: true }, { muted: true, silenceReason: 'muted' });
    await acts('player.setVolume', { volume: 45 }, { volume: 45 });
    t.equal(phone.state.muted, true, 'a volume does not unmute');
    await acts('player.setMuted', { muted: false }, { muted: false, silenceReason: null });
    await acts('player.pause', {}, { playbackStatus: 'paused', silenceReason: 'paused' });
    const still = phone.state.position;
    t.equal(still.rate, 0);
    const { length } = phone.seen;
    await acts('player.playPause', {}, { playbackStatus: 'playing' });
    await phone.until('sounding', isAt(0));
    const onMs = firstPlaceMs(phone, isAt(0), length);
    t.ok(Math.abs(onMs - still.positionMs) < slack(300), `it goes on where it was: ${onMs}`);
    await acts('player.stop', {}, { playbackStatus: 'stopped', silenceReason: 'stopped' });
    t.match(phone.state, { source: { id: station }, item: { index: 0 } }, 'what was played is still shown');
    await acts('player.play', {}, { playbackStatus: 'playing' });
    await phone.until('sounding', isAt(0));
    await acts('player.next', {}, {});
    await phone.until('the next item', isAt(1));
    t.strictSame(rig.reported(0).at(-1), 20, 'a skip is an end');
    t.equal(rig.reported(0).filter(elapsed => elapsed === 20).length, 1);
    t.match(await phone.ask('player.seek', { positionMs: 0 }), {
      error: { code: 2003, data: { reason: 'notAllowed', interaction: 'SEEK' } },
    });
    t.equal(rig.asked('setSource'), 1, 'neither stop nor play set the source anew');
  });

  t.test('A refused command leaves the music alone', async t => {
    const playing = phone.state.item;
    const restricted = sandbox.catalogue.albums.find(album => album.restricted);
    t.match(await phone.ask('player.play', { sourceId: restricted?.id }), {
      error: { code: 2005, data: { reason: 'notSupported' } },
    });
    for (const sourceId of ['ST', 'ST:', 'st:1', '', 'x'.repeat(5000), 7, null, ['AL:1']]) {
      const answer = await phone.ask('player.play', { sourceId });
      t.match(answer, { error: { code: -32602, message: /sourceId/ } }, String(sourceId).slice(0, 9));
    }
    for (const sourceId of ['XX:1', 'AL:"}){x', 'AL:999999']) {
      t.match(await phone.ask('player.play', { sourceId }), { error: { code: /2005|2006/ } }, sourceId);
    }
    t.same(phone.state.item, playing);
    t.equal(phone.state.silenceReason, null);
    t.equal(phone.state.source?.id, station);
  });

  t.test('ids the service answers with are used from then on', async t => {
    const factory = sandbox.catalogue.factories.at(-1);
    await phone.call('player.play', { sourceId: factory?.id });
    await phone.until('the new station', state => isSounding(state) && state.source?.id !== station);
    const made = phone.state.source?.id ?? '';
    t.match(made, /^ST:/);
    await phone.call('player.next');
    await phone.until('the next item', isAt(1));
    t.equal(sandbox.requests.of('setProgress').at(-1)?.args['sourceId'], made);
    const podcast = sandbox.catalogue.podcasts[1];
    t.match(await phone.ask('player.play', { sourceId: podcast?.episodes[2]?.id }), {
      error: { code: 2005, data: { reason: 'notSupported' } },
    });
    await phone.until('the station, still', state => isSounding(state) && state.source?.id === made);
  });
});

t.test('an album plays to its end, and not a note further', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 2 });
  const album = anAlbum(rig.sandbox, 4);
  const { phone } = await rig.ready();
  await phone.call('player.play', { sourceId: album.id });
  await phone.until('its end', ({ silenceReason }) => silenceReason === 'sourceEnded', 60_000);
  t.match(phone.state, { playbackStatus: 'stopped', item: { index: album.tracks.length - 1 } });
  const ends = rig.sandbox.requests.of('setProgress').map(({ args }) => [args['index'], args['elapsedTime']]);
  t.strictSame(
    ends,
    album.tracks.map((_, index) => [index, 2]),
    'each end once, in order',
  );
  const sounded = phone.seen.filter(({ state }) => isSounding(state)).map(({ state }) => state.item?.title);
  t.strictSame([...new Set(sounded)], [...new Set(album.tracks.map(({ name }) => name))]);
  t.equal(rig.device.ended, true);
  await phone.play({}, isAt(0));
  t.equal(rig.asked('setSource'), 2, 'play sets it anew');
});
