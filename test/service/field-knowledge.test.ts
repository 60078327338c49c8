import t from 'tap';
import { calm, faultOf, setUp } from '../rigs/service/bench.js';
import { json } from '../fakes/service/server.js';

const REPORT = { sourceId: 'ST:1', index: 3, elapsedS: 60, lengthS: 180 };
const taken = json({
  data: { playback: { setProgress: { status: 'OK', current: { __typename: 'TrackItem', index: 4 } } } },
});
const found = json({ data: { search: { items: [{ id: 'AR:1', type: 'AR', name: 'One' }] } } });
const code = 'GRAPHQL_VALIDATION_FAILED';

/** How servers of several makes refuse an enum word, here the only one that `setEnded` has. */
const REFUSALS: Readonly<Record<string, object>> = {
  'graphql-js': {
    errors: [
      {
        message:
          'Value "NORMAL" does not exist in "EndReason" enum. Did you mean the enum value "NORMAL_END"?',
      },
    ],
  },
  'graphql-ruby': {
    errors: [
      {
        message:
          "Argument 'reason' on Field 'setEnded' has an invalid value (NORMAL). Expected type 'EndReason!'.",
        path: ['mutation SetEnded', 'playback', 'setEnded', 'reason'],
        extensions: { code: 'argumentLiteralsIncompatible' },
      },
    ],
  },
  'graphql-java': {
    errors: [
      {
        message:
          "Validation error (WrongType@[playback/setEnded]) : argument 'reason' with value 'EnumValue{name='NORMAL'}' is not a valid 'EndReason' - Literal value not in allowable values for enum 'EndReason'",
        extensions: { classification: 'ValidationError' },
      },
    ],
  },
  'data null': { data: null, errors: [{ message: 'Value NORMAL not found in enum', extensions: { code } }] },
};

t.test('an enum word that the service does not know is learnt like a field', async t => {
  for (const [make, refusal] of Object.entries(REFUSALS)) {
    for (const status of [200, 400, 422]) {
      const { server, service } = await setUp(t);
      server.graphql(json(refusal, status), taken);
      t.match(await service.playback.setEnded(REPORT, calm()), { index: 4 }, `${make}, ${status}`);
      await service.playback.setEnded(REPORT, calm());
      t.strictSame(
        server.to('graphql').map(({ graphql }) => graphql.operationName),
        ['SetEnded', 'SetProgress', 'SetProgress'],
        'in the form that the specification shows, and that is remembered',
      );
    }
  }
});

t.test('a list that holds no podcasts takes their names from no other list', async t => {
  const { server, service } = await setUp(t);
  const message =
    'Fragment cannot be spread here as objects of type "CollectedItem" can never be of type "Podcast".';
  const none = json({ data: { collection: { items: [] } } });
  server.graphql(json({ errors: [{ message, extensions: { code } }] }, 400), none, none, found);
  const podcasts = { types: ['PC'] };
  t.match(await service.library.collection(podcasts, calm()), { items: [] });
  t.match(await service.library.collection(podcasts, calm()), { items: [] });
  await service.library.search({ query: 'a', ...podcasts }, calm());
  t.strictSame(
    server.to('graphql').map(({ graphql }) => graphql.query.includes('... on Podcast')),
    [true, false, false, true],
  );
});

