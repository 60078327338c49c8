import t from 'tap';
import { type Caller, dig, type Reply, visit } from './caller.js';

const code = ({ errors }: Reply): unknown => dig(errors, 0, 'extensions', 'code');
const ids = ({ data }: Reply, list: string): string[] =>
  (dig(data, list, 'items') as { id: string }[]).map(({ id }) => id);

t.test('the schema refuses what the specification does not show', async t => {
  const { ask } = await visit(t);
  const documents = [
    '{ collection { items { id name } } }',
    '{ collection { items { ... on Track { album { name } } } } }',
    '{ collection(kinds: [ST]) { items { id } } }',
    '{ collection(types: ["ST"]) { items { id } } }',
    '{ collection(pagination: {limit: "5"}) { items { id } } }',
    '{ search(query: "a", pagination: {sortBy: ADDED_TIME}) { items { id } } }',
    '{ search { items { id } } }',
    '{ feedbacks(filter: {targetTypes: [AL]}) { items { target { id } } } }',
    '{ feedbacks { items { target { id type } } } }',
    '{ playback { current(deviceUuid: "d") { ... on PodcastEpisodeItem { audioUrl } } } }',
    '{ playback { current(deviceUuid: "d") { ... on PodcastEpisodeItem { interactions } } } }',
    '{ playback { current { feedbackValue } } }',
    '{ playback { source(deviceUuid: "d") { id } } }',
    'mutation { playback { skip(deviceUuid: "d", sourceId: "ST:1", index: 0, elapsedTime: 1) { status } } }',
    'mutation { playback { setSource(deviceUuid: "d", sourceId: "ST:1") { name } } }',
    'mutation { feedback { setFeedback(targetId: "TR:1") { status } } }',
    '{ listenerTemplate { id } }',
    '{ playback { queue(deviceUuid: "d") { id } } }',
    '{ collection(types: [PE]) { items { id } } }',
    '{ search(query: "a", types: [PC]) { items { id } } }',
    '{ search(query: "a") { items { ... on Podcast { name } } } }',
    '{ collection(pagination: {sortBy: NAME}) { items { id } } }',
    '{ collection(pagination: {sortBy: ADDED_TIME, sortOrder: ASC}) { items { id } } }',
    '{ feedbacks(filter: {values: [DOWN]}) { items { target { id } } } }',
    '{ collection { items { ... on Album { art { url(size: WIDTH_500) } } } } }',
  ];
  for (const document of documents) {
    const reply = await ask(document);
    t.equal(code(reply), 'GRAPHQL_VALIDATION_FAILED', document);
    t.equal(reply.status, 400);
    t.equal(reply.data, undefined);
    t.equal(reply.errors[0]?.path, undefined);
  }
  t.equal(code(await ask('{ collection { items { id }')), 'GRAPHQL_PARSE_FAILED');
  t.equal(code(await ask('query ($q: String!) { search(query: $q) { cursor } }')), 'BAD_USER_INPUT');
});

t.test('the body is a JSON object of query, variables and perhaps operationName', async t => {
  const { post } = await visit(t);
  const query = '{ profile { id } }';
  const good = { operationName: null, variables: {}, query };
  t.equal((await post(JSON.stringify(good))).status, 200);
  t.equal((await post(JSON.stringify({ variables: {}, query }))).status, 200, 'a name may be left out');
  const bad: unknown[] = [
    { operationName: null, query },
    { operationName: null, variables: {} },
    { ...good, variables: null },
    { ...good, variables: [] },
    { ...good, operationName: 1 },
    { ...good, extensions: {} },
    [good],
    null,
    'text',
  ];
  for (const body of bad) {
    const reply = await post(JSON.stringify(body));
    t.equal(code(reply), 'BAD_REQUEST', JSON.stringify(body));
    t.equal(reply.status, 400);
  }
  t.equal(code(await post('{"oper')), 'BAD_REQUEST');
  t.equal(code(await post(JSON.stringify(good), { 'content-type': 'text/plain' })), 'BAD_REQUEST');
  t.equal(
    (await post(JSON.stringify({ ...good, query: `{ profile { id } } #${'x'.repeat(300_000)}` }))).status,
    413,
  );
  const named = 'query A { profile { id } } query B { topArtists { cursor } }';
  t.same((await post(JSON.stringify({ ...good, query: named, operationName: 'A' }))).data, {
    profile: { id: 'LI:1001' },
  });
  t.equal((await post(JSON.stringify({ ...good, query: named }))).status, 400);
});

