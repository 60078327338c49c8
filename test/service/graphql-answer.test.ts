import t from 'tap';
import { ServiceFault } from '../../src/contract/errors.js';
import { createCapabilities } from '../../src/service/capabilities.js';
import { toObjection } from '../../src/service/objection.js';
import { calm, faultOf, setUp } from '../rigs/service/bench.js';
import { json, type Responder } from '../fakes/service/server.js';

const error = (message: string, code: string, more: object = {}) => ({
  message,
  extensions: { code },
  ...more,
});

t.test('errors are told apart by code and by the word in the message', async t => {
  const { server, service } = await setUp(t);
  const rows: [string, unknown, string][] = [
    ['no source', [error('x - SOURCE_NOT_SET [1]: none', 'GRAPHQL_VALIDATION_FAILED')], 'noSource'],
    ['restricted', [error('nope', 'NOT_SUPPORTED')], 'notSupported'],
    ['restricted, in the message', [error('e - NOT_SUPPORTED', 'UPSTREAM')], 'notSupported'],
    ['skip limit', [error('Exception - SKIP_LIMIT_REACHED [3]', 'UPSTREAM')], 'skipLimitReached'],
    ['the word comes second', [error('a', 'B'), error('SOURCE_NOT_SET', 'C')], 'noSource'],
    ['sort', [error('sort order is not supported', 'UPSTREAM_ERROR_SERVICE')], 'serviceError'],
    ['no shape at all', [null, 7, 'x', { message: 9, extensions: [], path: 'p' }], 'serviceError'],
    ['empty list', [], 'serviceError'],
  ];
  for (const [name, errors, code] of rows) {
    for (const status of [200, 400, 500]) {
      server.graphql(json({ errors, data: null }, status));
      t.match(await faultOf(service.playback.current(calm())), { code }, `${name} (${status})`);
    }
  }
});

t.test('a listener’s cursor that is refused says nothing about the field of that name', async t => {
  const { server, service } = await setUp(t);
  const page = (cursor: string) =>
    json({
      data: { collection: { cursor, items: [{ __typename: 'Album', id: 'AL:1', name: 'Far Shore' }] } },
    });
  server.graphql(json({ errors: [error('unknown cursor “rubbish”', 'BAD_USER_INPUT')] }, 400));
  t.match(await faultOf(service.library.collection({ cursor: 'rubbish' }, calm())), { code: 'serviceError' });
  server.graphql(page('more'));
  t.match(await service.library.collection({}, calm()), { cursor: 'more' }, 'still asked for, and passed on');
  t.match(server.to('graphql').at(-1)?.graphql.query, /__typename cursor items/);
});

t.test('The reader reads only the first of very many errors', async t => {
  const { server, service } = await setUp(t);
  const many = (count: number) => Array.from({ length: count }, () => error('a '.repeat(250), 'B'));
  const told = error('SOURCE_NOT_SET', 'C');
  server.graphql(json({ errors: [...many(19), told, ...many(1_900)], data: null }));
  t.match(await faultOf(service.playback.current(calm())), { code: 'noSource' });
  server.graphql(json({ errors: [...many(20), told], data: null }));
  t.match(await faultOf(service.playback.current(calm())), { code: 'serviceError' });
});

t.test('the sort error keeps the code and message of the service', async t => {
  const { server, service } = await setUp(t);
  const message =
    'Exception - INVALID_SORT_ORDER [99023]: The sort order is not supported for this sorted view';
  server.graphql(
    json({
      errors: [error(message, 'UPSTREAM_ERROR_SERVICE', { path: ['collection', 0], locations: [] })],
      data: { collection: null },
    }),
  );
  const fault = await faultOf(service.library.collection({ sortBy: 'NAME', sortOrder: 'ASC' }, calm()));
  t.match(fault, {
    code: 'serviceError',
    serviceCode: 'UPSTREAM_ERROR_SERVICE',
    serviceMessage: message,
    detail: 'sortOrder',
    answerLost: false,
  });
  t.equal(service.reachability, 'ok', 'a refusal shows that it works');
});

/** So tersely a service may speak: no path, no data, and what was asked for in its words. */
const sayingBack: Responder = (received, response) =>
  json({ errors: [error(`unknown: ${Object.values(received.graphql.variables).join(', ')}`, 'X')] }, 400)(
    received,
    response,
  );

