/** Whose speaker it is: who may pair it, and who may not (the account is the proof). */
import t from 'tap';
import type { HeldCode, JudgedCode } from '../../src/contract/pairing-ports.js';
import { setUpPairing } from '../rigs/pairing/bench.js';
import { calm, faultOf, RECORD } from '../rigs/service/bench.js';
import { grant, invalidGrant, json, raw, type Responder, unauthenticated } from '../fakes/service/server.js';

type Bench = Awaited<ReturnType<typeof setUpPairing>>;

const callback = (state: string | null, code = 'c0de') =>
  `/pair/callback?${new URLSearchParams({ code, state: state ?? '' }).toString()}`;
const account = (id: string, displayName = id) => json({ data: { profile: { id, displayName } } });
/** The service ended the pairing over night. */
const ENDED = { ...RECORD, accessToken: '', refreshToken: '', profileName: 'Ada' };

function ownersCode(by: string | null = 'Ada’s phone'): JudgedCode & { code: HeldCode; spent: number } {
  const held = {
    type: 'owner' as const,
    spent: 0,
    code: {
      by: { id: null, name: by },
      use: <T>(doing: () => Promise<T>) =>
        held.spent > 0
          ? null
          : doing().then(done => {
              held.spent += 1;
              return done;
            }),
    },
  };
  return held;
}

const startWith = async ({ ask }: Bench, code: string, path = '/pair/start') =>
  ask('POST', path, { code }, '192.0.2.7');
const stateOf = (page: { headers?: Readonly<Record<string, string>> }) =>
  new URL(page.headers?.['location'] ?? '').searchParams.get('state');