t.test('without a good access token nothing is told', async t => {
  const { post } = await visit(t);
  for (const authorization of ['', 'Bearer', 'Bearer nonsense', 'Basic YTpi']) {
    const reply = await post('not even JSON', { authorization });
    t.equal(reply.status, 401, authorization);
    t.equal(code(reply), 'UNAUTHENTICATED');
    t.equal(reply.data, undefined);
  }
});

async function everything({ ask }: Caller, limit: number): Promise<string[]> {
  const found: string[] = [];
  let cursor: unknown = null;
  do {
    const start = typeof cursor === 'string' ? `, cursor: "${cursor}", offset: 7` : '';
    const reply = await ask(`{ collection(pagination: {limit: ${limit}${start}}) { items { id } cursor } }`);
    found.push(...ids(reply, 'collection'));
    cursor = dig(reply.data, 'collection', 'cursor');
  } while (cursor !== null);
  return found;
}

t.test('lists come in pages', async t => {
  const caller = await visit(t);
  const all = await everything(caller, 50);
  t.ok(all.length >= 60);
  t.equal(new Set(all).size, all.length);
  t.same(await everything(caller, 7), all, 'cursors lose nothing, and offset is ignored beside them');
  const page = await caller.ask('{ collection(pagination: {offset: 10, limit: 3}) { items { id } } }');
  t.same(ids(page, 'collection'), all.slice(10, 13));
  const beyond = await caller.ask('{ collection(pagination: {offset: 1000}) { items { id } cursor } }');
  t.same(beyond.data, { collection: { items: [], cursor: null } });
  for (const pagination of ['{limit: 51}', '{limit: 0}', '{offset: -1}', '{cursor: "AL:none"}']) {
    const reply = await caller.ask(
      `{ collection(pagination: ${pagination}) { cursor } topArtists { cursor } }`,
    );
    t.equal(code(reply), 'GRAPHQL_VALIDATION_FAILED', pagination);
    t.same(reply.data, { collection: null, topArtists: { cursor: null } }, 'the rest is still good');
    t.same(reply.errors[0]?.path, ['collection']);
  }
});

t.test('the collection sorts only as the specification says', async t => {
  // Under names that it does not show: those of the profile full.
  const { ask } = await visit(t, { profile: 'full' });
  const sorted = (types: string, sort: string) =>
    ask(
      `{ collection(types: ${types}, pagination: {limit: 50, ${sort}}) { items { id type ... on Station { name } } } }`,
    );
  const newest = await sorted('[ST, AL]', 'sortBy: ADDED_TIME, sortOrder: DESC');
  t.equal(newest.errors.length, 0);
  const stations = await sorted('[ST]', 'sortBy: NAME, sortOrder: DESC');
  const names = (dig(stations.data, 'collection', 'items') as { name: string; type: string }[]).map(
    s => s.name,
  );
  t.same(names, names.toSorted(new Intl.Collator('en').compare).toReversed());
  t.ok(ids(stations, 'collection').includes('ST:1001:0'), 'the shuffle station is a member');
  for (const [types, sort] of [
    ['[ST, AL]', 'sortBy: NAME, sortOrder: DESC'],
    ['[AL]', 'sortBy: NAME, sortOrder: ASC'],
    ['[ST, AL]', 'sortBy: ADDED_TIME, sortOrder: ASC'],
  ] as const) {
    const reply = await sorted(types, sort);
    t.equal(reply.status, 200);
    t.same(reply.data, { collection: null });
    t.equal(code(reply), 'UPSTREAM_ERROR_SERVICE', sort);
    t.match(reply.errors[0]?.message, /^Exception - INVALID_SORT_ORDER \[99023\]:/);
    t.match(reply.errors[0], { locations: [{ line: Number, column: Number }], path: ['collection'] });
  }
});

