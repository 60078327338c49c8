import { buildSchema, isInterfaceType, isObjectType, parse, validate } from 'graphql';
import t from 'tap';
import { schemaOf } from '../../src/sandbox/graphql/execution.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { createDocumentWriter, type Document } from '../../src/service/documents.js';
import type { Operation } from '../../src/service/operation.js';
import { OPERATIONS } from '../../src/service/operations.js';
import { calm, faultOf, setUp } from '../rigs/service/bench.js';
import { FOREIGN_SCHEMA } from '../fakes/service/foreign-schema.js';
import { json } from '../fakes/service/server.js';
import {
  beyondSpecification,
  isShown,
  shownFields,
  shownOperations,
  TYPE_CODES,
} from '../rigs/service/specification.js';

const FOREIGN = buildSchema(FOREIGN_SCHEMA);

type Params = {
  [K in keyof typeof OPERATIONS]: Parameters<(typeof OPERATIONS)[K]['forms'][0]['write']>[0][];
};

const device = { deviceUuid: 'u' };
const report = { ...device, sourceId: 'ST:1', index: 0, elapsedS: 1 };
const page = { limit: 5, offset: 2 };
const track = { ...device, targetId: 'TR:1', sourceContextId: 'ST:1', trackToken: 't', elapsedS: 1 };

/** All that can be asked: the plainest way and the longest, with the words that the specification shows. */
const ASKED: Params = {
  current: [device],
  setSource: [{ ...device, sourceId: 'ST:1' }],
  setProgress: [report],
  collection: [
    {},
    { ...page, types: ['AL', 'ST', 'ST'], sortBy: 'ADDED_TIME', sortOrder: 'DESC' },
    { cursor: 'c' },
  ],
  search: [{ query: 'x"}' }, { query: 'x', ...page, types: ['AR', 'SF', 'ST'] }],
  feedbacks: [{}, { ...page, targetTypes: ['TR'], sourceContextTypes: ['ST'], values: ['UP'] }],
  recentFavorites: [{}, page],
  topArtists: [{}, page],
  profile: [{}],
  profileName: [{}],
  source: [device],
  peek: [device],
  setStarted: [report],
  pause: [report],
  setEnded: [report],
  skip: [report],
  previous: [report],
  replay: [{ ...report, trackToken: 't' }],
  setFeedback: [{ ...track, value: 'UP' }],
  removeFeedback: [track],
};

function objections(text: string): string[] {
  return validate(FOREIGN, parse(text)).map(({ message }) => message);
}

/** Every document of the core forms, by operation. */
function coreDocuments(name: keyof typeof OPERATIONS): Document[] {
  const { forms } = OPERATIONS[name] as Operation<object>;
  return forms
    .filter(({ level }) => level === 'core')
    .flatMap(form => ASKED[name].map(params => form.write(params, () => false)));
}

t.test('every document of the core forms asks only for what the specification shows', async t => {
  const names = Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[];
  t.same(
    names
      .filter(name => coreDocuments(name).length > 0)
      .filter(name => name !== 'profileName')
      .sort(),
    shownOperations()
      .map(name => name.replace('playback.', ''))
      .sort(),
    'all that it shows can be asked, and nothing else',
  );
  for (const name of names) {
    for (const { text, variables, words } of coreDocuments(name)) {
      const declared = [...text.matchAll(/\$(\w+): (?:String!|Int!)/g)].map(([, variable]) => variable);
      t.strictSame(declared, Object.keys(variables), `${name}: each variable has its value`);
      // A list need not have a cursor: the plainer form does without.
      const wrong = objections(text).filter(
        message => !/field "cursor" on type "(Artist|Feedback)List"/.test(message),
      );
      t.strictSame(wrong, [], text);
      const said = text
        .replace(/^\w+ \w+(\(.*?\))? /, '')
        .replace(/\$\w+/g, '')
        .match(/\w+/g);
      t.strictSame(
        (said ?? []).filter(word => !/^(on|__typename|\d+)$/.test(word) && !isShown(word)),
        [],
        `${name}: word by word`,
      );
      t.ok(words.every(word => said?.includes(word)));
    }
    const plainest = coreDocuments(name).at(-1);
    if (plainest !== undefined) t.strictSame(objections(plainest.text), [], `${name}, its plainest form`);
  }
});

