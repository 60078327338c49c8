import t from 'tap';
import { type Caller, CURRENT, dig, type Reply, SET_PROGRESS, SET_SOURCE, visit } from './caller.js';

const current = ({ data }: Reply, operation: string): unknown =>
  operation === 'current' ? dig(data, 'playback', 'current') : dig(data, 'playback', operation, 'current');

const set = ({ ask }: Caller, s: string, d = 'device') => ask(SET_SOURCE, { d, s });
const progress = ({ ask }: Caller, s: string, i: number, e: number) =>
  ask(SET_PROGRESS, { d: 'device', s, i, e });

t.test('a device without a source says so, and is not another device', async t => {
  const caller = await visit(t);
  const reply = await caller.ask(CURRENT, { d: 'device' });
  t.equal(reply.status, 200);
  t.match(reply.errors, [
    {
      message: /SOURCE_NOT_SET/,
      path: ['playback', 'current'],
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    },
  ]);
  t.same(reply.data, { playback: { current: null } });
  await set(caller, 'ST:1001:5000', 'another');
  t.match((await caller.ask(CURRENT, { d: 'device' })).errors[0]?.message, /SOURCE_NOT_SET/);
  const { accessToken } = caller.sandbox.issueTokens('LI:1002');
  const foreign = await caller.ask(CURRENT, { d: 'another' }, accessToken);
  t.match(foreign.errors[0]?.message, /SOURCE_NOT_SET/, 'nor is the device of another listener');
});

t.test('a station goes on for ever, item by item, when an end is reported', async t => {
  const caller = await visit(t, { trackSeconds: 3 });
  const id = 'ST:1001:5000';
  const reply = await set(caller, id);
  t.match(reply.data, {
    playback: { setSource: { id, type: 'ST', current: { __typename: 'TrackItem', index: 0 } } },
  });
  const token = dig(current(reply, 'setSource'), 'trackToken');
  const early = await progress(caller, id, 0, 2);
  t.match(early.data, {
    playback: { setProgress: { status: 'OK', current: { index: 0, trackToken: token } } },
  });
  t.equal(caller.sandbox.devices.get('device').elapsedS, 2);
  let before = token;
  for (let index = 0; index < 30; index += 1) {
    const item = current(await progress(caller, id, index, 3), 'setProgress');
    t.equal(dig(item, 'index'), index + 1);
    t.not(dig(item, 'trackToken'), before);
    before = dig(item, 'trackToken');
  }
  const late = await progress(caller, id, 2, 3);
  t.equal(
    dig(current(late, 'setProgress'), 'index'),
    30,
    'a report about an item already left changes nothing',
  );
  t.equal(caller.sandbox.devices.get('device').reports.length, 32);
});

t.test('an album ends: its last item stays current and the index does not move', async t => {
  const caller = await visit(t, { trackSeconds: 2 });
  const album = caller.sandbox.catalogue.albums[0];
  const device = caller.sandbox.devices.get('device');
  await set(caller, 'AL:3000');
  for (const [index, track] of (album?.tracks ?? []).entries()) {
    t.equal(device.playing?.piece.id, track.id);
    t.equal(device.ended, false);
    await progress(caller, 'AL:3000', index, 2);
  }
  const last = (album?.tracks.length ?? 0) - 1;
  t.equal(device.ended, true);
  t.equal(dig(current(await progress(caller, 'AL:3000', last, 2), 'setProgress'), 'index'), last);
  t.equal(dig(current(await caller.ask(CURRENT, { d: 'device' }), 'current'), 'index'), last);
  await set(caller, 'AL:3000');
  t.equal(device.index, 0, 'set anew, it begins anew');
});

t.test('ids that are answered with another', async t => {
  const caller = await visit(t);
  const episode = caller.sandbox.catalogue.podcasts[1]?.episodes[2];
  const podcast = await set(caller, episode?.id ?? '');
  t.match(podcast.data, {
    playback: {
      setSource: {
        id: 'PC:7001',
        type: 'PC',
        current: {
          __typename: 'PodcastEpisodeItem',
          index: 0,
          podcastEpisode: {
            name: episode?.name,
            podcast: { name: 'Kleine Maschinen', totalEpisodeCount: 6 },
          },
        },
      },
    },
  });
  t.match(
    dig(current(podcast, 'setSource'), 'podcastEpisode', 'releaseDate'),
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  );
  t.match((await set(caller, 'SF:1:5003')).data, {
    playback: { setSource: { id: 'ST:1001:5003', type: 'ST' } },
  });

  const { accessToken } = caller.sandbox.issueTokens('LI:1002');
  const made = await caller.ask(SET_SOURCE, { d: 'device', s: 'SF:1:5104' }, accessToken);
  t.match(made.data, { playback: { setSource: { id: 'ST:1002:5104', type: 'ST' } } });
  const stations = await caller.ask('{ collection(types: [ST]) { items { id } } }', {}, accessToken);
  t.same(
    stations.data,
    { collection: { items: [{ id: 'ST:1002:5104' }, { id: 'ST:1002:0' }] } },
    'the first station brings the shuffle station along',
  );
  const shuffle = await caller.ask(SET_SOURCE, { d: 'device', s: 'ST:1002:0' }, accessToken);
  t.equal(dig(current(shuffle, 'setSource'), '__typename'), 'TrackItem');
});