t.test('a speaker that lost its pairing, and one that is paired, open to their listener alone', async t => {
  for (const [record, path] of [
    [ENDED, '/pair/start'],
    [RECORD, '/pair/owner'],
    [ENDED, '/pair/owner'],
  ] as const) {
    const bench = await setUpPairing(t, { record });
    const { ask, start, server, admitted, cell, service } = bench;
    const [before, wasPaired] = [cell.value, service.account.paired];
    server.graphql(account('LI:9', 'Mallory'));
    for (let at = 0; at < 3; at += 1) {
      const page = await ask('GET', callback((await start('192.0.2.9', path)).get('state')));
      t.match(page, { status: 403, text: /another account/ });
      t.notMatch(page.text, /token=|Mallory/);
    }
    t.strictSame([cell.value, service.account.paired, admitted], [before, wasPaired, []]);
    t.equal(server.to('revoke').length, 3, 'his tokens are revoked');
    server.graphql(account('LI:1', 'Ada'));
    server.token(grant('newer'));
    const page = await ask('GET', callback((await start('192.0.2.1', path)).get('state')));
    t.match(page, { status: 200, text: /signed in as <strong dir="auto">Ada<\/strong>.*#token=/s });
    t.strictSame(admitted, ['onPaired same listener', 'admit Safari on iPhone']);
    t.match(cell.value, { accessToken: 'newer', refreshToken: 'refresh-of-newer', profileId: 'LI:1' });
    t.equal(server.to('revoke').length, 3, 'older ones are forgotten');
  }
});

t.test('The agent answers 502 where the service names no account', async t => {
  for (const record of [null, ENDED, RECORD]) {
    const { ask, start, server, cell, admitted, service } = await setUpPairing(t, { record });
    server.graphql(raw('down', 500));
    const path = record === RECORD ? '/pair/owner' : '/pair/start';
    const page = await ask('GET', callback((await start(undefined, path)).get('state')));
    t.match(page, { status: 502, text: /did not say who you are/ });
    t.strictSame([cell.value, admitted, service.account.paired], [record, [], record === RECORD]);
    t.equal(server.to('revoke').length, 0, 'they may be of the grant that is in use');
    server.graphql(account('LI:1'));
    t.match(await ask('GET', callback((await start(undefined, path)).get('state'))), { status: 200 });
  }
});

t.test('two browsers sign in as the listener at once: each gets a token of its own', async t => {
  const { ask, start, server, admitted } = await setUpPairing(t, { record: RECORD });
  const states = [await start('192.0.2.1', '/pair/owner'), await start('192.0.2.2', '/pair/owner')];
  server.graphql(account('LI:1'));
  const pages = await Promise.all(
    states.map((state, at) => ask('GET', callback(state.get('state')), {}, `192.0.2.${at + 1}`)),
  );
  t.match(pages, [
    { status: 200, text: /#token=/ },
    { status: 200, text: /#token=/ },
  ]);
  t.equal(new Set(pages.map(({ text }) => /#token=[^&]+/.exec(text)?.[0])).size, 2);
  t.equal(admitted.filter(what => what.startsWith('admit')).length, 2);
  t.equal(server.to('token').length, 2);
});

t.test('whoever holds the name of the speaker by now gets no token for the sign-in of another', async t => {
  for (const [record, path] of [
    [null, '/pair/start'],
    [RECORD, '/pair/owner'],
  ] as const) {
    const { ask, start, server, service, logger } = await setUpPairing(t, { record });
    server.graphql(account('LI:1', 'Ada'));
    const back = callback((await start('192.0.2.1', path)).get('state'));
    const here = 'http://192.0.2.2:8710';
    const thief = { peer: '192.0.2.66', origin: 'http://speaker.local:8710' };
    const [first, beside] = await Promise.all([ask('GET', back, {}, thief), ask('GET', back, {}, thief)]);
    for (const page of [first, beside]) {
      t.match(page, { status: 303, headers: { 'set-cookie': undefined }, text: '' });
      const there = new URL(page.headers?.['location'] ?? '');
      t.equal(there.origin, here, 'to where it was started');
      t.strictSame([...there.searchParams].sort(), [...new URL(back, here).searchParams].sort());
    }
    t.equal(service.account.paired, true);
    t.notMatch((await ask('POST', '/pair/address', { address: back }, thief)).text, /token=/);
    const follows = await ask('GET', back, {}, { peer: thief.peer });
    t.match(follows, { status: 200, headers: { 'set-cookie': undefined } });
    t.notMatch(follows.text, /token=/);
    const told = logger.lines.filter(line => line.includes('was brought back'));
    t.match(told, [/^warn .* peer: '192\.0\.2\.66', startedBy: '192\.0\.2\.1'/]);
    t.equal(told.length, 1);

    // The browser that started it, whatever address the name led it by.
    t.match(await ask('GET', back, {}, { origin: thief.origin, peer: 'fd00::5' }), { status: 303 });
    const page = await ask('GET', back);
    t.match(page, { status: 200, text: /#token=/ });
    const cookie = (page.headers?.['set-cookie'] ?? '').replace(/;.*/, '');
    t.notMatch((await ask('GET', back)).text, /token=/, 'once, at that peer too');
    t.match((await ask('GET', back, {}, { cookie })).text, /#token=/);
    t.equal(server.to('token').length, 1);
  }
});

t.test('The agent sends nobody to an address that no browser opens', async t => {
  const { ask, server } = await setUpPairing(t, { record: RECORD });
  server.graphql(account('LI:1', 'Ada'));
  const { headers = {} } = await ask('POST', '/pair/owner', {}, { origin: '' });
  const back = callback(stateOf({ headers }));
  for (const peer of ['192.0.2.66', '192.0.2.67']) {
    const page = await ask('GET', back, {}, { peer });
    t.match(page, { status: 200, headers: { 'set-cookie': undefined } });
    t.notMatch(page.text, /token=/);
  }
  t.match((await ask('GET', back)).text, /#token=/);
});

t.test('only a sign-in that began as an owner’s ends at a paired speaker', async t => {
  const { ask, start, server, service } = await setUpPairing(t, { record: ENDED });
  const [mine, late] = [await start('192.0.2.1'), await start('192.0.2.2')];
  t.match(await ask('GET', callback(mine.get('state'))), { status: 200 });
  t.match(await ask('GET', callback(late.get('state'))), { status: 410 });
  t.match(await ask('POST', '/pair/start'), { status: 410 });
  t.match(await ask('POST', '/pair/address', { address: callback(late.get('state')) }), { status: 410 });
  t.equal(server.to('token').length, 1);
  t.equal(service.account.paired, true);
  const pasted = await start('192.0.2.3', '/pair/owner');
  const address = `http://elsewhere.invalid${callback(pasted.get('state'))}`;
  const page = await ask('POST', '/pair/address', { address }, '192.0.2.3');
  t.match(page, { status: 200, text: /#token=/ });
});

t.test(
  'a speaker without a listener: fifteen minutes after its start, and after an owner signed out',
  async t => {
    const { ask, start, clock, service } = await setUpPairing(t);
    clock.steady += 899_000;
    const early = (await start()).get('state');
    clock.steady += 1_000;
    const page = await ask('GET', '/pair');
    t.match(page, { status: 200, text: /Kitchen/ });
    t.match(page.text, /15 minutes.*unplug it.*code of an owner’s invitation/s, 'how to open it again');
    t.match(page.text, /name="code"/);
    const late = await ask('POST', '/pair/start');
    t.match(late, { status: 403, text: /15 minutes.*unplug it.*code of an owner/s });
    t.notMatch(late.text, /role="alert"/, 'the reason itself, not what it comes to');
    t.match(await ask('GET', callback(early)), { status: 200 }, 'what was begun in time is');
    await service.account.signOut();
    clock.steady += 899_000;
    t.match(await ask('GET', callback((await start()).get('state'))), { status: 200 });
  },
);

t.test('TONEARM_PAIRING=code takes a code, open none', async t => {
  const open = await setUpPairing(t, { mode: 'open' });
  open.clock.steady += 86_400_000;
  t.match(await open.ask('GET', callback((await open.start()).get('state'))), { status: 200 });

  const bench = await setUpPairing(t, { mode: 'code' });
  const { ask, codes, admitted } = bench;
  t.match(await ask('GET', '/pair'), { status: 200, text: /code of an owner’s invitation/ });
  t.match(await ask('POST', '/pair/start'), { status: 403 });
  t.match(await startWith(bench, '000000'), { status: 403, text: /wrong, already used or expired/ });
  codes.set('111111', { type: 'guest' });
  t.match(await startWith(bench, '111111'), { status: 403, text: /guest’s code/ });
  codes.set('222222', { type: 'wait', waitMs: 59_001 });
  t.match(await startWith(bench, '222222'), { status: 429, headers: { 'retry-after': '60' } });
  const code = ownersCode('tonearm invite');
  codes.set('493027', code);
  const started = await startWith(bench, ' 493027 ');
  t.match(started, { status: 303 });
  t.equal(code.spent, 0, 'spent on success');
  t.match(await ask('GET', callback(stateOf(started))), { status: 200 });
  t.equal(code.spent, 1);
  t.strictSame(admitted[0], 'onPaired none code tonearm invite');
});

t.test('an owner’s code changes the listener', async t => {
  for (const [record, path] of [
    [ENDED, '/pair/start'],
    [{ ...ENDED, profileId: null }, '/pair/start'],
    [RECORD, '/pair/owner'],
  ] as const) {
    const bench = await setUpPairing(t, { record });
    const { ask, server, codes, admitted, cell } = bench;
    const code = ownersCode();
    codes.set('493027', code);
    server.graphql(account('LI:2', 'Bob'));
    server.token(invalidGrant, grant('bobs'));
    t.match(await ask('GET', callback(stateOf(await startWith(bench, '493027', path)))), { status: 400 });
    t.equal(code.spent, 0, 'a failure spends none');
    const page = await ask('GET', callback(stateOf(await startWith(bench, '493027', path))));
    t.match(page, { status: 200, text: /signed in as <strong dir="auto">Bob/ });
    t.match(admitted[0], /^onPaired (other|unknown) code Ada’s phone$/);
    t.match(cell.value, { profileId: 'LI:2', accessToken: 'bobs' });
  }
});

t.test('a code that was used or taken back meanwhile is worth no more', async t => {
  const bench = await setUpPairing(t, { record: ENDED });
  const { ask, server, codes, cell } = bench;
  const code = ownersCode();
  codes.set('493027', code);
  server.graphql(account('LI:2'));
  const state = stateOf(await startWith(bench, '493027'));
  await code.code.use(async () => undefined);
  t.match(await ask('GET', callback(state)), { status: 403, text: /This code is no longer valid/ });
  t.match(cell.value, { profileId: 'LI:1' });
});

t.test('no number of strangers keeps an owner’s code out', async t => {
  const bench = await setUpPairing(t, { record: ENDED });
  const { ask, start, server, codes } = bench;
  server.token(invalidGrant);
  for (let at = 0; at < 12; at += 1) await ask('GET', callback((await start(`192.0.2.${at}`)).get('state')));
  for (let at = 0; at < 256; at += 1) await start(`198.51.100.${Math.floor(at / 8)}`);
  t.match(await ask('POST', '/pair/start', {}, '192.0.2.200'), { status: 429 });
  codes.set('493027', ownersCode());
  server.token(grant('granted'));
  server.graphql(account('LI:2'));
  for (let at = 0; at < 5; at += 1) await startWith(bench, '493027');
  const started = await startWith(bench, '493027');
  t.match(await ask('GET', callback(stateOf(started))), { status: 200 });
});

t.test('A speaker learns its unknown listener by its own grant, else takes a code', async t => {
  const unknown = { ...RECORD, profileId: null };
  const paired = await setUpPairing(t, { record: unknown });
  const byToken: Responder = (received, response) => {
    const id = received.headers.authorization === 'Bearer granted' ? 'LI:9' : 'LI:1';
    account(id)(received, response);
  };
  paired.server.graphql(byToken);
  const stranger = await paired.start(undefined, '/pair/owner');
  t.match(await paired.ask('GET', callback(stranger.get('state'))), { status: 403, text: /another account/ });
  t.match(paired.cell.value, { profileId: 'LI:1' });

  const lost = await setUpPairing(t, { record: unknown });
  lost.server.graphql(unauthenticated);
  lost.server.token(invalidGrant);
  t.match(await faultOf(lost.service.library.profile(calm())), { code: 'notPaired' });
  t.match(await lost.ask('GET', '/pair'), { status: 200, text: /does not know to which account/ });
  t.match(await lost.ask('POST', '/pair/start'), { status: 403 });
});

t.test('a sign-out ends what was begun before it', async t => {
  const { ask, start, service, server } = await setUpPairing(t, { record: RECORD, mode: 'code' });
  const begun = (await start(undefined, '/pair/owner')).get('state');
  await service.account.signOut();
  t.match(await ask('GET', callback(begun)), { status: 400 });
  t.equal(server.to('token').length, 0);
});

t.test('a sign-out ends a sign-in that is under way, too, and its tokens', async t => {
  const { ask, start, service, server, cell, admitted } = await setUpPairing(t, { record: RECORD });
  const begun = (await start(undefined, '/pair/owner')).get('state');
  const asked = new Promise<() => void>(resolve => {
    server.token((received, response) => resolve(() => grant('granted')(received, response)));
  });
  const page = ask('GET', callback(begun));
  const answer = await asked;
  await service.account.signOut();
  answer();
  t.match(await page, { status: 400, text: /An owner signed it out/ });
  t.strictSame([cell.value, admitted], [null, []]);
  t.strictSame(
    server.to('revoke').map(({ form }) => form.get('token')),
    [RECORD.refreshToken, 'refresh-of-granted'],
  );
});

t.test('a code that the remote brings goes on to the start, which judges it', async t => {
  const bench = await setUpPairing(t, { record: ENDED });
  const { ask, codes } = bench;
  const page = await ask('POST', '/pair/code', { code: 'a-"secret" of a link' });
  t.match(page, { status: 200, text: /All phones keep their access/ });
  t.match(
    page.text,
    /action="\/pair\/start">\s*<input type="hidden" name="code" value="a-&quot;secret&quot; of a link">/,
  );
  t.notMatch(page.headers?.['content-security-policy'], /form-action/);
  codes.set('a-"secret" of a link', ownersCode());
  t.match(await startWith(bench, 'a-"secret" of a link'), { status: 303 });
  const plain = await ask('POST', '/pair/code');
  t.equal(plain.text, (await ask('GET', '/pair')).text, 'without one');
  const paired = await setUpPairing(t, { record: RECORD });
  t.match(await paired.ask('POST', '/pair/code', { code: '493027' }), { status: 410 });
});

t.test('the account is named where somebody pairs', async t => {
  const { ask } = await setUpPairing(t, { record: { ...RECORD, profileName: '<Ada>' } });
  t.match((await ask('GET', '/pair')).text, /account of <strong dir="auto">&lt;Ada&gt;<\/strong>/);
  const ended = await setUpPairing(t, { record: ENDED });
  const page = await ended.ask('GET', '/pair');
  t.match(page.text, /account of <strong dir="auto">Ada<\/strong>/);
  t.match(page.text, /Another account\?/);
  const secret = await setUpPairing(t, { record: ENDED, toldAccount: () => null });
  t.notMatch((await secret.ask('GET', '/pair')).text, /Ada/);
});

t.test('The shell tells another listener and accepts its state nowhere else', async t => {
  const { ask, pairing, server, admitted, cell, start } = await setUpPairing(t, { record: RECORD });
  const { shell } = pairing;
  server.graphql(account('LI:2', 'Bob'));
  const state = new URL(shell.begin()).searchParams.get('state');
  for (const page of [
    await ask('GET', callback(state)),
    await ask('GET', callback(state)),
    await ask('POST', '/pair/address', { address: callback(state) }),
  ]) {
    t.match(page, { status: 200, text: /into the terminal/ });
  }
  t.equal(server.received.length, 0, 'nothing is spent');
  t.match(await shell.finish('hello'), { type: 'notIt' });
  const browsers = (await start('192.0.2.1', '/pair/owner')).get('state');
  t.match(await shell.finish(callback(browsers)), { type: 'notIt' });
  t.strictSame(await shell.finish(`http://speaker.local${callback(state)}`), {
    type: 'paired',
    account: 'Bob',
    isNew: true,
  });
  t.strictSame(admitted, ['onPaired other shell'], 'no browser is admitted');
  t.match(cell.value, { profileId: 'LI:2' });
  t.match(await shell.finish(callback(state)), { type: 'notIt' }, 'its state is spent');
  server.token(invalidGrant);
  for (let at = 0; at < 12; at += 1) {
    const next = new URL(shell.begin()).searchParams.get('state');
    t.match(await shell.finish(callback(next)), { type: 'failed', text: /no longer accepts/ }, 'not counted');
  }
});