t.test('A guest’s words in an error teach the service nothing', async t => {
  const { server, service } = await setUp(t);
  const asked = () => server.to('graphql').at(-1)?.graphql.query;
  const said = 'cursor name art album trackToken Track TrackItem interactions feedbackValue audioUrl current';
  const sourceId = `AL:${said.replaceAll(' ', ':')}`;
  const { abilities } = service.playback;
  const ask = async () => {
    const documents = [];
    await faultOf(service.playback.setSource(sourceId, calm()));
    documents.push(asked());
    await faultOf(service.library.collection({ cursor: said }, calm()));
    documents.push(asked());
    await faultOf(service.library.search({ query: said, types: ['TR'] }, calm()));
    documents.push(asked());
    return documents;
  };
  server.graphql(sayingBack);
  const documents = await ask();
  t.equal(server.to('graphql').length, 3, 'nothing is asked for in a plainer form');
  t.strictSame(await ask(), documents);
  t.match(documents, [/album/, /cursor items/, /cursor items/]);
  t.strictSame(service.playback.abilities, abilities);
});

t.test('The reader ignores a listener’s words in the service’s error', async t => {
  const { server, service } = await setUp(t);
  const text = 'Cannot play AL:SOURCE_NOT_SET:SKIP_LIMIT:album: unknown';
  server.graphql(json({ errors: [error(text, 'X')], data: null }));
  t.match(await faultOf(service.playback.setSource('AL:SOURCE_NOT_SET:SKIP_LIMIT:album', calm())), {
    code: 'serviceError',
    serviceMessage: text,
  });
});

t.test('a word of a listener that is cut is no word of the service either', async t => {
  const { server, service } = await setUp(t);
  const asked = () => server.to('graphql').at(-1)?.graphql.query;
  const intro = 'unknown: ';
  server.graphql((received, response) =>
    json({ errors: [error(`${intro}${String(received.graphql.variables['query'])}`, 'X')] }, 400)(
      received,
      response,
    ),
  );
  /** Whose message is cut right behind `said`. */
  const search = (said: string, rest: string) => {
    const query = 'x-'.repeat(300).slice(intro.length + said.length - 500) + said + rest;
    return faultOf(service.library.search({ query, types: ['TR'] }, calm()));
  };
  const cutAt = async (said: string) => {
    const { serviceMessage } = await search(said, 'X');
    t.match(serviceMessage, new RegExp(`-${said}$`), 'the service message is cut there');
  };
  await cutAt('cursor');
  const document = asked();
  t.match(document, /cursor items/);
  await cutAt('cursor');
  t.equal(asked(), document, 'nothing is asked for in a plainer form');
  t.equal(server.to('graphql').length, 2);

  await cutAt('SOURCE_NOT_SET');
  t.match(await search('SOURCE_NOT_SET', 'X'), { code: 'serviceError' });
});

t.test('good data is used although errors stand beside it', async t => {
  const { server, service } = await setUp(t);
  server.graphql(
    json({
      errors: [error('art broke', 'X', { path: ['collection', 'items', 1, 'art'] })],
      data: { collection: { cursor: 'c', items: [{ id: 'ST:1', type: 'ST', name: 'One' }, null] } },
    }),
  );
  t.strictSame(await service.library.collection({}, calm()), {
    items: [{ id: 'ST:1', type: 'ST', name: 'One' }],
    cursor: 'c',
  });
});

t.test('the error of the asked field counts before that of another', async t => {
  const { server, service } = await setUp(t);
  server.graphql(
    json({
      errors: [error('other', 'A', { path: ['collection'] }), error('mine', 'B', { path: ['profile'] })],
      data: { profile: null },
    }),
  );
  t.match(await faultOf(service.library.profile(calm())), { serviceCode: 'B', serviceMessage: 'mine' });
});

t.test('a rejected token is renewed once, and the document sent once more', async t => {
  for (const rejection of [
    json({ errors: [error('bad', 'UNAUTHENTICATED')] }),
    json({ errors: [error('bad', 'UNAUTHENTICATED')] }, 400),
    json({ errors: [error('bad', 'UNAUTHENTICATED')], data: null }, 401),
    json('nonsense', 401),
  ]) {
    const { server, service } = await setUp(t);
    server.graphql(rejection, json({ data: { playback: { setSource: { id: 'ST:1' } } } }));
    t.match(await service.playback.setSource('ST:1', calm()), {
      source: { id: 'ST:1', type: 'ST' },
      item: null,
    });
    t.strictSame(
      server.to('graphql').map(({ headers }) => headers.authorization),
      ['Bearer access-token-4242', 'Bearer granted'],
    );
    t.equal(server.to('token').length, 1);
  }
});

t.test('a token rejected twice is an error, not a loop', async t => {
  const { server, service } = await setUp(t);
  server.graphql(json({ errors: [error('bad', 'UNAUTHENTICATED')] }));
  t.match(await faultOf(service.library.profile(calm())), {
    code: 'serviceError',
    serviceCode: 'UNAUTHENTICATED',
  });
  t.equal(server.to('graphql').length, 2);
  t.equal(service.reachability, 'error');
});

