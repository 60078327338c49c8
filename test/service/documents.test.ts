import { buildSchema, parse, validate } from 'graphql';
import t from 'tap';
import { createDocumentWriter } from '../../src/service/documents.js';
import type { Operation } from '../../src/service/operation.js';
import { OPERATIONS } from '../../src/service/operations.js';
import { calm, faultOf, setUp } from '../fakes/service-bench.js';
import { json } from '../fakes/service-server.js';

/** The fields of the specification's tables and no others; `!` where it hurts most. */
const CORE = buildSchema(`
  enum TypeCode { ST SF AL TR AR PL PC PE }
  enum Size { WIDTH_90 WIDTH_130 WIDTH_500 }
  enum SortBy { ADDED_TIME NAME }
  enum SortOrder { ASC DESC }
  enum Thumb { UP DOWN }
  input Pagination { limit: Int offset: Int cursor: String }
  input SortedPagination { limit: Int offset: Int cursor: String sortBy: SortBy sortOrder: SortOrder }
  input Filter { targetTypes: [TypeCode!] sourceContextTypes: [TypeCode!] values: [Thumb!] }
  type Art { url(size: Size, width: Int, height: Int): String }
  interface Entity { id: String! type: String! }
  type Station implements Entity { id: String! type: String! name: String art: Art }
  type StationFactory implements Entity { id: String! type: String! name: String art: Art }
  type Album implements Entity { id: String! type: String! name: String art: Art }
  type Artist implements Entity { id: String! type: String! name: String }
  type Track implements Entity {
    id: String! type: String! name: String duration: Int artist: Artist art: Art
  }
  type Podcast { name: String summary: String totalEpisodeCount: Int }
  type PodcastEpisode { name: String duration: Int releaseDate: String podcast: Podcast }
  union Target = Track | Station
  type FeedbackItem { target: Thing sourceContext: Thing }
  interface Thing { id: String! }
  type List { items: [Entity] cursor: String }
  type ArtistList { items: [Artist] }
  type FeedbackList { items: [FeedbackItem2] }
  type FeedbackItem2 { target: Track sourceContext: Station }
  type Person { fullname: String isBeingFollowed: Boolean }
  type Follower { fullname: String }
  type Followers { items: [Follower] }
  type Following { items: [Person] }
  type Profile {
    id: String! fullname: String displayName: String bio: String imageUrl: String private: Boolean
    followers: Followers following: Following
  }
  interface PlaybackItem { feedbackValue: String }
  type TrackItem implements PlaybackItem {
    feedbackValue: String audioUrl: String interactions: [String!]! index: Int! trackToken: String!
    track: Track progressFrequency: Int
  }
  type PodcastEpisodeItem implements PlaybackItem {
    feedbackValue: String progressFrequency: Int podcastEpisode: PodcastEpisode index: Int!
  }
  type Source { id: String! type: String! current: PlaybackItem }
  type Progress { status: String! current: PlaybackItem }
  type Playback { current(deviceUuid: String!, sourceId: String): PlaybackItem }
  type PlaybackMutation {
    setSource(deviceUuid: String!, sourceId: String!): Source
    setProgress(deviceUuid: String!, sourceId: String!, index: Int!, elapsedTime: Int!): Progress
  }
  type Query {
    collection(types: [TypeCode!]!, pagination: SortedPagination!): List
    search(types: [TypeCode!]!, query: String!, pagination: Pagination): List
    feedbacks(pagination: Pagination, filter: Filter): FeedbackList
    recentFavorites(pagination: Pagination): List
    topArtists(pagination: Pagination!): ArtistList
    profile: Profile
    playback: Playback
  }
  type Mutation { playback: PlaybackMutation }
`);

function objections<P>(operation: Operation<P>, params: P, form: number): string[] {
  const chosen = operation.forms.at(form);
  if (!chosen) throw new Error('no such form');
  const { text, variables } = chosen.write(params, () => false);
  const declared = [...text.matchAll(/\$(\w+): (String!|Int!)/g)].map(([, name]) => name);
  const missing = declared.filter(name => !Object.hasOwn(variables, name ?? ''));
  return [
    ...validate(CORE, parse(text)).map(({ message }) => message),
    ...missing.map(name => `${name} missing`),
  ];
}

t.test('every document asks only for what the specification shows', async t => {
  const device = { deviceUuid: 'u' };
  const page = { limit: 5, offset: 2 };
  t.strictSame(objections(OPERATIONS.current, device, 0), []);
  t.strictSame(objections(OPERATIONS.setSource, { ...device, sourceId: 'ST:1' }, 0), []);
  t.strictSame(
    objections(OPERATIONS.setProgress, { ...device, sourceId: 'ST:1', index: 0, elapsedS: 1 }, 0),
    [],
  );
  t.strictSame(objections(OPERATIONS.collection, {}, 0), []);
  t.strictSame(
    objections(OPERATIONS.collection, { ...page, types: ['ST'], sortBy: 'ADDED_TIME', sortOrder: 'DESC' }, 0),
    [],
  );
  t.strictSame(objections(OPERATIONS.search, { query: 'x"}', cursor: 'c' }, 0), []);
  t.strictSame(objections(OPERATIONS.search, { query: 'x', types: ['PL', 'TR', 'AL', 'TR'] }, 0), []);
  t.strictSame(objections(OPERATIONS.recentFavorites, {}, 0), []);
  t.strictSame(objections(OPERATIONS.feedbacks, { values: ['UP', 'DOWN'] }, -1).filter(isOther), []);
  t.strictSame(objections(OPERATIONS.topArtists, {}, -1), []);
  t.strictSame(objections(OPERATIONS.profile, {}, 0), []);
  t.strictSame(objections(OPERATIONS.profileId, {}, 0), []);
  t.match(objections(OPERATIONS.topArtists, {}, 0), ['Cannot query field "cursor" on type "ArtistList".']);
});

/** A condition on the very type it stands on is valid; so is the rest. */
function isOther(message: string): boolean {
  return !/cursor/.test(message);
}

t.test('only what the specification shows is sent under the profile core', async t => {
  for (const profile of ['auto', 'core', 'full'] as const) {
    const { server, service } = await setUp(t, { profile });
    server.graphql(json({ data: { playback: { current: { __typename: 'TrackItem', index: 0 } } } }));
    t.match(await service.playback.current(calm()), { index: 0 });
    const [received] = server.to('graphql');
    const refused = validate(CORE, parse(received?.graphql.query ?? ''));
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
  t.strictSame(document, { kind: 'query', text: 'query Q { f { x } }', variables: {} });
});
