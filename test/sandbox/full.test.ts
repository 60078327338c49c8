import t from 'tap';
import { type Caller, dig, type Reply, visit } from './caller.js';

const ITEM = `__typename index feedbackValue sourceId
  ... on TrackItem { audioUrl interactions trackToken fileGain track { id name album { id name } } }
  ... on PodcastEpisodeItem { audioUrl interactions trackToken fileGain podcastEpisode { name art { url(width: 500, height: 500) } } }
  ... on AudioAdItem { audioUrl interactions trackToken fileGain }
  ... on ArtistMessageItem { audioUrl interactions }
  ... on IdleTimeoutItem { interactions errorHeader errorDescription }
  ... on SimStreamViolationItem { interactions errorHeader errorDescription }`;

const PLAIN = '$d: String!, $s: String!, $i: Int!, $e: Int!';
const PASSED = 'deviceUuid: $d, sourceId: $s, index: $i, elapsedTime: $e';

function speaker({ ask }: Caller, d = 'device') {
  return {
    set: (s: string) =>
      ask(
        `mutation ($d: String!, $s: String!) { playback { setSource(deviceUuid: $d, sourceId: $s) { id name current { ${ITEM} } } } }`,
        { d, s },
      ),
    current: async () =>
      dig(
        (await ask(`query ($d: String!) { playback { current(deviceUuid: $d) { ${ITEM} } } }`, { d })).data,
        'playback',
        'current',
      ),
    move: (name: string, s: string, i: number, extra = '') =>
      ask(`mutation (${PLAIN}) { playback { ${name}(${PASSED}${extra}) { status current { ${ITEM} } } } }`, {
        d,
        s,
        i,
        e: 1,
      }),
    peek: async (kind = 'query') =>
      dig(
        (await ask(`${kind} ($d: String!) { playback { peek(deviceUuid: $d) { ${ITEM} } } }`, { d })).data,
        'playback',
        'peek',
      ),
  };
}

const moved = (reply: Reply, name: string): unknown => dig(reply.data, 'playback', name, 'current');
const STATION = 'ST:1001:5000';
const ARGUMENTS = `deviceUuid: "device", sourceId: "${STATION}", index: 0, elapsedTime: 1`;

t.test('started, paused, peeked at, ended, skipped', async t => {
  const caller = await visit(t, { profile: 'full' });
  const { set, move, peek, current } = speaker(caller);
  t.match((await set(STATION)).data, {
    playback: { setSource: { id: STATION, name: 'The Paper Lanterns Radio' } },
  });
  t.match((await move('setStarted', STATION, 0)).data, {
    playback: { setStarted: { status: 'OK', current: { index: 0 } } },
  });
  t.match((await move('pause', STATION, 0)).data, { playback: { pause: { status: 'OK' } } });
  const seen = await peek();
  t.match(seen, { index: 1, audioUrl: String, fileGain: /^-?\d+\.\d\d$/, track: { album: { id: /^AL:/ } } });
  t.equal(dig(await current(), 'index'), 0, 'a look does not advance');
  t.equal(dig(await peek('mutation'), 'trackToken'), dig(seen, 'trackToken'));
  const ended = moved(await move('setEnded', STATION, 0, ', reason: NORMAL'), 'setEnded');
  t.equal(dig(ended, 'trackToken'), dig(seen, 'trackToken'), 'what was looked at comes');
  t.equal(dig(moved(await move('skip', STATION, 1), 'skip'), 'index'), 2);
  t.equal(dig(moved(await move('skip', STATION, 1), 'skip'), 'index'), 2, 'a late skip skips nothing');
  t.same(
    caller.sandbox.devices.get('device').reports.map(({ operation, index }) => `${operation} ${index}`),
    ['setStarted 0', 'pause 0', 'setEnded 0', 'skip 1'],
  );
});

