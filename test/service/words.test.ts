import t from 'tap';
import { calm, faultOf, RECORD, setUp } from '../rigs/service/bench.js';
import { grant, json, raw } from '../fakes/service/server.js';

const REPORT = { sourceId: 'ST:1', index: 3, elapsedS: 60, lengthS: 180 };
const item = (index: number) => ({ __typename: 'TrackItem', index, track: { id: 'TR:1', name: 'One' } });
const taken = json({ data: { playback: { setProgress: { status: 'OK', current: item(4) } } } });

t.test('the skip limit is known by many words', async t => {
  const { server, service } = await setUp(t, { profile: 'full' });
  for (const words of [
    'SKIP_LIMIT_REACHED',
    'DAILY_SKIP_LIMIT',
    'SKIPS_EXHAUSTED',
    'OUT_OF_SKIPS',
    'NO_MORE_SKIPS',
    'NO_SKIPS_LEFT',
    'Too many skips for now.',
    'You have reached your skip limit.',
    'The limit of skips is six an hour.',
  ]) {
    for (const answer of [
      { errors: [{ message: words }] },
      { errors: [{ message: 'no', extensions: { code: words } }], data: null },
      { data: { playback: { skip: { status: words, current: item(3) } } } },
    ]) {
      server.graphql(json(answer));
      t.match(await faultOf(service.playback.skip(REPORT, calm())), { code: 'skipLimitReached' }, words);
    }
  }
  server.graphql(json({ errors: [{ message: 'Cannot skip this item now.' }] }));
  t.match(await faultOf(service.playback.skip(REPORT, calm())), { code: 'serviceError' });
});

t.test(
  'a refusal that names its operation, but says why, is no sign that the operation is missing',
  async t => {
    for (const [message, code] of [
      ['You have reached your skip limit.', 'skipLimitReached'],
      ['SOURCE_NOT_SET: nothing to skip on the device with this id', 'noSource'],
    ] as const) {
      const { server, service } = await setUp(t);
      server.graphql(
        json({ errors: [{ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] }),
        taken,
      );
      t.match(await faultOf(service.playback.skip(REPORT, calm())), { code });
      t.equal(server.to('graphql').length, 1, 'nothing is sent in another form');
      server.graphql(json({ data: { playback: { skip: { status: 'OK', current: item(4) } } } }));
      t.match(await service.playback.skip(REPORT, calm()), { index: 4, trackId: 'TR:1' });
      const query = server.to('graphql').at(-1)?.graphql.query ?? '';
      t.match(query, /skip\(.*\bid\b/, 'nor is a field held to be missing');
    }
  },
);

t.test('an error of something inside a report: the report itself was taken', async t => {
  const { server, service } = await setUp(t, { profile: 'core' });
  const failed = (path: unknown[]) =>
    json({ data: { playback: { setProgress: null } }, errors: [{ message: 'broke', path }] });
  server.graphql(failed(['playback', 'setProgress', 'current', 'index']));
  t.match(await faultOf(service.playback.setEnded(REPORT, calm())), { answerLost: true });
  for (const path of [['playback', 'setProgress'], ['playback', 'other', 'current'], []]) {
    server.graphql(failed(path));
    t.match(await faultOf(service.playback.setEnded(REPORT, calm())), { answerLost: false }, path.join('.'));
  }
});

t.test('an answer that holds nothing, and no error, is told from a fault', async t => {
  const { server, service } = await setUp(t, { profile: 'core' });
  const rows: [unknown, number, boolean][] = [
    [{ data: { playback: { current: null } } }, 200, true],
    [{ data: { playback: { current: null } } }, 500, false],
    [{ data: { playback: {} } }, 200, false],
    [{ data: { playback: { current: null } }, errors: [{ message: 'x' }] }, 200, false],
  ];
  for (const [answer, status, empty] of rows) {
    server.graphql(json(answer, status));
    t.match(await faultOf(service.playback.current(calm())), { code: 'serviceError', empty });
  }
});

t.test('a byte order mark before the answer is none of it', async t => {
  const { server, service } = await setUp(t);
  server.graphql(raw(`\uFEFF${JSON.stringify({ data: { profile: { id: 'LI:9' } } })}`));
  t.match(await service.library.profile(calm()), { id: 'LI:9' });
});

t.test('a grant is refused with status 400, 401 or 403 only', async t => {
  for (const [status, paired] of [
    [400, false],
    [401, false],
    [200, true],
    [403, false],
    [429, true],
    [503, true],
  ] as const) {
    const { server, service } = await setUp(t, { times: { againMs: [] } });
    server.graphql(json({ errors: [{ message: 'x', extensions: { code: 'UNAUTHENTICATED' } }] }));
    server.token(json({ error: 'invalid_grant' }, status));
    const { code } = await faultOf(service.library.profile(calm()));
    t.equal(code === 'notPaired', !paired, `${status}: ${code}`);
    t.equal(service.account.paired, paired, String(status));
    t.equal(server.to('token').length, paired ? 1 : 2, 'a refusal is confirmed by a second one');
  }
});

t.test('tokens that do not live long cost nothing', async t => {
  const record = { ...RECORD, expiresInS: 1, obtainedAtMs: 0 };
  const { server, service, clock } = await setUp(t, { record });
  server.token(grant('granted', { expires_in: 1 }));
  server.graphql(taken);
  for (let reports = 1; reports <= 200; reports += 1) {
    clock.steady += 1_000;
    t.match(await service.playback.setProgress(REPORT, calm()), { index: 4 });
  }
  t.equal(server.to('token').length, 200);
});