t.test('search finds in any script, accents and case aside', async t => {
  const { ask } = await visit(t);
  const search = async (query: string, types = '[SF, AR]') =>
    ids(
      await ask(`query ($q: String!) { search(types: ${types}, query: $q) { items { id } } }`, { q: query }),
      'search',
    );
  t.same(await search('olof'), ['SF:1:5001', 'AR:2001']);
  t.same(await search('СОННЫЕ маяки', '[AR]'), ['AR:2002']);
  t.same(await search('自転車', '[SF]'), ['SF:1:5018']);
  t.same(await search('🌙', '[AR]'), ['AR:2009']);
  t.same(await search('“the spoons”', '[AR]'), ['AR:2008']);
  t.same(await search('no such thing'), []);
  t.same(await search('  '), []);
  const personalized = await search('my', '[ST]');
  t.ok(personalized.length > 0 && personalized.every(id => id.startsWith('ST:')));
});

t.test('feedbacks, favourites, top artists and the profile', async t => {
  const { ask, sandbox } = await visit(t);
  const up =
    await ask(`{ feedbacks(filter: {targetTypes: [TR], sourceContextTypes: [ST], values: [UP]}, pagination: {limit: 2}) {
    items { target { id ... on Track { artist { name } art { url(size: WIDTH_130) } } } sourceContext { id ... on Station { name } } } cursor } }`);
  t.match(up.data, {
    feedbacks: {
      items: [
        { target: { id: /^TR:/, artist: { name: String } }, sourceContext: { id: /^ST:/, name: String } },
      ],
      cursor: String,
    },
  });
  for (const list of ['recentFavorites', 'topArtists']) {
    t.equal(ids(await ask(`{ ${list}(pagination: {limit: 50}) { items { id } } }`), list).length, 20);
  }
  const { data } = await ask(
    '{ profile { id fullname displayName bio imageUrl private followers { items { fullname } } following { items { fullname isBeingFollowed } } } }',
  );
  t.match(data, {
    profile: { id: 'LI:1001', private: false, following: { items: [{ isBeingFollowed: true }] } },
  });
  const { accessToken } = sandbox.issueTokens('LI:1002');
  const other = await ask('{ collection(types: [ST]) { items { id } cursor } }', {}, accessToken);
  t.same(other.data, { collection: { items: [], cursor: null } }, 'another account, another collection');
});

t.test('art is a picture in the size asked for, or null', async t => {
  const { ask } = await visit(t, { publicUrl: 'http://192.0.2.7:1/base/' });
  const one = (args: string) =>
    ask(
      `{ collection(types: [ST], pagination: {limit: 50}) { items { id ... on Station { art { url(${args}) } } } } }`,
    );
  const urls = (
    dig((await one('size: WIDTH_90')).data, 'collection', 'items') as { art: { url: string | null } }[]
  ).map(({ art }) => art.url);
  t.ok(urls.includes(null));
  const url = new URL(urls.find(found => found !== null) ?? '');
  t.equal(
    `${url.origin}${url.pathname}`,
    'http://192.0.2.7:1/base/art',
    'addresses start with the public one',
  );
  t.equal(url.searchParams.get('w'), '90');
  t.equal((await one('width: 40, height: 30')).errors.length, 0);
  t.equal(code(await one('width: 40')), 'GRAPHQL_VALIDATION_FAILED');
  const { sandbox } = await visit(t);
  const picture = await fetch(`${sandbox.url}/art?l=AL%3A3000&w=90&h=80`);
  t.equal(picture.headers.get('content-type'), 'image/svg+xml');
  t.match(await picture.text(), /^<svg [^>]*width="90" height="80"/);
  const pictures = new Set<string>();
  for (let number = 3000; number < 3030; number += 1) {
    pictures.add(await (await fetch(`${sandbox.url}/art?l=AL%3A${number}&w=9999&h=rubbish`)).text());
  }
  t.equal(pictures.size, 30, 'each its own');
  t.ok([...pictures].every(svg => /width="2000" height="500"/.test(svg) && !svg.includes('NaN')));
});
