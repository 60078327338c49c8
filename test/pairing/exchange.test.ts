import t from 'tap';
import { assertSilent, RECORD } from '../rigs/service/bench.js';
import { setUpPairing } from '../rigs/pairing/bench.js';
import { grant, hangUp, invalidGrant, json, raw, type Responder } from '../fakes/service/server.js';

const callback = (state: string | null, code = 'c0de') =>
  `/pair/callback?${new URLSearchParams({ code, state: state ?? '', alias: 'x' }).toString()}`;

t.test('failures of the service are its own', async t => {
  const { ask, start, server, service, logger, clock } = await setUpPairing(t);
  const rows = [
    [hangUp, 502],
    [raw('<html>portal</html>'), 502],
    [raw('no', 500), 502],
    [raw('slow', 429), 502],
    [json({ error: 'server_error' }, 500), 502],
    [json({ error: 'invalid_grant', error_description: '<script>' }, 400), 400],
  ] as const;
  for (const [responder, status] of rows) {
    server.token(responder);
    const page = await ask('GET', callback((await start()).get('state')));
    t.match(page, { status, text: /Kitchen is not signed in yet/ });
    t.match(page.text, /action="\/pair\/start"/);
    t.notMatch(page.text, /<script|portal|c0de/);
    t.equal(service.account.paired, false);
    clock.steady += 60_000;
  }
  const state = (await start()).get('state') ?? '';
  const page = await ask('GET', `/pair/callback?error=server_error&state=${state}`);
  t.match(page, { status: 502 });
  assertSilent(logger.lines.join('\n'));
  t.notMatch(logger.lines.join('\n'), /c0de/);
});

t.test('a disk that refuses is said to be one', async t => {
  const { ask, start, cell } = await setUpPairing(t);
  cell.gate = Promise.reject(new Error('disk full'));
  cell.gate.catch(() => undefined);
  t.match(await ask('GET', callback((await start()).get('state'))), { status: 500, text: /could not save/ });
});

/** An answer of the service that waits until it is told to come; `arrived` resolves once it was asked. */
function held(responder: Responder) {
  let come = () => {};
  let arrive = () => {};
  const arrived = new Promise<void>(resolve => {
    arrive = resolve;
  });
  const hold: Responder = (received, response) => {
    come = () => responder(received, response);
    arrive();
  };
  return { arrived, hold, come: () => come() };
}

t.test('exchanges run side by side; one pairs the speaker, and the others’ tokens are dropped', async t => {
  const { ask, start, server, admitted } = await setUpPairing(t);
  const [one, two, three] = [
    (await start('192.0.2.1')).get('state'),
    (await start('192.0.2.2')).get('state'),
    (await start('192.0.2.3')).get('state'),
  ];
  const [slow, quick] = [held(grant('granted')), held(grant('granted-too'))];
  server.token(slow.hold, quick.hold);
  const first = ask('GET', callback(one));
  await slow.arrived;
  const twin = ask('GET', callback(one));
  const second = ask('GET', callback(two));
  await quick.arrived;
  t.equal(server.to('token').length, 2, 'the second does not wait for the first');
  quick.come();
  t.match(await second, { status: 200 });
  t.equal(server.to('revoke').length, 0);
  slow.come();
  const page = await first;
  t.match(page, { status: 410 });
  t.equal((await twin).text, page.text, 'the same callback, twice at once');
  t.equal(server.to('revoke').length, 0, 'they may be of the same grant');
  t.match(await ask('GET', callback(three)), { status: 410 }, 'success voids the rest');
  t.equal(server.to('token').length, 2);
  t.equal(admitted.filter(what => what.startsWith('admit')).length, 1);
});

t.test(
  'outcomes are settled one at a time, whichever comes first; one that cannot be kept is no hindrance',
  async t => {
    const { ask, start, server, cell } = await setUpPairing(t);
    const [one, two] = [(await start()).get('state'), (await start()).get('state')];
    server.token(grant('granted'));
    let fail = (_: Error) => {};
    cell.gate = new Promise((_, reject) => {
      fail = reject;
    });
    const first = ask('GET', callback(one));
    while (!cell.log.includes('write')) await new Promise(resolve => setTimeout(resolve, 5));
    const second = ask('GET', callback(two, 'other'));
    while (server.to('token').length < 2) await new Promise(resolve => setTimeout(resolve, 5));
    cell.gate = null;
    fail(new Error('disk full'));
    t.strictSame([(await first).status, (await second).status], [500, 200]);
  },
);

t.test('a peer has three exchanges a minute, and no peer costs another its own', async t => {
  const { ask, start, server, clock, turnedAway } = await setUpPairing(t);
  server.token(invalidGrant);
  const attempt = async (peer: string) => ask('GET', callback((await start(peer)).get('state')));
  const statuses = async (peer: string, count: number) => {
    const found: number[] = [];
    for (let at = 0; at < count; at += 1) found.push((await attempt(peer)).status);
    return found;
  };
  t.strictSame(await statuses('a', 3), [400, 400, 400]);
  clock.steady += 20_000;
  t.match(await attempt('a'), { status: 429, headers: { 'retry-after': '40' }, text: /Too many sign-ins/ });
  t.strictSame(await statuses('b', 3), [400, 400, 400]);
  t.strictSame(await statuses('c', 3), [400, 400, 400]);
  const state = (await start('d')).get('state');
  t.strictSame(await statuses('e', 2), [400, 429], 'ten a minute in all');
  t.equal(server.to('token').length, 10);
  t.strictSame(
    turnedAway.filter(each => each.startsWith('tooMany')),
    ['tooManySignIns a', 'tooManySignInsAMinute e'],
  );
  clock.steady += 40_000;
  server.token(grant('granted'));
  t.match(await ask('GET', callback(state)), { status: 200 });
});

