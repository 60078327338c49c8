import fc from 'fast-check';
import t from 'tap';
import { parseItem, parseSourceSet } from '../../src/service/item-response.js';
import { parseFeedbackPage, parseLibraryPage, parseProfile } from '../../src/service/library-response.js';

const URL_WITH_TOKEN = 'https://audio.invalid/a?token=aB+/=%2F&x=1==';

const TRACK = {
  __typename: 'TrackItem',
  audioUrl: URL_WITH_TOKEN,
  interactions: ['SKIP', 'REPLAY', 'THUMB'],
  index: 0,
  trackToken: 'opaque=+/',
  progressFrequency: 30,
  feedbackValue: 'UP',
  track: { name: 'Song', duration: 215, artist: { name: 'Who' }, art: { url: 'https://art.invalid/1.jpg' } },
};

t.test('a track', async t => {
  t.strictSame(parseItem(TRACK), {
    typename: 'TrackItem',
    kind: 'track',
    index: 0,
    trackToken: 'opaque=+/',
    trackId: null,
    audioUrl: URL_WITH_TOKEN,
    title: 'Song',
    artist: 'Who',
    album: null,
    podcast: null,
    artUrl: 'https://art.invalid/1.jpg',
    durationMs: 215_000,
    progressFrequencyS: 30,
    feedback: 'UP',
    interactions: ['SKIP', 'REPLAY', 'THUMB'],
    gainDb: null,
    errorHeader: null,
    errorDescription: null,
  });
});

t.test('an episode, and the other kinds', async t => {
  const episode = {
    __typename: 'PodcastEpisodeItem',
    index: 2,
    podcastEpisode: { name: 'Nine', duration: 1_800, podcast: { name: 'Cast' } },
  };
  t.match(parseItem(episode), { kind: 'episode', title: 'Nine', podcast: 'Cast', audioUrl: null });
  t.match(parseItem({ __typename: 'AudioAdItem', audioUrl: URL_WITH_TOKEN }), {
    kind: 'ad',
    title: 'Advertisement',
  });
  t.match(parseItem({ __typename: 'VoiceTrackItem', index: 1 }), { kind: 'message' });
  t.match(parseItem({ __typename: 'HologramItem', audioUrl: URL_WITH_TOKEN }), {
    kind: 'unknown',
    typename: 'HologramItem',
    audioUrl: URL_WITH_TOKEN,
  });
  t.match(parseItem({ __typename: 'constructor' }), { kind: 'unknown' });
  t.match(parseItem({ track: { name: 'No typename' } }), { kind: 'track', title: 'No typename' });
  t.match(
    parseItem({ __typename: 'IdleTimeoutItem', interactions: ['FORCE_ACTIVE'], errorHeader: 'Still there?' }),
    { kind: 'unknown', index: null, interactions: ['FORCE_ACTIVE'], errorHeader: 'Still there?' },
  );
});

t.test('without usable fields an item is unknown; what is no object is none', async t => {
  t.match(parseItem({ __typename: 'TrackItem' }), { kind: 'unknown', typename: 'TrackItem' });
  for (const value of [null, undefined, 7, 'x', [], [TRACK]]) t.equal(parseItem(value), null);
});

t.test('numbers', async t => {
  const item = (more: object) => parseItem({ ...TRACK, ...more });
  for (const index of [-1, 1.5, '3', null, Number.MAX_VALUE, {}]) t.equal(item({ index })?.index, null);
  for (const frequency of [0, 0.5, -9, null, 'x', [], true]) {
    t.equal(item({ progressFrequency: frequency })?.progressFrequencyS, null);
  }
  t.equal(item({ progressFrequency: 30.9 })?.progressFrequencyS, 30);
  const length = (duration: unknown) => item({ track: { name: 'x', duration } })?.durationMs;
  t.equal(length('180'), 180_000);
  t.equal(length(0.25), 250);
  for (const duration of [0, -5, 'long', null, {}, 1e12]) t.equal(length(duration), null);
  t.equal(item({ fileGain: '-7.37' })?.gainDb, -7.37);
  t.equal(item({ fileGain: '-99' })?.gainDb, -24);
  t.equal(item({ fileGain: 6 })?.gainDb, 0);
  t.equal(item({ fileGain: 'loud' })?.gainDb, null);
  t.equal(item({ feedbackValue: 'SIDEWAYS' })?.feedback, null);
});

t.test('interactions are words, and not too many', async t => {
  const list = ['SKIP', 7, null, 'skip', 'A B', {}, ...Array<string>(99).fill('MORE')];
  t.strictSame(parseItem({ ...TRACK, interactions: list })?.interactions.slice(0, 2), ['SKIP', 'MORE']);
  t.equal(parseItem({ ...TRACK, interactions: list })?.interactions.length, 32);
  t.strictSame(parseItem({ ...TRACK, interactions: 'SKIP' })?.interactions, []);
});

t.test('a source keeps the asked id where the answer has none', async t => {
  t.match(parseSourceSet({ id: 'PC:2', type: 'PC', current: TRACK }, 'PE:1'), {
    source: { id: 'PC:2', type: 'PC', name: null },
    item: { title: 'Song' },
  });
  t.strictSame(parseSourceSet({ id: 7, current: 'x' }, 'AL:1'), {
    source: { id: 'AL:1', type: 'AL', name: null },
    item: null,
  });
});

t.test('whatever the service sends, no parser throws', async t => {
  const keys = Object.keys(TRACK).concat(
    'id',
    'type',
    'items',
    'cursor',
    'target',
    'current',
    'art',
    'followers',
  );
  const anything = fc.letrec(tie => ({
    value: fc.oneof({ maxDepth: 4 }, fc.anything(), tie('object'), fc.array(tie('value'), { maxLength: 3 })),
    object: fc.dictionary(fc.constantFrom(...keys), tie('value')),
  })).value;
  const parsers = [
    parseItem,
    parseLibraryPage,
    parseFeedbackPage,
    parseProfile,
    (value: unknown) => parseSourceSet(value, 'ST:1'),
  ];
  fc.assert(
    fc.property(anything, value => {
      for (const parse of parsers) JSON.stringify(parse(value));
    }),
    { numRuns: 500 },
  );
  for (const key of Object.keys(TRACK)) {
    for (const wrong of [null, 7, 'x', [], {}, true]) t.ok(parseItem({ ...TRACK, [key]: wrong }));
  }
});