t.test('the skip limit holds for a station and an hour', async t => {
  let nowMs = 0;
  const caller = await visit(t, { profile: 'full', skipLimit: 2, now: () => nowMs });
  const { set, move, current } = speaker(caller);
  await set(STATION);
  await move('skip', STATION, 0);
  await move('skip', STATION, 1);
  const refused = await move('skip', STATION, 2);
  t.match(refused.errors, [{ message: /SKIP_LIMIT_REACHED/, path: ['playback', 'skip'] }]);
  t.equal(dig(await current(), 'index'), 2, 'playback goes on');
  await set('AL:3000');
  await set(STATION);
  t.match(
    (await move('skip', STATION, 0)).errors,
    [{ message: /SKIP_LIMIT_REACHED/ }],
    'also after a change of source',
  );
  nowMs = 3_600_000;
  const { accessToken } = caller.sandbox.issueTokens();
  const again = await caller.ask(
    `mutation { playback { skip(deviceUuid: "device", sourceId: "${STATION}", index: 0, elapsedTime: 1) { current { index } } } }`,
    {},
    accessToken,
  );
  t.equal(dig(moved(again, 'skip'), 'index'), 1);
});

t.test('previous on demand, replay on a station, index always grows', async t => {
  const caller = await visit(t, { profile: 'full' });
  const { set, move } = speaker(caller);
  const first = dig((await set('AL:3000')).data, 'playback', 'setSource', 'current', 'track', 'id');
  await move('skip', 'AL:3000', 0);
  const back = moved(await move('previous', 'AL:3000', 1), 'previous');
  t.match(back, { index: 2, track: { id: first } });
  await set('ST:1001:5001');
  t.match((await move('previous', 'ST:1001:5001', 0)).errors[0]?.message, /PREVIOUS/);
  const device = caller.sandbox.devices.get('device');
  device.allow(['REPLAY']);
  const token = device.playing?.trackToken ?? '';
  const piece = device.playing?.piece.id;
  t.match(
    (await move('replay', 'ST:1001:5001', 0, ', trackToken: "other"')).errors[0]?.message,
    /trackToken/,
  );
  await move('replay', 'ST:1001:5001', 0, `, trackToken: "${token}"`);
  t.equal(device.index, 1);
  t.equal(device.playing?.piece.id, piece);
  t.match((await move('skip', 'ST:1001:5001', 1)).errors[0]?.message, /SKIP is not among/);
});

t.test('ads and messages between tracks', async t => {
  const caller = await visit(t, { profile: 'full' });
  const { set, move, peek } = speaker(caller);
  await set(STATION);
  const device = caller.sandbox.devices.get('device');
  device.insert({ kind: 'ad', id: 'AD:1', durationS: 5, title: 'Buy' });
  device.insert({ kind: 'message', id: 'AM:1', durationS: 5, title: 'Hello' });
  t.match(await peek(), { __typename: 'AudioAdItem', interactions: [] });
  await move('setEnded', STATION, 0, ', reason: NORMAL');
  t.match(await peek(), { __typename: 'ArtistMessageItem', interactions: [] });
  const message = moved(await move('setEnded', STATION, 1, ', reason: NORMAL'), 'setEnded');
  t.equal(dig(message, '__typename'), 'ArtistMessageItem');
  t.match((await move('skip', STATION, 2)).errors[0]?.message, /SKIP is not among/);
  t.equal((await fetch(String(dig(message, 'audioUrl')), { method: 'HEAD' })).status, 200);
});

t.test('one account, one stream; idle time-out', async t => {
  const caller = await visit(t, { profile: 'full' });
  const [here, there] = [speaker(caller), speaker(caller, 'other')];
  await here.set(STATION);
  await there.set('AL:3000');
  const taken = await here.current();
  t.match(taken, {
    __typename: 'SimStreamViolationItem',
    interactions: ['FORCE_ACTIVE'],
    errorHeader: String,
  });
  t.equal(dig(taken, 'index'), null);
  await here.move('setEnded', STATION, 0, ', reason: NORMAL');
  t.equal(caller.sandbox.devices.get('device').index, 0, 'what is reported meanwhile moves nothing');
  await here.set(STATION);
  t.equal(dig(await here.current(), '__typename'), 'TrackItem');
  t.equal(dig(await there.current(), '__typename'), 'SimStreamViolationItem');
  caller.sandbox.devices.get('device').interrupt('idleTimeout');
  t.match(await here.current(), { __typename: 'IdleTimeoutItem', errorDescription: String });
});

