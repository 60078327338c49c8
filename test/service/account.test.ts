import t from 'tap';
import {
  assertSilent,
  calm,
  CODE,
  faultOf,
  RECORD,
  REFRESH,
  SECRET,
  setUp,
  signIn,
} from '../rigs/service/bench.js';
import {
  grant,
  hangUp,
  invalidGrant,
  json,
  raw,
  type Responder,
  silence,
  unauthenticated,
} from '../fakes/service/server.js';

t.test('the authorize address has the parameters of the contract, in order', async t => {
  const { server, service } = await setUp(t, { record: null });
  const url = service.account.authorizeUrl({
    redirectUri: 'http://speaker.local:8710/pair/callback',
    state: 's-_',
    codeChallenge: 'c-_',
  });
  t.equal(
    url,
    `${server.url}/oauth/v1/authorize?response_type=code&client_id=the+client` +
      '&redirect_uri=http%3A%2F%2Fspeaker.local%3A8710%2Fpair%2Fcallback&scope=webapi&state=s-_' +
      '&code_challenge=c-_&code_challenge_method=S256',
  );
});

t.test('signing in exchanges the code, asks whose account it is, and keeps both', async t => {
  const { server, service, cell, logger } = await setUp(t, { record: null });
  const told: string[] = [];
  service.account.onChange(pairing => told.push(pairing));
  t.equal(await signIn(service, CODE), 'none');
  const [exchange] = server.to('token');
  t.strictSame(Object.fromEntries(exchange?.form ?? []), {
    grant_type: 'authorization_code',
    code: CODE.code,
    redirect_uri: CODE.redirectUri,
    code_verifier: CODE.codeVerifier,
  });
  t.equal(exchange?.headers['content-type'], 'application/x-www-form-urlencoded');
  const basic = Buffer.from(
    exchange?.headers.authorization?.replace('Basic ', '') ?? '',
    'base64',
  ).toString();
  t.equal(basic, `the client:${SECRET}`);
  t.match(cell.value, { accessToken: 'granted', refreshToken: 'refresh-of-granted', profileId: 'LI:1' });
  t.equal(service.account.paired, true);
  t.strictSame(told, ['paired']);
  assertSilent(logger.lines.join('\n'));
});

