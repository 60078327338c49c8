import t from 'tap';
import { ACCESS, calm, faultOf, setUp } from '../rigs/service/bench.js';
import { grant, invalidGrant, json, raw, type Responder } from '../fakes/service/server.js';

const HOUR_MS = 3_600_000;
const profile = json({ data: { profile: { id: 'LI:1' } } });

/** Refuses the old token as somebody else's server does, and takes any other. */
const refusing =
  (refusal: Responder): Responder =>
  (received, response) => {
    const isOld = received.headers.authorization === `Bearer ${ACCESS}`;
    (isOld ? refusal : profile)(received, response);
  };

for (const [who, refusal] of [
  ['a message alone, 200', json({ errors: [{ message: 'bad token' }] })],
  ['a message alone, 500', json({ errors: [{ message: 'An error occurred' }] }, 500)],
  [
    'at the field',
    json({ data: { profile: null }, errors: [{ message: 'Not Authorised!', path: ['profile'] }] }),
  ],
  [
    'with the code of any error',
    json({ errors: [{ message: 'jwt expired', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] }, 500),
  ],
] as const) {
  t.test(`a token refused by ${who} is renewed`, async t => {
    const { server, service } = await setUp(t);
    server.graphql(refusing(refusal));
    server.token(grant('new'));
    t.match(await service.library.profile(calm()), { id: 'LI:1' });
    t.equal(server.to('token').length, 1);
  });
}

t.test('No message shows a token that a guess has replaced', async t => {
  const { server, service, clock } = await setUp(t);
  const used: string[] = [];
  server.graphql((received, response) => {
    used.push(String(received.headers.authorization).slice('Bearer '.length));
    json({ errors: [{ message: `none of ${used.join(' ')} is good` }] })(received, response);
  });
  server.token(grant('second'), grant('third'));
  for (let hour = 0; hour < 2; hour += 1) {
    // `faultOf` fails if the bench's own token shows.
    const { serviceMessage } = await faultOf(service.library.profile(calm()));
    t.match(serviceMessage, /^none of (\[hidden\] ?)+ is good$/);
    clock.steady += HOUR_MS;
  }
  t.strictSame([...new Set(used)], [ACCESS, 'second', 'third']);
});

t.test('an error that no token helps costs one renewal an hour, however many calls meet it', async t => {
  const { server, service, clock } = await setUp(t);
  server.graphql(json({ errors: [{ message: 'out of order' }] }));
  server.token(grant('second'), grant('third'));
  const calls = Array.from({ length: 4 }, () => faultOf(service.library.profile(calm())));
  for (const fault of await Promise.all(calls)) t.match(fault, { serviceMessage: 'out of order' });
  await faultOf(service.library.profile(calm()));
  t.equal(server.to('token').length, 1);
  clock.steady += HOUR_MS;
  await faultOf(service.library.profile(calm()));
  t.equal(server.to('token').length, 2);
});

t.test('a failed guess leaves the tokens in use, and the fault is that of the call', async t => {
  const { server, service } = await setUp(t, { times: { againMs: [] } });
  server.graphql(json({ errors: [{ message: 'out of order' }] }), profile);
  server.token(raw('down', 503));
  t.match(await faultOf(service.library.profile(calm())), { serviceMessage: 'out of order' });
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
  t.equal(server.to('graphql').at(-1)?.headers.authorization, `Bearer ${ACCESS}`);
});

t.test('A mutation that failed for an unknown reason renews the token, and is not sent twice', async t => {
  const { server, service } = await setUp(t);
  server.graphql(
    json({ data: { setSource: null }, errors: [{ message: 'out of order', path: ['setSource'] }] }),
  );
  server.token(grant('new'));
  t.match(await faultOf(service.playback.setSource('AL:1', calm())), { serviceMessage: 'out of order' });
  t.equal(server.to('graphql').length, 1);
  t.equal(server.to('token').length, 1);
});

t.test('a guess that finds the grant ended ends the pairing', async t => {
  const { server, service } = await setUp(t);
  server.graphql(json({ errors: [{ message: 'bad token' }] }));
  server.token(invalidGrant);
  await faultOf(service.library.profile(calm()));
  t.equal(service.account.paired, false);
});

for (const [what, answer] of [
  [
    'the code of a validator',
    json({ errors: [{ message: 'x', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] }),
  ],
  [
    'a validator without a code',
    json({ errors: [{ message: 'Cannot query field "x"', locations: [{ line: 1, column: 9 }] }] }),
  ],
  // graphql-ruby: its path is that of the document.
  [
    'the validator of graphql-ruby',
    json({
      errors: [
        {
          message: "Field 'x' doesn't exist on type 'Profile'",
          locations: [{ line: 1, column: 20 }],
          path: ['query Profile', 'profile', 'x'],
          extensions: { code: 'undefinedField', typeName: 'Profile', fieldName: 'x' },
        },
      ],
    }),
  ],
  ['a bad request', json({ errors: [{ message: 'x' }] }, 400)],
  ['too many requests', json({ errors: [{ message: 'x' }] }, 429)],
  ['a server error without GraphQL', raw('oops', 500)],
  ['a known word', json({ errors: [{ message: 'NOT_SUPPORTED' }] })],
  ['no data and no error', json({ data: { profile: null } })],
] as const) {
  t.test(`${what} says nothing about the token`, async t => {
    const { server, service } = await setUp(t);
    server.graphql(answer);
    await faultOf(service.library.profile(calm()));
    t.equal(server.to('token').length, 0);
  });
}