t.test('The agent never believes a forgeable refusal, and names the peer', async t => {
  const { ask, start, logger, turnedAway } = await setUpPairing(t);
  const words = ['unauthorized_client', 'invalid_request', 'server_error', 'access_denied', '<b>'];
  for (const error of words) {
    const query = new URLSearchParams({ error, state: (await start('a')).get('state') ?? '' });
    await ask('GET', `/pair/callback?${query.toString()}`, {}, 'a');
  }
  await ask('GET', `/pair/callback?state=${(await start('a')).get('state')}`, {}, 'a');
  await ask('GET', callback('made up'), {}, 'b');
  t.strictSame(turnedAway, [
    'wrongSignIn a The service does not accept this speaker',
    'wrongSignIn a The service does not accept this speaker',
    'wrongSignIn a The service could not sign you in',
    'wrongSignIn a You did not allow access',
    'wrongSignIn a The sign-in was refused',
    'wrongSignIn a The service sent no code',
    'wrongSignIn b That sign-in is no longer valid',
  ]);
  t.strictSame(logger.lines, [], 'no line each');
});

t.test('The log tells a refused peer apart from a service fault', async t => {
  const { ask, start, server, logger, turnedAway } = await setUpPairing(t);
  const refused = json({ error: 'unauthorized_client' }, 400);
  server.token(invalidGrant, refused, refused, hangUp);
  for (const peer of ['a', 'b', 'c'])
    await ask('GET', callback((await start('elsewhere')).get('state'), `c0de-${peer}`), {}, peer);
  t.strictSame(turnedAway, ['wrongSignIn a The sign-in was refused']);
  const told = logger.lines.filter(line => line.includes('Pairing failed'));
  t.match(told, [/^error .*does not accept this client/, /^warn Pairing failed\./]);
  t.match(told, [/peer: 'b'/, /peer: 'c'/]);
});

t.test('120 sign-ins an hour reach the service', async t => {
  const { ask, start, server, clock, turnedAway } = await setUpPairing(t, { record: RECORD });
  server.token(invalidGrant);
  let status = 0;
  for (let at = 0; at < 300 && status !== 429; at += 1) {
    // Each from an address of its own, as fast as a minute allows.
    const state = (await start(`192.0.2.${at}`, '/pair/owner')).get('state');
    ({ status } = await ask('GET', callback(state)));
    clock.steady += 6_001;
  }
  t.equal(server.to('token').length, 120);
  t.match(turnedAway.at(-1), /^tooManySignInsAnHour /);
});

t.test('the pasted address may be whole, bare or surrounded, and counts the same', async t => {
  for (const shape of [
    (state: string) => `http://speaker.local:8710/pair/callback?code=c0de&state=${state}&alias=1`,
    (state: string) => `  https://elsewhere.invalid/x/y?state=${state}&code=c0de#frag?code=wrong \n`,
    (state: string) => `speaker.local/pair/callback?code=c0de&state=${state}`,
    (state: string) => `?code=c0de&state=${state}`,
    (state: string) => `code=c0de&state=${state}`,
  ]) {
    const { ask, start, server } = await setUpPairing(t);
    const address = shape((await start()).get('state') ?? '');
    t.match(await ask('POST', '/pair/address', { address }), { status: 200, text: /#token=/ }, address);
    t.equal(server.to('token')[0]?.form.get('code'), 'c0de');
  }
  const { ask, start } = await setUpPairing(t);
  const state = (await start()).get('state') ?? '';
  const address = `x?error=access_denied&state=${state}`;
  t.match(await ask('POST', '/pair/address', { address }), { status: 400, text: /You did not allow access/ });
});

t.test('rubbish in place of an address harms nobody', async t => {
  const { ask, start, server } = await setUpPairing(t);
  const state = (await start()).get('state') ?? '';
  const rubbish = [
    '',
    '   ',
    'hello',
    '???',
    'http://[',
    '\u0000\uD800%',
    '%%%=%E0%A4%A',
    'javascript:alert(1)',
    '#state=a&code=b',
    `http://x.invalid/?state=${state}&code=c&pad=${'y'.repeat(4_096)}`,
    `?state=${state}&code=c&${'ü'.repeat(2_040)}`,
  ];
  for (const address of rubbish) {
    t.match(await ask('POST', '/pair/address', { address }), { status: 400, text: /not the right address/ });
  }
  t.match(await ask('POST', '/pair/address'), { status: 400 });
  t.match(await ask('POST', '/pair/address', { address: `?code=${'c'.repeat(3_900)}` }), { status: 400 });
  t.equal(server.received.length, 0);
  t.match(await ask('GET', callback(state)), { status: 200 }, 'the sign-in is still good');
});
