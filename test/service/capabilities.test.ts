import t, { type Test } from 'tap';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { createService } from '../../src/service/service.js';
import type { ServiceProfile } from '../../src/core/vocabulary/abilities.js';
import type { CredentialsRecord } from '../../src/contract/records.js';
import { createCapabilities } from '../../src/service/capabilities.js';
import { createFieldKnowledge } from '../../src/service/field-knowledge.js';
import { toObjection } from '../../src/service/objection.js';
import { calm, faultOf } from '../rigs/service/bench.js';

const deviceUuid = 'speaker';
const STATION = 'ST:1001:5000';
const ALBUM = 'AL:3000';

async function setUp(t: Test, profile: ServiceProfile, has: 'core' | 'full', lacks: readonly string[] = []) {
  const sandbox = createSandbox({ profile: has, trackSeconds: 30, lacks });
  await sandbox.start();
  t.teardown(() => sandbox.stop());
  const tokens = sandbox.issueTokens();
  const record: CredentialsRecord = { ...tokens, obtainedAtMs: Date.now(), profileId: 'LI:1001' };
  const ignore = () => undefined;
  const service = createService({
    baseUrl: sandbox.url,
    authUrl: sandbox.url,
    clientId: sandbox.clientId,
    clientSecret: sandbox.clientSecret,
    deviceUuid,
    profile,
    credentials: { value: record, write: () => Promise.resolve(), remove: () => Promise.resolve() },
    clock: { epochMs: () => Date.now(), steadyMs: () => performance.now() },
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  t.teardown(() => service.stop());
  return { sandbox, service, playback: service.playback };
}

/** How often the service refused a document before it carried anything out. */
const refusals = (sandbox: Sandbox) => sandbox.requests.all.filter(({ status }) => status === 400).length;

t.test('auto against a core service: one refusal for the fields, one an operation, then none', async t => {
  const { sandbox, playback } = await setUp(t, 'auto', 'core');
  const { item, source } = await playback.setSource(STATION, calm());
  t.match(item, { kind: 'track', index: 0, trackId: /^TR:/ });
  t.equal(refusals(sandbox), 1, 'all missing fields are learnt at once');
  const report = { sourceId: source.id, index: 0, elapsedS: 3 };
  const lengthS = (item?.durationMs ?? 0) / 1000;
  t.equal(await playback.setStarted(report, calm()), null);
  await playback.setPaused(report, calm());
  t.equal(await playback.peek(calm()), null);
  t.equal(await playback.source(calm()), null);
  t.equal(await playback.replay({ ...report, trackToken: item?.trackToken ?? '' }, calm()), false);
  t.match(await faultOf(playback.previous(report, calm())), { code: 'notSupported', answerLost: false });
  t.match(await playback.setEnded({ ...report, lengthS }, calm()), { index: 1 }, 'by setProgress instead');
  t.match(await playback.skip({ ...report, index: 1, lengthS }, calm()), { index: 2 });
  const before = refusals(sandbox);
  t.same(playback.abilities, { previous: false, feedback: true, peek: false, replay: false, reports: false });
  await playback.setStarted({ ...report, index: 2 }, calm());
  await playback.peek(calm());
  await playback.setEnded({ ...report, index: 2, lengthS }, calm());
  t.equal(refusals(sandbox), before, 'what is missing is remembered');
});

t.test('a type whose name looks like a word for something else is not asked for', async t => {
  const capabilities = createCapabilities('auto');
  for (const type of ['SKIP_LIMIT', 'SOURCE_NOT_SET', 'NOT_SUPPORTED']) t.notOk(capabilities.noteKind(type));
  t.ok(capabilities.noteKind('NewKindOfItem'));
});

t.test('core never sends what the specification does not show', async t => {
  const { sandbox, playback } = await setUp(t, 'core', 'full');
  const { item } = await playback.setSource(ALBUM, calm());
  t.equal(item?.gainDb, null);
  const report = { sourceId: ALBUM, index: 0, elapsedS: 3, lengthS: 30 };
  await playback.setStarted(report, calm());
  t.equal(await playback.peek(calm()), null);
  t.match(await playback.setEnded(report, calm()), { index: 1 });
  t.match(await faultOf(playback.previous(report, calm())), { code: 'notSupported' });
  const asked = [...new Set(sandbox.requests.all.map(({ operation }) => operation))];
  t.same(asked, ['setSource', 'setProgress']);
  t.same(Object.values(playback.abilities), [false, false, false, false, false]);
});

for (const profile of ['auto', 'full'] as const) {
  t.test(`${profile} against a full service: everything it has, nothing refused`, async t => {
    const { sandbox, playback, service } = await setUp(t, profile, 'full');
    await service.library.collection({ types: ['ST'] }, calm());
    const { item, source } = await playback.setSource(STATION, calm());
    t.ok(source.name, 'the source has its name');
    const report = { sourceId: source.id, index: 0, elapsedS: 3 };
    t.match(await playback.setStarted(report, calm()), { index: 0 });
    await playback.setPaused(report, calm());
    const ahead = await playback.peek(calm());
    t.match(ahead, { index: 1 });
    const trackId = item?.trackId ?? '';
    const rated = {
      targetId: trackId,
      sourceContextId: source.id,
      trackToken: item?.trackToken ?? null,
      elapsedS: 3,
    };
    await playback.setFeedback({ ...rated, value: 'UP' }, calm());
    t.match(await playback.current(calm()), { index: 0, feedback: 'UP' });
    await playback.setFeedback({ ...rated, value: null }, calm());
    t.match(await playback.current(calm()), { feedback: null });
    const next = await playback.setEnded({ ...report, elapsedS: 30, lengthS: 30 }, calm());
    t.match(next, { index: 1, title: ahead?.title });
    t.match(await playback.skip({ ...report, index: 1, lengthS: 30 }, calm()), { index: 2 });
    t.equal(refusals(sandbox), 0);
    t.match(await playback.source(calm()), { id: source.id });
    t.equal(sandbox.requests.count('setProgress'), 0);
  });
}

t.test('reports of start and pause are told apart', async t => {
  for (const lacks of ['setStarted', 'pause']) {
    const { sandbox, playback } = await setUp(t, 'auto', 'full', [lacks]);
    const { source } = await playback.setSource(STATION, calm());
    const report = { sourceId: source.id, index: 0, elapsedS: 3 };
    await playback.setStarted(report, calm());
    await playback.setPaused(report, calm());
    t.equal(playback.abilities.reports, true, `${lacks} is missing, the other one is not`);
    t.equal(sandbox.devices.get(deviceUuid).reports.length, 1);
    t.equal(refusals(sandbox), 1);
  }
});

t.test('a kind that nobody has seen is asked about by its name', async t => {
  const novelty = { kind: 'novelty', id: 'NO:1', durationS: 9, title: 'New' } as const;
  const { sandbox, playback } = await setUp(t, 'auto', 'full');
  await playback.setSource(STATION, calm());
  const device = sandbox.devices.get(deviceUuid);
  device.insert(novelty);
  t.match(await playback.peek(calm()), { kind: 'unknown', audioUrl: null }, 'its name alone');
  const whole = { typename: 'NoveltyItem', kind: 'unknown', index: 1, audioUrl: String, interactions: [] };
  t.match(await playback.peek(calm()), whole);
  device.advance();
  t.match(await playback.current(calm()), whole);
  t.ok(refusals(sandbox) <= 1, 'what it lacks is learnt at once');

  const again = await setUp(t, 'full', 'full');
  await again.playback.setSource(STATION, calm());
  again.sandbox.devices.get(deviceUuid).insert(novelty);
  again.sandbox.devices.get(deviceUuid).advance();
  t.match(await again.playback.current(calm()), whole, 'what is current is asked again at once');

  const core = await setUp(t, 'core', 'full');
  await core.playback.setSource(STATION, calm());
  core.sandbox.devices.get(deviceUuid).insert(novelty);
  core.sandbox.devices.get(deviceUuid).advance();
  t.match(await core.playback.current(calm()), { kind: 'unknown', index: null, audioUrl: null });
  t.equal(core.sandbox.requests.count('current'), 1);
  t.equal(refusals(core.sandbox), 0);
});

t.test('full reports an operation that is missing as an error', async t => {
  const { playback } = await setUp(t, 'full', 'core');
  await playback.setSource(STATION, calm());
  const report = { sourceId: STATION, index: 0, elapsedS: 3 };
  t.match(await faultOf(playback.setStarted(report, calm())), { code: 'serviceError' });
});

t.test('a source that the service gives no name is called as it was in the list', async t => {
  const { playback, service } = await setUp(t, 'core', 'core');
  const { items } = await service.library.collection({ types: ['ST'] }, calm());
  const station = items.find(({ id }) => id === STATION);
  t.match(await playback.setSource(STATION, calm()), { source: { id: STATION, name: station?.name } });
  const factories = await service.library.search({ query: 'a', types: ['SF'] }, calm());
  const factory = factories.items[0];
  const { source } = await playback.setSource(factory?.id ?? '', calm());
  t.match(source, { id: /^ST:/, name: factory?.name }, 'also when its id has changed');
});

t.test('missing fields are known by the service’s own words', async t => {
  const learn = (...objections: string[]) => {
    const knowledge = createFieldKnowledge(true);
    const { has, asked } = knowledge.forDocument('playback');
    has('AudioAdItem', null);
    has('AudioAdItem', 'fileGain');
    has('TrackItem', 'fileGain');
    has('Track', 'album');
    const learnt = knowledge.learn(
      objections.map(text => toObjection(text, [])),
      asked,
    );
    const after = knowledge.forDocument('playback').has;
    return [
      learnt,
      after('AudioAdItem', null),
      after('AudioAdItem', 'fileGain'),
      after('TrackItem', 'fileGain'),
      after('Track', 'album'),
    ];
  };
  t.same(learn('Cannot query field "fileGain" on type "TrackItem".'), [true, true, true, false, true]);
  t.same(
    learn("Field 'fileGain' is undefined"),
    [true, true, false, false, true],
    'on which type, it does not say',
  );
  t.same(learn('Unknown type "AudioAdItem". Did you mean "TrackItem"?'), [true, false, false, true, true]);
  t.same(learn('Cannot query field "x" on type "Y". Did you mean "album"?'), [false, true, true, true, true]);
  t.same(learn('SOURCE_NOT_SET'), [false, true, true, true, true]);
});

t.test('podcasts and episodes are found with all that the service tells of them', async t => {
  const podcast = { id: 'PC:7000', type: 'PC', name: 'The Teapot Hour', artUrl: /^http/ };
  const episode = {
    id: 'PE:70000',
    type: 'PE',
    name: 'On Kettles',
    podcast: 'The Teapot Hour',
    durationMs: 30_000,
    releaseDate: '2024-01-01T06:30:00.250Z',
    artUrl: /^http/,
  };
  for (const profile of ['auto', 'full'] as const) {
    const { sandbox, service } = await setUp(t, profile, 'full');
    const { library } = service;
    t.match(await library.search({ query: 'teapot' }, calm()), { items: [podcast] }, 'without types');
    t.match(await library.search({ query: 'kettles', types: ['PE'] }, calm()), { items: [episode] });
    t.match(await library.collection({ types: ['PC', 'PE'], limit: 50 }, calm()), {
      items: [{ type: 'PE', podcast: String, releaseDate: /^2024-/ }, {}, { type: 'PC', name: String }],
    });
    t.equal(refusals(sandbox), 0);
  }
  const poor = await setUp(t, 'auto', 'full', ['Podcast.art', 'PodcastEpisode.art']);
  t.match((await poor.service.library.search({ query: 'teapot' }, calm())).items, [
    { ...podcast, artUrl: undefined },
  ]);
  await poor.service.library.search({ query: 'kettles' }, calm());
  t.equal(
    refusals(poor.sandbox),
    1,
    'a field that is missing is learnt, and its type is not given up for it',
  );

  const auto = await setUp(t, 'auto', 'core');
  t.ok((await auto.service.library.search({ query: 'radio' }, calm())).items.length > 0);
  await auto.service.library.search({ query: 'lanterns' }, calm());
  t.equal(refusals(auto.sandbox), 1, 'a service without them is asked once');

  const core = await setUp(t, 'core', 'full');
  t.match(await core.service.library.search({ query: 'kettles', types: ['PE'] }, calm()), {
    items: [{ ...episode, artUrl: undefined }],
  });
  t.match(await core.service.library.search({ query: 'teapot', types: ['PC'] }, calm()), {
    items: [{ id: 'PC:7000', name: 'Podcast' }],
  });
  t.equal(refusals(core.sandbox), 0);
});