t.test('messages of the service lose addresses, tokens and control characters, and are cut', async t => {
  const { server, service } = await setUp(t);
  const message = `token access-token-4242\u0007 at https://audio.invalid/x?t=1 ${'y'.repeat(10_000)}`;
  server.graphql(json({ errors: [error(message, 'BAD\u0000CODE access-token-4242')] }));
  const fault = await faultOf(service.library.profile(calm()));
  t.match(fault.serviceMessage, /^token \[hidden\] at \[address\] y+$/);
  t.ok((fault.serviceMessage?.length ?? 0) <= 500);
});

t.test('a report that was not taken is no success', async t => {
  const { server, service } = await setUp(t);
  const report = { sourceId: 'ST:1', index: 3, elapsedS: 60 };
  server.graphql(json({ data: { playback: { setProgress: { status: 'LATER', current: null } } } }));
  t.match(await faultOf(service.playback.setProgress(report, calm())), { serviceCode: 'LATER' });
  for (const status of ['OK', undefined, 7]) {
    server.graphql(json({ data: { playback: { setProgress: { status, current: { index: 4 } } } } }));
    t.match(await service.playback.setProgress(report, calm()), { index: 4 });
  }
  t.strictSame(server.to('graphql')[0]?.graphql.variables, {
    deviceUuid: 'uuid-1',
    sourceId: 'ST:1',
    index: 3,
    elapsedTime: 60,
  });
});

t.test('a list without a cursor is asked for without one, and that is remembered', async t => {
  const { server, service } = await setUp(t);
  const refusal = error('Cannot query field "cursor" on type "Favorites".', 'GRAPHQL_VALIDATION_FAILED');
  const page = json({ data: { recentFavorites: { items: [] } } });
  server.graphql(json({ errors: [refusal] }, 400), page);
  t.strictSame(await service.library.recentFavorites({}, calm()), { items: [] });
  await service.library.recentFavorites({}, calm());
  const asked = server.to('graphql').map(({ graphql }) => /\bcursor\b/.test(graphql.query));
  t.strictSame(asked, [true, false, false]);

  server.graphql(json({ errors: [error('SOURCE_NOT_SET', 'GRAPHQL_VALIDATION_FAILED')] }, 400));
  t.match(await faultOf(service.library.topArtists({}, calm())), { code: 'noSource' });
  t.equal(server.to('graphql').length, 4, 'another error of the same code is no sign of a missing field');
});

t.test('a richer form is tried by auto, required by full, and never sent by core', async t => {
  const form = (level: 'core' | 'full', text: string, optional: string[]) => ({
    level,
    optional,
    write: () => ({ kind: 'query' as const, text, variables: {}, words: [] }),
  });
  const forms = [form('full', 'rich', ['fileGain']), form('core', 'plain', [])];
  const operation = { name: 'Current', path: ['x'], forms };
  const fault = new ServiceFault('serviceError', 'refused');
  const run = async (profile: 'auto' | 'core' | 'full', objections: string[]) => {
    const sent: string[] = [];
    const capabilities = createCapabilities(profile);
    const ask = () =>
      capabilities.ask(operation, form => {
        const { text } = form.write(undefined, () => false);
        sent.push(text);
        return Promise.resolve(
          text === 'rich'
            ? {
                type: 'refused',
                fault,
                objections: objections.map(text => toObjection(text, [])),
                isUnexplained: false,
              }
            : { type: 'value', value: 1 },
        );
      });
    const outcomes = [await ask(), await ask()].map(outcome => outcome?.type);
    return { sent, outcomes };
  };
  const lacking = ['Cannot query field "fileGain" on type "TrackItem".'];
  t.strictSame(await run('auto', lacking), {
    sent: ['rich', 'plain', 'plain'],
    outcomes: ['value', 'value'],
  });
  t.strictSame(await run('core', lacking), { sent: ['plain', 'plain'], outcomes: ['value', 'value'] });
  t.strictSame(await run('full', lacking), { sent: ['rich', 'rich'], outcomes: ['refused', 'refused'] });
  const other = { sent: ['rich', 'rich'], outcomes: ['refused', 'refused'] };
  t.strictSame(await run('auto', []), other, 'refused while it was carried out');
  t.strictSame(await run('auto', ['fileGainer is unknown']), other, 'another word');
});

t.test('an answer of the wrong kind is an error, not a crash', async t => {
  const { server, service } = await setUp(t);
  for (const value of [7, 'x', [], true]) {
    server.graphql(json({ data: { playback: { current: value }, profile: value } }));
    t.match(await faultOf(service.playback.current(calm())), { code: 'serviceError' });
    t.match(await faultOf(service.library.profile(calm())), { code: 'serviceError' });
  }
  server.graphql(json({ data: { collection: 7 } }));
  t.strictSame(await service.library.collection({}, calm()), { items: [] });
});
