import { createHash } from 'node:crypto';
import t from 'tap';
import { toBrowserName } from '../../src/pairing/browser-name.js';
import { calm, faultOf, RECORD } from '../rigs/service/bench.js';
import { setUpPairing } from '../rigs/pairing/bench.js';
import { grant, invalidGrant, json, unauthenticated } from '../fakes/service/server.js';

const callback = (state: string | null, code = 'c0de') =>
  `/pair/callback?${new URLSearchParams({ code, state: state ?? '', alias: 'x' }).toString()}`;

t.test('unpaired: the front page leads to the pairing page, which names the speaker', async t => {
  const { ask, pairing } = await setUpPairing(t);
  t.match(await ask('GET', '/'), { status: 303, headers: { location: '/pair' } });
  t.match(await ask('HEAD', '/'), { status: 303 });
  const page = await ask('GET', '/pair');
  t.match(page, { status: 200, text: /Sign in on Kitchen/ });
  t.equal(page.text.match(/<button/g)?.length, 1);
  t.notMatch(page.text, /<script|style=|onclick/);
  t.match(
    page.text,
    /ends on a page that does not load, copy the address of that page and come back/,
    'told before',
  );
  const request = {
    method: 'GET',
    query: new URLSearchParams(),
    form: new URLSearchParams(),
    userAgent: '',
    cookie: '',
    peer: '192.0.2.1',
    origin: '',
  };
  for (const path of ['/healthz', '/pairs', '/control', '/pairing/']) {
    t.equal(await pairing.pages({ ...request, path }), null, path);
  }
  t.equal(await pairing.pages({ ...request, path: '/', method: 'POST' }), null);
});