t.test('thumbs', async t => {
  const caller = await visit(t, { profile: 'full' });
  const { set, current } = speaker(caller);
  await set('ST:1001:5020');
  const device = caller.sandbox.devices.get('device');
  const rate = (value: string, token = device.playing?.trackToken ?? '') =>
    caller.ask(
      `mutation ($t: String!, $k: String!) { feedback { setFeedback(targetId: $t, sourceContextId: "ST:1001:5020", value: ${value}, trackToken: $k, deviceUuid: "device", elapsedTime: 1) { status current { ${ITEM} } } } }`,
      { t: device.playing?.piece.id, k: token },
    );
  t.match((await rate('UP')).data, {
    feedback: { setFeedback: { status: 'OK', current: { index: 0, feedbackValue: 'UP' } } },
  });
  t.match((await rate('UP', 'other')).errors[0]?.message, /trackToken/);
  await caller.ask(
    `mutation ($t: String!) { feedback { removeFeedback(targetId: $t, sourceContextId: "ST:1001:5020") { status } } }`,
    { t: device.playing?.piece.id },
  );
  t.equal(dig(await current(), 'feedbackValue'), null);
  t.match(
    (await rate('DOWN')).data,
    { feedback: { setFeedback: { current: { index: 1 } } } },
    'a thumb down skips',
  );
});

t.test('source, template, episodes with an address', async t => {
  const caller = await visit(t, { profile: 'full' });
  const { set } = speaker(caller);
  const podcast = await set('PE:70101');
  t.match(dig(podcast.data, 'playback', 'setSource', 'current'), {
    __typename: 'PodcastEpisodeItem',
    audioUrl: /^http/,
    interactions: ['BACK_15_SECONDS', 'FORWARD_15_SECONDS', 'SEEK'],
    podcastEpisode: { art: { url: /^http/ } },
  });
  const { data } = await caller.ask(
    '{ listenerTemplate(template: DEFAULT) { collectionTypes searchTypes } playback { source(deviceUuid: "device") { id type name current { __typename } } } }',
  );
  t.match(data, {
    listenerTemplate: { collectionTypes: ['ST', 'AL', 'PC', 'PE'] },
    playback: { source: { id: 'PC:7001', type: 'PC', name: 'Kleine Maschinen' } },
  });
  const bare = await caller.ask(
    '{ playback { source(deviceUuid: "new") { id } peek(deviceUuid: "new") { index } } }',
  );
  t.match(bare.errors, [{ message: /SOURCE_NOT_SET/ }, { message: /SOURCE_NOT_SET/ }]);
});

t.test('a look ahead that misleads, a stream that is stopped, fields that are lacking', async t => {
  const caller = await visit(t, { profile: 'full', lacks: ['previous', 'Track.album'] });
  const refused = await speaker(caller).set(STATION);
  t.equal(refused.status, 400);
  t.equal(refused.errors[0]?.message, 'Cannot query field "album" on type "Track".');
  const plain = `mutation { playback { setSource(deviceUuid: "device", sourceId: "${STATION}") { id } } }`;
  t.equal((await caller.ask(plain)).status, 200);
  t.match((await caller.ask(plain.replace(/setSource.*id }/, `previous(${ARGUMENTS}) { status }`))).errors, [
    { message: 'Cannot query field "previous" on type "PlaybackMutation".' },
  ]);
  const device = caller.sandbox.devices.get('device');
  caller.sandbox.faults.add('peekMisleads', { times: 1 });
  const look = `{ playback { peek(deviceUuid: "device") { __typename ... on TrackItem { index trackToken } } } }`;
  const peeked = async () => dig((await caller.ask(look)).data, 'playback', 'peek');
  const [wrong, right] = [await peeked(), await peeked()];
  t.match([wrong, right], [{ index: 1 }, { index: 1 }]);
  t.not(dig(wrong, 'trackToken'), dig(right, 'trackToken'));
  device.advance();
  t.equal(device.playing?.trackToken, dig(right, 'trackToken'), 'what comes is another one');
  device.interrupt('takenOver');
  t.match(await peeked(), { __typename: 'SimStreamViolationItem' });
});