t.test('Basic takes the bytes as they stand', async t => {
  for (const [clientId, clientSecret] of [
    ['a client/ü', 's'],
    ['a', 'p%:w+ö'],
  ] as const) {
    const { server, service } = await setUp(t, { record: null, clientId, clientSecret });
    await signIn(service, CODE);
    const header = server.to('token')[0]?.headers.authorization;
    t.equal(header, `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
  }
});

t.test('another listener is told from the same one, also after the service ended the pairing', async t => {
  const { server, service, cell } = await setUp(t);
  server.graphql(unauthenticated);
  server.token(invalidGrant);
  await faultOf(service.library.profile(calm()));
  t.equal(service.account.paired, false);
  server.token(grant('granted'));

  server.graphql(json({ data: { profile: { id: 'LI:1' } } }));
  t.equal(await signIn(service, CODE), 'same');
  t.equal(server.to('revoke').length, 0, 'the older tokens are forgotten');
  server.graphql(json({ data: { profile: { id: 'LI:2' } } }));
  t.equal(await signIn(service, CODE), 'other');
  t.match(cell.value, { profileId: 'LI:2' });
  while (server.to('revoke').length === 0) await new Promise(resolve => setTimeout(resolve, 5));
  t.equal(
    server.to('revoke')[0]?.form.get('token'),
    'refresh-of-granted',
    'those of the former listener are revoked',
  );
});

t.test('A sign-in without a known account drops its tokens', async t => {
  const nobody = json({ data: { profile: null } });
  const answers = [raw('down', 500), unauthenticated, nobody, hangUp];
  const rows = [null, RECORD].flatMap(record => answers.map(answer => ({ record, answer })));
  // Side by side: each asks several times, with pauses.
  const check = async ({ record, answer }: (typeof rows)[number]) => {
    const { server, service, cell } = await setUp(t, { record });
    server.graphql(answer);
    t.match(await faultOf(signIn(service, CODE)), { code: 'serviceError', message: /did not say whose/ });
    t.equal(server.to('revoke').length, 0);
    t.strictSame([cell.value, service.account.paired], [record, record !== null]);
  };
  await Promise.all(rows.map(check));
});

t.test('A refused listener loses the tokens, unless the grant is in use', async t => {
  for (const [record, id, revoked] of [
    [RECORD, 'LI:2', 1],
    [null, 'LI:1', 1],
    [RECORD, 'LI:1', 0],
    [{ ...RECORD, refreshToken: '', profileId: null }, 'LI:1', 0],
  ] as const) {
    const { server, service, cell } = await setUp(t, { record });
    server.graphql(json({ data: { profile: { id } } }));
    const refused = service.account.signIn(CODE, {
      ...calm(),
      settle: () => Promise.reject(new Error('refused')),
    });
    await t.rejects(refused, { message: 'refused' });
    t.strictSame([server.to('revoke').length, cell.value], [revoked, record]);
  }
});

t.test('a renewal that is under way at a sign-in never puts its tokens over the newer ones', async t => {
  for (const answer of [grant('renewed'), invalidGrant, hangUp]) {
    const { server, service, cell } = await setUp(t, { record: { ...RECORD, obtainedAtMs: 0 } });
    const tokens = gate();
    const told: string[] = [];
    service.account.onChange(pairing => told.push(pairing));
    server.token(tokens.held(answer), grant('newer'), answer);
    const call = service.library.profile(calm());
    await tokens.reached;
    t.equal(await signIn(service, CODE), 'same');
    tokens.open();
    t.match(await call, { id: 'LI:1' }, 'who waited goes on with the newer ones');
    t.match(cell.value, { accessToken: 'newer', refreshToken: 'refresh-of-newer' });
    t.notOk(cell.value?.renewing);
    t.match([service.account.paired, told], [true, []]);
    await service.account.signOut();
    t.equal(server.to('revoke')[0]?.form.get('token'), 'refresh-of-newer');
  }
});

t.test('a renewal that is under way as the listener changes: what is left of it is revoked', async t => {
  for (const [answer, asked, left] of [
    [grant('renewed'), 1, 'refresh-of-renewed'],
    [hangUp, 4, REFRESH],
    [invalidGrant, 2, null],
  ] as const) {
    const { server, service, cell } = await setUp(t, { record: { ...RECORD, obtainedAtMs: 0 } });
    const tokens = gate();
    server.token(tokens.held(answer), grant('newer'), answer);
    server.graphql(json({ data: { profile: { id: 'LI:2' } } }));
    const call = faultOf(service.library.profile(calm()));
    await tokens.reached;
    t.equal(await signIn(service, CODE), 'other');
    t.equal(server.to('revoke').length, 0, 'not before it is known which one is left');
    tokens.open();
    t.match(await call, { code: 'notPaired' });
    while (server.to('token').length < asked + 1) await new Promise(resolve => setTimeout(resolve, 5));
    await service.stop(new AbortController().signal);
    t.strictSame(
      server.to('revoke').map(({ form }) => form.get('token')),
      left === null ? [] : [left],
    );
    t.match(cell.value, { accessToken: 'newer', refreshToken: 'refresh-of-newer', profileId: 'LI:2' });
  }
});

t.test('a listener whose tokens cannot be kept takes nothing from the one before', async t => {
  const { server, service, cell } = await setUp(t);
  const answer = gate();
  server.graphql(byOperation(json({ data: { profile: { id: 'LI:2' } } }), answer.held(named)));
  const asked = service.library.profile(calm());
  await answer.reached;
  cell.gate = Promise.reject(new Error('disk full'));
  cell.gate.catch(() => undefined);
  await t.rejects(signIn(service, CODE), { message: 'disk full' });
  answer.open();
  t.match(await asked, { id: 'LI:1' }, 'what he had asked is answered');
  t.match(await service.library.profile(calm()), { id: 'LI:1' });
  t.equal(server.to('graphql').at(-1)?.headers.authorization, `Bearer ${RECORD.accessToken}`);
  t.strictSame([cell.value, service.account.paired], [RECORD, true]);
  t.strictSame(
    server.to('revoke').map(({ form }) => form.get('token')),
    ['refresh-of-granted'],
    'the newcomer’s are revoked',
  );
});

t.test('the end of a renewal waits for a sign-in that is being stored', async t => {
  for (const answer of [grant('renewed'), invalidGrant]) {
    const { server, service, cell } = await setUp(t, { record: { ...RECORD, obtainedAtMs: 0 } });
    const tokens = gate();
    server.token(tokens.held(answer), grant('newer'), answer);
    const call = service.library.profile(calm());
    await tokens.reached;
    let store = () => {};
    cell.gate = new Promise(resolve => (store = resolve));
    const signedIn = signIn(service, CODE);
    while (cell.log.filter(what => what === 'write').length < 2)
      await new Promise(resolve => setTimeout(resolve, 5));
    tokens.open();
    await new Promise(resolve => setTimeout(resolve, 100));
    store();
    t.equal(await signedIn, 'same');
    await call;
    t.match(cell.value, { accessToken: 'newer', refreshToken: 'refresh-of-newer' });
  }
});

/** Answers what asks for the name by `named`, anything else by `other`. */
function byOperation(named: Responder, other: Responder): Responder {
  return (received, response) =>
    (received.graphql.operationName === 'ProfileName' ? named : other)(received, response);
}

const named = json({ data: { profile: { id: 'LI:1', displayName: 'Ada' } } });

t.test('The service learns an unknown listener by the grant itself', async t => {
  const record = { ...RECORD, profileId: null };
  const { server, service, cell } = await setUp(t, { record, times: { nameMs: [1] } });
  server.graphql(raw('down', 500));
  const told = new Promise(resolve => service.account.onListener(resolve));
  t.equal(service.account.listener, null);
  await service.start();
  while (server.to('graphql').length < 2) await new Promise(resolve => setTimeout(resolve, 5));
  server.graphql(named);
  t.strictSame(await told, { id: 'LI:1', name: 'Ada' });
  t.match(cell.value, { ...record, profileId: 'LI:1', profileName: 'Ada' });
  server.graphql(byOperation(named, unauthenticated));
  server.token(invalidGrant);
  await faultOf(service.library.profile(calm()));
  t.equal(service.account.paired, false);
  t.strictSame(
    service.account.listener,
    { id: 'LI:1', name: 'Ada' },
    'also after the service ended the pairing',
  );
  await service.account.signOut();
  t.equal(service.account.listener, null);
});

t.test('A sign-in makes a speaker ask for its unknown listener', async t => {
  const { server, service } = await setUp(t, { record: { ...RECORD, profileId: null } });
  server.graphql((received, response) => {
    const id = received.headers.authorization === 'Bearer granted' ? 'LI:2' : 'LI:1';
    json({ data: { profile: { id, displayName: id } } })(received, response);
  });
  t.equal(service.account.hasListener, 'unknown');
  t.equal(await signIn(service, CODE), 'other');
});

t.test('a name that comes while tokens are renewed loses none of them', async t => {
  const { server, service, cell } = await setUp(t, { times: { nameMs: [1] } });
  const [name, tokens] = [gate(), gate()];
  const isGood: Responder = (received, response) =>
    (received.headers.authorization === 'Bearer granted' ? named : unauthenticated)(received, response);
  server.graphql(byOperation(name.held(named), isGood));
  server.token(tokens.held(grant('granted')));
  await service.start();
  await name.reached;
  const call = service.library.profile(calm());
  await tokens.reached;
  name.open();
  await new Promise(resolve => setTimeout(resolve, 50));
  t.notOk(cell.value?.profileName, 'it waits for what the renewal leaves');
  const told = new Promise(resolve => service.account.onListener(resolve));
  tokens.open();
  await Promise.all([call, told]);
  t.match(cell.value, { accessToken: 'granted', refreshToken: 'refresh-of-granted', profileName: 'Ada' });
});

/** Holds answers back until it is opened. */
function gate() {
  let [open, reach] = [() => {}, () => {}];
  const opened = new Promise<void>(resolve => (open = resolve));
  const reached = new Promise<void>(resolve => (reach = resolve));
  return {
    reached,
    open: () => open(),
    held:
      (answer: Responder): Responder =>
      (received, response) => {
        reach();
        void opened.then(() => answer(received, response));
      },
  };
}

t.test('failures of the exchange', async t => {
  const { server, service, cell } = await setUp(t, { record: null });
  const rows = [
    [invalidGrant, { code: 'grantRefused', serviceCode: 'invalid_grant' }],
    [json({ error: 'invalid_grant' }, 401), { code: 'grantRefused' }],
    [json({ error: 'invalid_grant' }, 403), { code: 'grantRefused' }],
    [
      json({ error: 'invalid_request' }, 400),
      { code: 'clientRefused', message: /Signing in again may help/ },
    ],
    [json({ error: 'invalid_grant' }, 503), { code: 'serviceError', answerLost: true }],
    [json({ error: 'invalid_grant' }, 429), { code: 'serviceError', httpStatus: 429 }],
    [json({ error: 'invalid_grant' }), { code: 'offline', answerLost: true }],
    [json({ error: 'invalid_grant ' }, 400), { code: 'serviceError', httpStatus: 400 }],
    [json({ error: 'invalid_client' }, 401), { code: 'clientRefused', serviceCode: 'invalid_client' }],
    [json({ error: 'unauthorized_client' }, 400), { code: 'clientRefused', httpStatus: 400 }],
    [raw('who are you?', 401), { code: 'clientRefused', serviceCode: 'invalid_client' }],
    [json({ error: 'invalid_client' }, 502), { code: 'serviceError', answerLost: true }],
    [json({ error: 'x', error_description: 'the-code leaked' }, 400), { serviceMessage: '[hidden] leaked' }],
    [raw('oops', 500), { code: 'serviceError', httpStatus: 500 }],
    [raw('<html>', 200), { code: 'offline', answerLost: true }],
    [hangUp, { code: 'offline', answerLost: true }],
    [json({ access_token: 'granted' }), { code: 'serviceError' }],
  ] as const;
  for (const [responder, expected] of rows) {
    const before = server.to('token').length;
    server.token(responder);
    t.match(await faultOf(signIn(service, CODE)), expected);
    const isOfClient = 'code' in expected && expected.code === 'clientRefused';
    t.equal(server.to('token').length, before + (isOfClient ? 2 : 1), 'only a refused client asks again');
  }
  t.equal(cell.value, null);
  t.equal(service.account.paired, false);
});

t.test('tokens that cannot be kept are revoked again, where nobody lives on that grant', async t => {
  const { server, service, cell } = await setUp(t, { record: null });
  cell.gate = Promise.reject(new Error('disk full'));
  cell.gate.catch(() => undefined);
  await t.rejects(signIn(service, CODE), { message: 'disk full' });
  t.equal(server.to('revoke').length, 1);
  t.equal(service.account.paired, false);
  t.equal(service.account.hasListener, false);
});

t.test('signing out revokes, then forgets', async t => {
  const { server, service, cell } = await setUp(t);
  const told: string[] = [];
  service.account.onChange(pairing => told.push(pairing));
  await service.account.signOut();
  const [revoke] = server.to('revoke');
  t.strictSame(Object.fromEntries(revoke?.form ?? []), {
    token: REFRESH,
    token_type_hint: 'refresh_token',
  });
  t.match(revoke?.headers.authorization, /^Basic /);
  t.equal(cell.value, null);
  t.equal(service.account.paired, false);
  t.match(await faultOf(service.library.profile(calm())), { code: 'notPaired' });
  await service.account.signOut();
  t.strictSame(told, ['unpaired'], 'told once');
});

t.test('a stop waits for each revocation under way, not for the last one alone', async t => {
  const change = { name: 'a change of listener', profile: 'LI:2', standing: 'other' } as const;
  for (const { name, ...first } of [change, { name: 'a refusal', profile: 'LI:2', standing: null }]) {
    const { server, service } = await setUp(t);
    const revocation = gate();
    server.revoke(revocation.held(json({})), json({}));
    server.token(grant('newer'));
    server.graphql(json({ data: { profile: { id: first.profile } } }));
    const refuse = { ...calm(), settle: () => Promise.reject(new Error('refused')) };
    const signedIn = first.standing === null ? service.account.signIn(CODE, refuse) : signIn(service, CODE);
    const ended = signedIn.catch(() => null);
    await revocation.reached;
    await service.account.signOut();
    let isStopped = false;
    const stopped = service.stop(new AbortController().signal).then(() => (isStopped = true));
    await new Promise(resolve => setTimeout(resolve, 100));
    t.equal(isStopped, false, name);
    revocation.open();
    await stopped;
    t.equal(await ended, first.standing, name);
    t.equal(server.to('revoke').length, 2, name);
  }
});

t.test('signing out forgets whatever the service does about it', async t => {
  for (const responder of [raw('no', 500), hangUp, silence]) {
    const { server, service, cell } = await setUp(t, { times: { oauthMs: 200 } });
    server.revoke(responder);
    await service.account.signOut();
    t.equal(cell.value, null);
  }
});

t.test('signing out during a refresh revokes the token that comes of it, and keeps none', async t => {
  const { server, service, cell } = await setUp(t, { record: { ...RECORD, obtainedAtMs: 0 } });
  let answer = () => {};
  const arrived = new Promise<void>(resolve => {
    server.token((received, response) => {
      answer = () => grant('granted')(received, response);
      resolve();
    });
  });
  const call = faultOf(service.library.profile(calm())).catch(() => undefined);
  await arrived;
  const out = service.account.signOut();
  answer();
  await Promise.all([out, call]);
  t.equal(server.to('revoke')[0]?.form.get('token'), 'refresh-of-granted');
  t.equal(cell.value, null);
  t.equal(service.account.paired, false);
});

t.test('reachability is told as it changes', async t => {
  const { server, service } = await setUp(t);
  const seen: string[] = [];
  service.onReachability(value => seen.push(value));
  t.equal(service.reachability, 'unknown');
  await service.library.profile(calm());
  server.graphql(raw('', 500));
  await faultOf(service.library.profile(calm()));
  server.graphql(hangUp);
  await faultOf(service.library.profile(calm()));
  await faultOf(service.library.profile(calm()));
  t.strictSame(seen, ['ok', 'error', 'offline']);
});

t.test('another server at the address of the service is told apart', async t => {
  for (const [answer, expected] of [
    [raw('<html>Not found</html>', 404), 'error true'],
    [raw('<html>Sign in to this network</html>', 200), 'offline true'],
    [raw('', 503), 'error false'],
  ] as const) {
    const { server, service } = await setUp(t);
    const seen: string[] = [];
    service.onReachability((value, isForeign) => seen.push(`${value} ${String(isForeign)}`));
    server.graphql(answer);
    await faultOf(service.library.profile(calm()));
    t.same(seen, [expected]);
  }
});

t.test('A report that the service lacks tells nothing of the service', async t => {
  const { server, service } = await setUp(t, { profile: 'core' });
  server.graphql(hangUp);
  await faultOf(service.library.profile(calm()));
  await faultOf(service.library.profile(calm()));
  t.equal(service.reachability, 'offline');
  const paused = { sourceId: 'ST:1', index: 0, elapsedS: 3 };
  const requests = server.to('graphql').length;
  await service.playback.setPaused(paused, calm());
  t.equal(server.to('graphql').length, requests, 'the specification knows no report of a pause');
  t.equal(service.reachability, 'offline');
});