t.test('sources that cannot be played', async t => {
  const caller = await visit(t);
  await set(caller, 'ST:1001:5000');
  const restricted = caller.sandbox.catalogue.albums.find(album => album.restricted);
  const track = restricted?.tracks[0];
  for (const id of [restricted?.id ?? '', track?.id ?? '', 'AR:2000', 'ST:1002:5000', 'AL:999999', 'XX:1']) {
    const reply = await set(caller, id);
    t.equal(dig(reply.errors, 0, 'extensions', 'code'), 'NOT_SUPPORTED', id);
    t.same(reply.data, { playback: { setSource: null } });
  }
  t.equal(dig((await set(caller, 'rubbish')).errors, 0, 'extensions', 'code'), 'GRAPHQL_VALIDATION_FAILED');
  t.equal(caller.sandbox.devices.get('device').source?.id, 'ST:1001:5000', 'the source set before stays');
});

t.test('reports that cannot be true are refused', async t => {
  const caller = await visit(t);
  await set(caller, 'AL:3000');
  for (const [id, index, elapsed] of [
    ['AL:3000', 1, 1],
    ['AL:3000', -1, 1],
    ['AL:3000', 0, -1],
    ['AL:3001', 0, 1],
  ] as const) {
    const reply = await progress(caller, id, index, elapsed);
    t.equal(dig(reply.errors, 0, 'extensions', 'code'), 'GRAPHQL_VALIDATION_FAILED');
    t.same(reply.data, { playback: { setProgress: null } });
  }
  t.equal(caller.sandbox.devices.get('device').reports.length, 0);
});

t.test('progressFrequency is a number or null; interactions and source can be controlled', async t => {
  const caller = await visit(t, { trackSeconds: 1 });
  const seen = new Set<unknown>();
  await set(caller, 'ST:1001:5000');
  for (let index = 0; index < 12; index += 1) {
    seen.add(
      dig(current(await progress(caller, 'ST:1001:5000', index, 1), 'setProgress'), 'progressFrequency'),
    );
  }
  t.same([...seen].toSorted(), [30, null]);
  const device = caller.sandbox.devices.get('device');
  device.allow(['THUMB']);
  t.same(dig(current(await caller.ask(CURRENT, { d: 'device' }), 'current'), 'interactions'), ['THUMB']);
  device.allow(null);
  device.forgetSource();
  t.match((await caller.ask(CURRENT, { d: 'device' })).errors[0]?.message, /SOURCE_NOT_SET/);
  const steady = await visit(t, { progressFrequency: 5 });
  t.equal(dig(current(await set(steady, 'ST:1001:5001'), 'setSource'), 'progressFrequency'), 5);
});

t.test('the record tells what was asked, with arguments', async t => {
  const caller = await visit(t);
  const waiting = caller.sandbox.requests.until('setSource', 1);
  await set(caller, 'ST:1001:5000');
  await waiting;
  t.match(caller.sandbox.requests.all, [
    {
      operation: 'setSource',
      args: { deviceUuid: 'device', sourceId: 'ST:1001:5000' },
      status: 200,
      answered: true,
      fault: null,
    },
  ]);
  await caller.ask(
    'query ($t: String!) { ...Both } fragment Both on Query { search(query: $t, types: [AR], pagination: {limit: 2}) { cursor } topArtists { cursor } }',
    { t: 'x' },
  );
  t.match(caller.sandbox.requests.of('search'), [
    { args: { query: 'x', types: ['AR'], pagination: { limit: '2' } } },
  ]);
  t.equal(caller.sandbox.requests.count('topArtists'), 1);
  caller.sandbox.requests.clear();
  const again = caller.sandbox.requests.until('setSource', 2);
  await set(caller, 'ST:1001:5000');
  await set(caller, 'ST:1001:5000');
  await again;
  caller.sandbox.requests.clear();
  t.equal(caller.sandbox.requests.all.length, 0);
});
