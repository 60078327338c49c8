import t from 'tap';
import { calm, CODE, faultOf, SECRET, setUp, signIn } from '../rigs/service/bench.js';
import {
  grant,
  invalidGrant,
  json,
  type Received,
  type Responder,
  unauthenticated,
} from '../fakes/service/server.js';

const BASIC = `Basic ${Buffer.from(`the client:${SECRET}`).toString('base64')}`;
const EMPTY = `Basic ${Buffer.from('the client:').toString('base64')}`;
const profile = json({ data: { profile: { id: 'LI:1', displayName: 'One' } } });
const refused = json({ error: 'invalid_client' }, 401);

/** How a request says who sends it. */
const shown = ({ headers, form }: Received) => [
  headers.authorization ?? null,
  form.get('client_id'),
  form.get('client_secret'),
];
const [byHeader, byForm] = [
  [BASIC, null, null],
  [null, 'the client', SECRET],
];
const [named, byEmptyHeader] = [
  [null, 'the client', null],
  [EMPTY, null, null],
];

/** As the router of @modelcontextprotocol/sdk 1.32.2 does: it reads the form alone. */
const formAlone =
  (answer: Responder): Responder =>
  (received, response) => {
    const isKnown = received.form.get('client_secret') === SECRET;
    (isKnown ? answer : json({ error: 'invalid_request' }, 400))(received, response);
  };

t.test('a service that reads the form alone is served, and remembered, for every endpoint', async t => {
  const { server, service } = await setUp(t, { record: null });
  server.token(formAlone(grant('first')));
  server.revoke(formAlone(json({})));
  server.graphql(profile, unauthenticated, profile);
  await signIn(service, CODE);
  await service.library.profile(calm());
  await service.account.signOut();
  t.strictSame(server.to('token').map(shown), [byHeader, byForm, byForm], 'exchange, exchange, renewal');
  t.strictSame(server.to('revoke').map(shown), [byForm]);
  t.equal(server.to('revoke')[0]?.form.get('token_type_hint'), 'refresh_token');
});

t.test('a client without a secret sends its name in the form', async t => {
  const { server, service } = await setUp(t, { record: null, clientSecret: '' });
  server.graphql(profile);
  await signIn(service, CODE);
  t.strictSame(server.to('token').map(shown), [named]);
});

t.test('each refusal of the client is answered the other way, once', async t => {
  for (const [status, error, isAskedAgain] of [
    [400, 'invalid_client', true],
    [400, 'invalid_request', true],
    [403, 'unauthorized_client', true],
    [401, 'anything', true],
    [400, 'invalid_grant', false],
    [401, 'invalid_grant', false],
    [400, 'invalid_scope', false],
    [500, 'invalid_client', false],
  ] as const) {
    const { server, service } = await setUp(t, { record: null, clientSecret: '' });
    server.token(json({ error }, status));
    await faultOf(signIn(service, CODE));
    const expected = isAskedAgain ? [named, byEmptyHeader] : [named];
    t.strictSame(server.to('token').map(shown), expected, `${status} ${error}`);
  }
});

t.test('The service tells the first of two refusals and keeps its method', async t => {
  const { server, service } = await setUp(t, { record: null });
  server.token(json({ error: 'invalid_request' }, 400), refused, refused);
  t.match(await faultOf(signIn(service, CODE)), { code: 'clientRefused', serviceCode: 'invalid_request' });
  await faultOf(signIn(service, CODE));
  t.strictSame(server.to('token').map(shown), [byHeader, byForm, byHeader, byForm]);
});

t.test('a revocation that is refused is sent the other way', async t => {
  const { server, service } = await setUp(t);
  server.revoke(formAlone(json({})));
  await service.account.signOut();
  t.strictSame(server.to('revoke').map(shown), [byHeader, byForm]);
});

t.test(
  'a code that the first try has spent is refused as such, and the next sign-in needs one try',
  async t => {
    const { server, service } = await setUp(t, { record: null });
    server.token(refused, invalidGrant, grant('first'));
    server.graphql(profile);
    t.match(await faultOf(signIn(service, CODE)), { code: 'grantRefused' });
    await signIn(service, CODE);
    t.strictSame(server.to('token').map(shown), [byHeader, byForm, byForm]);
  },
);