t.test(
  'the schemas that play the service in tests and in the sandbox show what the specification shows',
  async t => {
    for (const [name, schema] of [
      ['foreign', FOREIGN],
      ['sandbox', schemaOf('core')],
    ] as const) {
      t.strictSame(beyondSpecification(schema), [], `${name}: not a word beyond it`);
      const lacking = shownFields().filter(shown => {
        const [type = '', field = ''] = shown.split('.');
        const known = schema.getType(type);
        return !(isObjectType(known) || isInterfaceType(known)) || known.getFields()[field] === undefined;
      });
      t.strictSame(lacking, [], `${name}: not a field less`);
    }
    const beyond = beyondSpecification(schemaOf('full'));
    for (const name of ['Mutation.skip', '... on AudioAdItem', 'Track.album', 'Query.search(types.PE']) {
      t.ok(beyond.includes(name), `the comparison sees ${name}`);
    }
    const wide = FOREIGN_SCHEMA.replace('WIDTH_90', 'WIDTH_90 WIDTH_500').replace(
      'sourceId: String)',
      'source: Int)',
    );
    t.strictSame(beyondSpecification(buildSchema(wide)).toSorted(), [
      'Album.art.url(size.WIDTH_500',
      'Query.current(source',
      'Station.art.url(size.WIDTH_500',
      'StationFactory.art.url(size.WIDTH_500',
      'Track.art.url(size.WIDTH_500',
    ]);
  },
);

t.test('the sandbox hands out ids whose type code the specification shows', async t => {
  const { artists, albums, tracks, factories, podcasts } = createSandbox().catalogue;
  const all = [
    artists,
    albums,
    tracks,
    factories,
    podcasts,
    podcasts.flatMap(({ episodes }) => episodes),
  ].flat();
  t.strictSame(
    all.filter(({ id, type }) => !TYPE_CODES.includes(type) || !id.startsWith(`${type}:`)),
    [],
  );
  t.same(TYPE_CODES.toSorted(), ['AL', 'AR', 'LI', 'PC', 'PE', 'SF', 'ST', 'TR']);
});

t.test('only what the specification shows is sent under the profile core', async t => {
  for (const profile of ['auto', 'core', 'full'] as const) {
    const { server, service } = await setUp(t, { profile });
    server.graphql(json({ data: { playback: { current: { __typename: 'TrackItem', index: 0 } } } }));
    t.match(await service.playback.current(calm()), { index: 0 });
    const [received] = server.to('graphql');
    const refused = objections(received?.graphql.query ?? '');
    t.equal(refused.length > 0, profile !== 'core', profile);
    t.equal(received?.graphql.operationName, 'Current');
  }
});

t.test('a listener’s text never becomes part of a document', async t => {
  const { server, service } = await setUp(t);
  server.graphql(json({ data: { search: { items: [] } } }));
  const query = '") { profile { id } } #\u{1F3B5} \u0000 $limit';
  await service.library.search({ query, limit: 3, cursor: 'c"}', offset: 9 }, calm());
  const { graphql } = server.to('graphql')[0] ?? {};
  t.strictSame(graphql?.variables, { query, limit: 3, cursor: 'c"}' }, 'and no offset beside a cursor');
  t.notMatch(graphql?.query, /profile/);
});

t.test('nothing but an enum word is written inline', async t => {
  const { server, service } = await setUp(t);
  for (const word of ['', 'st', 'A B', 'ST]) { x }', '1A', 'ÄB', 'A\n', '__proto__x"']) {
    const fault = await faultOf(service.library.collection({ types: ['ST', word] }, calm()));
    t.match(fault, { code: 'serviceError', answerLost: false }, JSON.stringify(word));
    t.match(await faultOf(service.library.collection({ sortBy: word }, calm())), { code: 'serviceError' });
  }
  t.equal(server.to('graphql').length, 0);
});

t.test('absent arguments are left out, with their parentheses', async t => {
  const to = createDocumentWriter();
  const none = [to.variable('a', undefined), to.object('o', [to.word('w', undefined)])];
  const document = to.document('query', 'Q', to.field('f', none, 'x'));
  t.strictSame(document, { kind: 'query', text: 'query Q { f { x } }', variables: {}, words: [] });
});
