import t from 'tap';
import { assertSilent } from '../rigs/service/bench.js';
import { setUpPairing } from '../rigs/pairing/bench.js';
import { grant, hangUp, invalidGrant, json, raw } from '../fakes/service/server.js';

const callback = (state: string | null, code = 'c0de') =>
  `/pair/callback?${new URLSearchParams({ code, state: state ?? '', alias: 'x' }).toString()}`;

t.test('failures of the service are its own', async t => {
  const { ask, start, server, service, logger } = await setUpPairing(t);
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
    t.match(page, { status, text: /Kitchen is not connected yet/ });
    t.match(page.text, /action="\/pair\/start"/);
    t.notMatch(page.text, /<script|portal|c0de/);
    t.equal(service.account.paired, false);
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
  t.match(await ask('GET', callback((await start()).get('state'))), { status: 500, text: /could not store/ });
});

t.test('one exchange at a time; success voids the rest', async t => {
  const { ask, start, server } = await setUpPairing(t);
  const [one, two, three] = [
    (await start()).get('state'),
    (await start()).get('state'),
    (await start()).get('state'),
  ];
  let answer = () => {};
  const arrived = new Promise<void>(resolve => {
    server.token((received, response) => {
      answer = () => grant('granted')(received, response);
      resolve();
    });
  });
  const first = ask('GET', callback(one));
  await arrived;
  const twin = ask('GET', callback(one));
  const second = ask('GET', callback(two));
  t.equal(server.to('token').length, 1);
  answer();
  const page = await first;
  t.equal(page.status, 200);
  t.equal((await twin).text, page.text, 'the same callback, twice at once');
  t.match(await second, { status: 410 });
  t.match(await ask('GET', callback(three)), { status: 410 });
  t.equal(server.to('token').length, 1);
});

t.test('an exchange that waited for one that failed goes on', async t => {
  const { ask, start, server } = await setUpPairing(t);
  const [one, two] = [(await start()).get('state'), (await start()).get('state')];
  server.token(invalidGrant, grant('granted'));
  const pages = await Promise.all([ask('GET', callback(one)), ask('GET', callback(two, 'other'))]);
  t.strictSame(
    pages.map(({ status }) => status),
    [400, 200],
  );
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
  t.match(await ask('POST', '/pair/address', { address }), { status: 400, text: /You said no/ });
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
    t.match(await ask('POST', '/pair/address', { address }), { status: 400, text: /not the address/ });
  }
  t.match(await ask('POST', '/pair/address'), { status: 400 });
  t.match(await ask('POST', '/pair/address', { address: `?code=${'c'.repeat(3_900)}` }), { status: 400 });
  t.equal(server.received.length, 0);
  t.match(await ask('GET', callback(state)), { status: 200 }, 'the sign-in is still good');
});