t.test(
  'every page forbids framing and script; those whose form leads to the service leave out form-action',
  async t => {
    const { ask, start } = await setUpPairing(t);
    const state = (await start()).get('state');
    for (const [page, leadsAway] of [
      [await ask('GET', '/pair'), true],
      [await ask('GET', '/pair/callback?state=x'), true],
      [await ask('POST', '/pair/start', { code: '000000' }), true],
      [await ask('GET', '/pair/x'), false],
      [await ask('PUT', '/pair'), false],
      [await ask('GET', callback(state)), false],
      [await ask('GET', callback(state)), true],
      [await ask('GET', '/pair'), true],
    ] as const) {
      const policy = page.headers?.['content-security-policy'] ?? '';
      t.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
      t.notMatch(policy, /unsafe|script-src/);
      t.equal(policy.includes("form-action 'self'"), !leadsAway, page.text);
      t.equal(/action="\/pair\/(?:start|owner)"/.test(page.text), leadsAway);
      const style = /<style>([^]*)<\/style>/.exec(page.text)?.[1] ?? '';
      t.ok(policy.includes(createHash('sha256').update(style).digest('base64')));
      t.match(page.headers, { 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
      t.match(page.headers, { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
    }
  },
);

t.test('a start carries state and challenge; the exchange proves it', async t => {
  const { ask, start, server } = await setUpPairing(t);
  const first = await start();
  const second = await start();
  t.not(first.get('state'), second.get('state'));
  t.ok(Buffer.from(first.get('state') ?? '', 'base64url').length >= 16, '128 bits');
  t.match(await ask('GET', callback(first.get('state'))), { status: 200 });
  const form = server.to('token')[0]?.form;
  const challenge = createHash('sha256')
    .update(form?.get('code_verifier') ?? '')
    .digest('base64url');
  t.equal(challenge, first.get('code_challenge'));
  t.match(form?.get('code_verifier'), /^[\w-]{43,128}$/);
  t.equal(form?.get('code'), 'c0de');
  t.equal(form?.get('redirect_uri'), 'http://speaker.local:8710/pair/callback');
});

t.test(
  'success hands this browser its token, and the same callback shows the same page for ten minutes',
  async t => {
    const { ask, start, server, clock, admitted } = await setUpPairing(t);
    const state = (await start()).get('state');
    const page = await ask('GET', callback(state));
    t.match(page, { status: 200, text: /href="\/#token=token%2F%2B2&amp;id=id-2"/ });
    t.strictSame(admitted, ['onPaired none anyone', 'admit Safari on iPhone']);
    const set = page.headers?.['set-cookie'] ?? '';
    t.match(set, /^[\w-]+=[\w-]{22}; Path=\/pair; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const [cookie = ''] = set.split(';');
    clock.steady += 599_000;
    t.equal((await ask('GET', callback(state), {}, { cookie: `a=b; ${cookie}` })).text, page.text);
    const pasted = { address: `http://speaker.local:8710${callback(state)}` };
    t.equal((await ask('POST', '/pair/address', pasted, { cookie })).text, page.text);
    for (const other of ['', `${cookie}x`, `${cookie.split('=')[0] ?? ''}=`, 'rubbish; ;=;']) {
      const seen = await ask('GET', callback(state), {}, { cookie: other });
      t.match(seen, { status: 200, text: /Kitchen is signed in/ }, 'another browser');
      t.notMatch(seen.text, /token/);
      t.match(seen.text, /action="\/pair\/owner"/);
    }
    t.match(await ask('GET', callback(state, 'other'), {}, { cookie }), { status: 410 });
    clock.steady += 2_000;
    t.match(await ask('GET', callback(state), {}, { cookie }), { status: 410 });
    t.equal(server.to('token').length, 1);
  },
);

t.test('paired: all of /pair is gone, and says how to be admitted', async t => {
  const { ask, pairing, server, turnedAway } = await setUpPairing(t, { record: RECORD });
  const request = { method: 'GET', path: '/', query: new URLSearchParams(), form: new URLSearchParams() };
  t.equal(
    await pairing.pages({ ...request, userAgent: '', cookie: '', peer: '192.0.2.1', origin: '' }),
    null,
    'the remote answers',
  );
  for (const [method, target] of [
    ['GET', '/pair'],
    ['POST', '/pair'],
    ['POST', '/pair/start'],
    ['GET', '/pair/callback'],
    ['GET', '/pair/callback?code=a&state=b'],
    ['DELETE', '/pair/callback'],
    ['POST', '/pair/address'],
    ['GET', '/pair/'],
    ['GET', '/pair/what/ever'],
  ] as const) {
    turnedAway.length = 0;
    const page = await ask(method, target);
    t.match(page, { status: 410, text: /Kitchen/ }, `${method} ${target}`);
    const isCounted = method === 'POST' || target.includes('code');
    t.match(turnedAway, isCounted ? [/^wrongSignIn 192/] : [], 'an old link is not counted');
    t.equal(turnedAway.length, isCounted ? 1 : 0);
    t.match(page.text, /href="\/"/);
    t.match(page.text, /ask someone who controls the speaker to invite you/);
    t.notMatch(page.text, /tonearm (?:invite|pair)/, 'nothing about shells');
    t.match(page.text, /action="\/pair\/owner"/);
    t.match(page.text, /action="\/pair\/address"/);
  }
  t.equal(server.received.length, 0);

  t.match((await ask('GET', '/pair')).text, /and come back here.*<details>/s, 'told before');
  t.match(await ask('POST', '/pair/owner'), { status: 303 });
  const back = await ask('GET', '/pair');
  t.match(back, { status: 410, text: /<details open>.*class="act" type="submit" value="Use this address"/s });
  t.match(back.text, /class="quiet" type="submit">This is my account/);
});

t.test('when the service ends the pairing the pages are back, until its listener signs in', async t => {
  const { ask, start, server, service } = await setUpPairing(t, { record: RECORD });
  server.graphql(unauthenticated);
  server.token(invalidGrant);
  t.match(await faultOf(service.library.profile(calm())), { code: 'notPaired' });
  t.match(await ask('GET', '/'), { status: 303 });
  server.token(grant('granted'));
  server.graphql(json({ data: { profile: { id: 'LI:1' } } }));
  const state = (await start()).get('state');
  t.match(await ask('GET', callback(state)), { status: 200 });
  await service.account.signOut();
  t.match(await ask('GET', callback(state)), { status: 400 }, 'its token may be revoked by now');
});

t.test('A denial that comes back without its state is told as a denial, and spends nothing', async t => {
  const { ask, start, server, pairing } = await setUpPairing(t);
  const state = (await start()).get('state');
  // Some servers leave it out.
  const denial = '/pair/callback?error=access_denied&error_description=No';
  const told = { status: 400, text: /You did not allow access/ };
  t.match(await ask('GET', denial), told);
  t.match(await ask('POST', '/pair/address', { address: `http://speaker.local${denial}` }), told, 'pasted');
  pairing.shell.begin();
  t.match(await pairing.shell.finish(`http://speaker.local${denial}`), {
    type: 'failed',
    text: /access was denied/,
  });
  t.equal(server.to('token').length, 0);
  t.match(await ask('GET', callback(state)), { status: 200 }, 'the sign-in under way is still good');
});

t.test('a state is spent by the callback that names it, whatever the outcome', async t => {
  const { ask, start, server } = await setUpPairing(t);
  const denied = (await start()).get('state') ?? '';
  t.match(await ask('GET', `/pair/callback?error=access_denied&state=${denied}`), {
    status: 400,
    text: /You did not allow access/,
  });
  t.match(await ask('GET', callback(denied)), { status: 400, text: /no longer valid/ });
  const codeless = (await start()).get('state') ?? '';
  t.match(await ask('GET', `/pair/callback?state=${codeless}`), { status: 400, text: /no code/ });
  t.match(await ask('GET', callback(codeless)), { status: 400, text: /no longer valid/ });
  t.equal(server.to('token').length, 0);
  const failed = (await start()).get('state');
  server.token(invalidGrant);
  t.match(await ask('GET', callback(failed)), { status: 400, text: /was refused/ });
  server.token(grant('granted'));
  t.match(await ask('GET', callback(failed)), { status: 400 });
  const again = (await start()).get('state');
  t.match(await ask('GET', callback(again)), { status: 200 }, 'and one can try again');
});

t.test('unknown, missing and late states are refused; eight are kept of a peer', async t => {
  const { ask, start, clock, server } = await setUpPairing(t, { mode: 'open' });
  for (const target of ['/pair/callback', callback('nobody'), callback(''), callback('__proto__')]) {
    t.match(await ask('GET', target), { status: 400, text: /Try again/ }, target);
  }
  const late = (await start()).get('state');
  clock.epoch += 86_400_000;
  clock.steady += 600_000;
  t.match(await ask('GET', callback(late)), { status: 400 });
  const states: (string | null)[] = [];
  for (let at = 0; at < 9; at += 1) states.push((await start()).get('state'));
  t.match(await ask('GET', callback(states[0] ?? '')), { status: 400 }, 'the oldest was dropped');
  t.equal(server.to('token').length, 0);
  clock.steady += 599_000;
  for (let at = 0; at < 20; at += 1) await start('192.0.2.9');
  t.match(await ask('GET', callback(states[1] ?? '')), { status: 200 }, 'others cost it none');
});

t.test('256 states in all; then 429, with the time until there is room', async t => {
  const { ask, start, clock, turnedAway } = await setUpPairing(t);
  for (let at = 0; at < 256; at += 1) await start(`192.0.2.${Math.floor(at / 8)}`);
  clock.steady += 1_500;
  const page = await ask('POST', '/pair/start', {}, '192.0.2.200');
  t.match(page, { status: 429, headers: { 'retry-after': '599' }, text: /Wait 599 s/ });
  t.strictSame(turnedAway, ['tooManySignIns 192.0.2.200']);
  t.ok((await start('192.0.2.3')).get('state'), 'who gives up one of its own may start');
  clock.steady += 598_500;
  t.ok((await start('192.0.2.200')).get('state'));
});

t.test('nothing from outside is shown unescaped', async t => {
  const evil = `<img src=x onerror=alert(1)>"'&`;
  const { ask, start, server } = await setUpPairing(t, { deviceName: evil });
  server.token(json({ error: evil, error_description: evil }, 400));
  const state = (await start()).get('state') ?? '';
  const query = new URLSearchParams({ error: evil, error_description: evil, state, code: evil });
  for (const page of [
    await ask('GET', '/pair'),
    await ask('GET', `/pair/callback?${query.toString()}`),
    await ask('GET', `/pair/${encodeURIComponent(evil)}`),
    await ask('POST', '/pair/address', { address: evil }),
    await ask('GET', callback((await start()).get('state'))),
    await ask('PUT', '/pair'),
  ]) {
    t.notMatch(page.text, /<img|onerror=alert\(1\)>"/);
    t.match(page.text, /&lt;img src=x/);
  }
});

t.test('a callback that comes by POST is sent to come by GET, and spends nothing', async t => {
  const { ask, start, turnedAway } = await setUpPairing(t);
  const path = callback((await start()).get('state'));
  for (let at = 0; at < 2; at += 1)
    t.match(await ask('POST', path, { consent: 'yes' }), { status: 303, headers: { location: path } });
  t.match(await ask('GET', path), { status: 200 });
  t.match(await ask('POST', path), { status: 303 }, 'a paired speaker answers it alike');
  for (const target of ['/pair/callback', '/pair/callback?code=c', '/pair/callback?state='])
    t.match(await ask('POST', target), { status: 400, text: /<details open>[^]*action="\/pair\/address"/ });
  t.strictSame(turnedAway, []);
});

t.test('wrong methods and unknown pages', async t => {
  const { ask, start } = await setUpPairing(t);
  t.match(await ask('POST', '/pair'), { status: 405, headers: { allow: 'GET, HEAD' } });
  t.match(await ask('GET', '/pair/start'), { status: 405, headers: { allow: 'POST' } });
  t.match(await ask('GET', '/pair/address'), { status: 405, headers: { allow: 'POST' } });
  const state = (await start()).get('state');
  t.match(await ask('HEAD', callback(state)), { status: 405, headers: { allow: 'GET, POST' } });
  t.match(await ask('GET', callback(state)), { status: 200 }, 'a look ahead spends no state');
  const { ask: other } = await setUpPairing(t);
  t.match(await other('HEAD', '/pair'), { status: 200 });
  t.match(await other('GET', '/pair/nowhere'), { status: 404, text: /href="\/pair"/ });
  t.match(await other('GET', '/pair/constructor'), { status: 404 });
});

t.test('a browser that cannot be admitted still sees that the speaker is paired', async t => {
  const { ask, start, service } = await setUpPairing(t, {
    admission: { admit: () => Promise.reject(new Error('disk')) },
  });
  const page = await ask('GET', callback((await start()).get('state')));
  t.match(page, { status: 200, text: /could not be let in.*to invite you/ });
  t.notMatch(page.text, /token=/);
  t.equal(service.account.paired, true);
});

t.test('names of browsers hold nothing of the header itself', async t => {
  const rows: [string, string][] = [
    ['', 'Web browser'],
    ['curl/8.5', 'Web browser'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit (KHTML) Chrome/120.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/120.0 Safari/537.36 Edg/120.0', 'Edge on Windows'],
    ['<script>Firefox/1', 'Firefox'],
    [`iPad ${'x'.repeat(9_999)}`, 'iPad'],
  ];
  for (const [header, name] of rows) t.equal(toBrowserName({ userAgent: header }), name);
});
