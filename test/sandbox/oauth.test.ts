import { createHash } from 'node:crypto';
import t from 'tap';
import { type Caller, dig, REDIRECT, visit } from './caller.js';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

async function codeFrom({ sandbox, authorizeUrl }: Caller, params = {}): Promise<string> {
  const back = await sandbox.consent(authorizeUrl(params));
  return new URL(back).searchParams.get('code') ?? '';
}

const exchange = (caller: Caller, code: string, fields: Record<string, string> = {}) =>
  caller.form('/oauth/v1/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT,
    ...fields,
  });

t.test('consent, code, tokens, a call, a refresh, a revocation', async t => {
  const caller = await visit(t);
  const { sandbox, authorizeUrl } = caller;
  const back = new URL(await sandbox.consent(authorizeUrl({ ...PKCE, scope: 'webapi', state: 'a&b=c é' })));
  t.equal(back.origin + back.pathname, REDIRECT);
  t.equal(back.searchParams.get('state'), 'a&b=c é');
  t.match(back.searchParams.get('alias'), /^[\da-f-]{36}$/);
  const code = back.searchParams.get('code') ?? '';
  const { status, body, headers } = await exchange(caller, code, { code_verifier: VERIFIER });
  t.equal(status, 200);
  t.equal(headers.get('cache-control'), 'no-store');
  t.equal((await exchange(caller, code, { code_verifier: VERIFIER })).body['error'], 'invalid_grant', 'once');
  t.match(body, { access_token: String, refresh_token: String, expires_in: 14_400, token_type: 'Bearer' });
  const first = await caller.ask('{ profile { id } }', {}, String(body['access_token']));
  t.same(first.data, { profile: { id: 'LI:1001' } });

  const refreshToken = String(body['refresh_token']);
  const refreshed = await caller.form('/oauth/v1/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  t.equal(refreshed.status, 200);
  t.not(refreshed.body['access_token'], body['access_token']);
  t.equal(refreshed.body['refresh_token'], refreshToken, 'a refresh token does not expire');

  t.equal((await caller.form('/oauth/v1/revoke', { token: refreshToken })).status, 200);
  t.equal((await caller.form('/oauth/v1/revoke', { token: 'never known' })).status, 200);
  const late = await caller.ask('{ profile { id } }', {}, String(refreshed.body['access_token']));
  t.equal(dig(late.errors, 0, 'extensions', 'code'), 'UNAUTHENTICATED');
  t.same(
    sandbox.requests.all.map(({ operation }) => operation),
    ['authorize', 'consent', 'token', 'token', 'profile', 'refresh', 'revoke', 'revoke', 'profile'],
  );
  t.notMatch(JSON.stringify(sandbox.requests.all), code, 'the record holds no secret');
});

t.test('the consent page is for a phone, needs no script and offers the accounts', async t => {
  const caller = await visit(t);
  const page = await fetch(caller.authorizeUrl({ client_id: caller.sandbox.clientId }));
  const html = await page.text();
  t.equal(page.status, 200);
  t.match(html, /name="viewport"/);
  t.match(html, /mira 🎧.*Tomás/s);
  t.notMatch(html, /<script/);
  t.notMatch(page.headers.get('content-security-policy'), /form-action|unsafe-inline/);
  const back = await caller.sandbox.consent(caller.authorizeUrl(), { listenerId: 'LI:1002' });
  const { body } = await exchange(caller, new URL(back).searchParams.get('code') ?? '');
  const { data } = await caller.ask('{ profile { id fullname } }', {}, String(body['access_token']));
  t.same(data, { profile: { id: 'LI:1002', fullname: null } });
});

t.test('denied, and the question answered twice', async t => {
  const { sandbox, authorizeUrl } = await visit(t);
  const denied = new URL(await sandbox.consent(authorizeUrl(), { deny: true }));
  t.equal(denied.searchParams.get('error'), 'access_denied');
  t.equal(denied.searchParams.get('state'), 'some state');
  t.equal(denied.searchParams.get('code'), null);
  const html = await (await fetch(authorizeUrl())).text();
  const request = /name="request" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const press = () =>
    fetch(`${sandbox.url}/oauth/v1/authorize`, {
      method: 'POST',
      body: new URLSearchParams({ request, listener: 'LI:1001', decision: 'allow' }),
      redirect: 'manual',
    });
  t.equal((await press()).status, 303);
  t.equal((await press()).status, 400);
});

t.test('authorize refuses', async t => {
  const { authorizeUrl } = await visit(t);
  const pages: [string, Record<string, string | null>][] = [
    ['no client_id', { client_id: null }],
    ['unknown client_id', { client_id: 'someone' }],
    ['no redirect_uri', { redirect_uri: null }],
    ['a redirect_uri that is no page', { redirect_uri: 'javascript:alert(1)' }],
  ];
  for (const [name, params] of pages) {
    const response = await fetch(authorizeUrl(params), { redirect: 'manual' });
    t.equal(response.status, 400, name);
    t.equal(response.headers.get('location'), null, `${name}: never a redirect to nobody knows whom`);
  }
  const redirects: [string, Record<string, string | null>][] = [
    ['invalid_request', { response_type: null }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_scope', { scope: 'webapi admin' }],
    ['invalid_request', { code_challenge: CHALLENGE }],
    ['invalid_request', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: 'S256' }],
    ['invalid_request', { code_challenge: 'short', code_challenge_method: 'S256' }],
  ];
  for (const [error, params] of redirects) {
    const response = await fetch(authorizeUrl(params), { redirect: 'manual' });
    const location = new URL(response.headers.get('location') ?? 'http://none');
    t.equal(location.searchParams.get('error'), error, JSON.stringify(params));
    t.equal(location.searchParams.get('state'), 'some state');
  }
  const kept = await fetch(authorizeUrl({ redirect_uri: 'http://a.example/?x=1', scope: 'no' }), {
    redirect: 'manual',
  });
  t.match(kept.headers.get('location'), /^http:\/\/a\.example\/\?x=1&error=invalid_scope/);
});

t.test('the token endpoint refuses', async t => {
  let nowMs = 1_700_000_000_000;
  const caller = await visit(t, { clientId: 'the client', clientSecret: 's%c+ret:ü', now: () => nowMs });
  const error = async (answer: ReturnType<Caller['form']>) => {
    const { status, body } = await answer;
    return `${status} ${String(body['error'])}`;
  };
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const refresh = { grant_type: 'refresh_token', refresh_token: 'x' };
  const token = '/oauth/v1/token';
  t.equal(await error(caller.form(token, refresh)), '400 invalid_grant', 'the raw bytes of the secret fit');
  t.equal(await error(caller.form(token, refresh, basic('the client:wrong'))), '401 invalid_client');
  for (const wrong of ['the+client:s%25c+ret%3A%C3%BC', 'the+client:', ':', 'the client', '']) {
    t.equal(await error(caller.form(token, refresh, basic(wrong))), '401 invalid_client', wrong);
  }
  t.equal(await error(caller.form(token, refresh, { authorization: '' })), '401 invalid_client');
  t.equal(
    await error(caller.form(token, '{}', { 'content-type': 'application/json' })),
    '400 invalid_request',
  );
  t.equal(await error(caller.form(token, {})), '400 invalid_request');
  t.equal(await error(caller.form(token, { grant_type: 'password' })), '400 unsupported_grant_type');
  t.equal(await error(caller.form(token, { grant_type: 'refresh_token' })), '400 invalid_request');
  t.equal(await error(exchange(caller, 'unknown')), '400 invalid_grant');

  const other = { redirect_uri: 'http://speaker.local:8710/other' };
  t.equal(await error(exchange(caller, await codeFrom(caller), other)), '400 invalid_grant');
  t.equal(await error(exchange(caller, await codeFrom(caller, PKCE))), '400 invalid_grant', 'no verifier');
  const wrong = { code_verifier: VERIFIER.toLowerCase() };
  t.equal(await error(exchange(caller, await codeFrom(caller, PKCE), wrong)), '400 invalid_grant');
  const unasked = { code_verifier: VERIFIER };
  t.equal(await error(exchange(caller, await codeFrom(caller), unasked)), '400 invalid_grant');
  const late = await codeFrom(caller);
  nowMs += 60_000;
  t.equal(await error(exchange(caller, late)), '400 invalid_grant', 'after 60 s');
});

t.test('access tokens lapse; revoking ends all', async t => {
  let nowMs = 0;
  const caller = await visit(t, { accessTokenSeconds: 10, now: () => nowMs });
  const tokens = caller.sandbox.issueTokens();
  const code = async () =>
    dig((await caller.ask('{ profile { id } }', {}, tokens.accessToken)).errors, 0, 'extensions', 'code');
  t.equal(await code(), undefined);
  nowMs = 10_000;
  t.equal(await code(), 'UNAUTHENTICATED');
  caller.sandbox.revokeTokens();
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken };
  t.equal((await caller.form('/oauth/v1/token', refresh)).body['error'], 'invalid_grant');
});