t.test('a refusal is the validator’s when its path begins with the operation itself', async t => {
  const missing = "Field 'fileGain' doesn't exist on type 'TrackItem'";
  const item = json({ data: { playback: { current: { __typename: 'TrackItem', index: 0 } } } });
  const refused = (path: unknown, data?: object) =>
    json({ ...data, errors: [{ message: missing, path, extensions: { code: 'undefinedField' } }] });
  for (const [path, data] of [
    [['query Current', 'playback', 'current', '... on TrackItem', 'fileGain'], {}],
    [['query Current'], { data: null }],
    [undefined, {}],
    [[], {}],
  ] as const) {
    const { server, service } = await setUp(t);
    server.graphql(refused(path, data), item);
    t.match(await service.playback.current(calm()), { index: 0 }, JSON.stringify(path));
    const [first, second] = server.to('graphql').map(({ graphql }) => graphql.query);
    t.match(first, /on TrackItem \{[^{]*fileGain/);
    t.notMatch(second, /on TrackItem \{[^{]*fileGain/);
  }
  for (const [path, data] of [
    [['playback', 'current'], { data: { playback: null } }],
    [['playback', 'current', 'fileGain'], {}],
    [['query Other', 'playback'], {}],
    [['query Current', 'playback'], { data: { playback: { current: null } } }],
  ] as const) {
    const { server, service } = await setUp(t);
    server.graphql(refused(path, data));
    t.match(await faultOf(service.playback.current(calm())), {
      code: 'serviceError',
      serviceMessage: missing,
    });
    t.equal(
      server.to('graphql').length,
      1,
      `${JSON.stringify(path)} leads into the answer: it was carried out`,
    );
  }
});

t.test(
  'a search asks for all that can be found, and for less where the service does not know the words',
  async t => {
    const asked = (query: string | undefined) => /types: \[(.*?)\]/.exec(query ?? '')?.[1];
    const all = 'SF, ST, AR, AL, TR, PC, PE';
    const refuse = (...words: string[]) =>
      json({
        errors: words.map(word => ({
          message: `Value "${word}" does not exist in "Code" enum.`,
          extensions: { code },
        })),
      });
    const ruby = json({
      errors: [
        {
          message: `Argument 'types' on Field 'search' has an invalid value ([${all}]). Expected type '[Code!]'.`,
          path: ['query Search', 'search', 'types'],
        },
      ],
    });
    for (const [refusal, left] of [
      [refuse('PC', 'PE'), 'SF, ST, AR, AL, TR'],
      [refuse('AL', 'TR', 'PC', 'PE'), 'SF, ST, AR'],
      [ruby, 'SF, ST, AR'],
    ] as const) {
      const { server, service } = await setUp(t);
      server.graphql(refusal, found);
      t.match(await service.library.search({ query: 'x' }, calm()), { items: [{ id: 'AR:1' }] });
      await service.library.search({ query: 'y' }, calm());
      t.strictSame(
        server.to('graphql').map(({ graphql }) => asked(graphql.query)),
        [all, left, left],
      );
      const [, second] = server.to('graphql').map(({ graphql }) => graphql.query);
      t.equal(/on PodcastEpisode/.test(second ?? ''), left.includes('PE'), 'no condition without its word');
    }
    const { server, service } = await setUp(t, { profile: 'core' });
    server.graphql(found);
    await service.library.search({ query: 'x' }, calm());
    t.equal(asked(server.to('graphql')[0]?.graphql.query), 'SF, ST, AR');
  },
);

t.test('a word of the listener’s own that the service does not know is told, and asked once', async t => {
  const message = 'Value "MODIFIED_TIME" does not exist in "SortBy" enum.';
  for (const profile of ['auto', 'core', 'full'] as const) {
    const { server, service } = await setUp(t, { profile });
    server.graphql(json({ errors: [{ message, extensions: { code } }] }, 400));
    const call = service.library.collection({ types: ['ST'], sortBy: 'MODIFIED_TIME' }, calm());
    t.match(await faultOf(call), {
      code: 'serviceError',
      message: 'The service does not know MODIFIED_TIME.',
      serviceCode: code,
      serviceMessage: message,
      detail: 'unknownWord',
    });
    t.equal(server.to('graphql').length, 1, profile);
  }
});

t.test('a thumb for which the service has no word is told; the other one is still given', async t => {
  const thumb = { targetId: 'TR:1', sourceContextId: 'ST:1', trackToken: 't', elapsedS: 3 };
  const { server, service } = await setUp(t);
  server.graphql(
    json({
      errors: [
        {
          message:
            "Argument 'value' on Field 'setFeedback' has an invalid value (DOWN). Expected type 'Value!'.",
          path: ['mutation SetFeedback', 'feedback', 'setFeedback', 'value'],
        },
      ],
    }),
    json({ data: { feedback: { setFeedback: { status: 'OK' } } } }),
  );
  t.match(await faultOf(service.playback.setFeedback({ ...thumb, value: 'DOWN' }, calm())), {
    code: 'serviceError',
    message: 'The service does not know DOWN.',
  });
  t.equal(service.playback.abilities.feedback, true);
  t.equal(await service.playback.setFeedback({ ...thumb, value: 'UP' }, calm()), null);
});

t.test('a type that is called as what every object has is a type like any other', async t => {
  const { server, service } = await setUp(t);
  for (const type of Object.getOwnPropertyNames(Object.prototype)) {
    const current = { __typename: type, index: 1, audioUrl: 'https://audio.test/1' };
    server.graphql(json({ data: { playback: { current } } }), json({ data: { playback: { current } } }));
    t.match(await service.playback.current(calm()), { kind: 'unknown', typename: type, index: 1 });
    t.match(server.to('graphql').at(-1)?.graphql.query, `... on ${type} { audioUrl interactions`);
  }
});
