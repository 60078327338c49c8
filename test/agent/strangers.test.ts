/** A hostile hour at the door: each row is one attempt, and the household has all that it had. */
import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { keysOf } from '../fakes/phones/proof.js';
import { createPairingBrowser, type Page, type PairingBrowser } from '../rigs/agent/browser.js';
import {
  codeOf,
  createHousehold,
  credentialsOf,
  endPairing,
  type Household,
} from '../rigs/agent/household.js';
import { createRig, testsOf } from '../rigs/agent/rig.js';
import { callByHttp, connectLines } from '../rigs/control/rpc.js';

t.jobs = 2;
const test = testsOf(t);

const OWNER = '/pair/owner';
const START = '/pair/start';

/** What somebody tries, from a peer of his own, and the status that he gets. */
interface Attempt {
  readonly what: string;
  readonly status: number;
  readonly says: RegExp;
  /** How many grants of his the speaker gives back to the service. */
  readonly revoked?: number;
  /** What is counted of it; left out: nothing, as for whoever follows an old link. */
  readonly counted?: 'wrongSignIn' | 'wrongRequest';
  readonly by: (browser: PairingBrowser, household: Household) => Promise<Page>;
}

const stateOf = (address: string): string => new URL(address).searchParams.get('state') ?? '';
const callback = (params: Readonly<Record<string, string>>): string =>
  `/pair/callback?${new URLSearchParams(params).toString()}`;
const rewritten = (path: string, name: string, value: string): string => {
  const url = new URL(path, 'http://speaker.invalid');
  url.searchParams.set(name, value);
  return url.pathname + url.search;
};

const AT_A_PAIRED_SPEAKER: readonly Attempt[] = [
  {
    what: 'to pair it',
    counted: 'wrongSignIn',
    status: 410,
    says: /is already signed in/,
    by: browser => browser.post(START),
  },
  {
    what: 'what is no address, pasted',
    counted: 'wrongSignIn',
    status: 410,
    says: /is already signed in/,
    by: browser => browser.post('/pair/address', { address: 'x' }),
  },
  { what: 'to look at it', status: 410, says: /is already signed in/, by: browser => browser.get('/pair') },
  {
    what: 'a callback of nothing',
    status: 410,
    says: /already/,
    by: browser => browser.get('/pair/callback'),
  },
  {
    what: 'a state that he made up',
    counted: 'wrongSignIn',
    status: 410,
    says: /already/,
    by: browser => browser.get(callback({ code: 'c', state: 'x'.repeat(32) })),
  },
  {
    what: 'that state, pasted',
    counted: 'wrongSignIn',
    status: 410,
    says: /already/,
    by: browser => browser.post('/pair/address', { address: callback({ code: 'c', state: 'x'.repeat(32) }) }),
  },
  {
    what: 'an address of 5 KiB, pasted',
    status: 413,
    says: /too large/,
    by: browser => browser.post('/pair/address', { address: 'x'.repeat(5_120) }),
  },
  {
    what: 'his own account',
    counted: 'wrongSignIn',
    status: 403,
    says: /another account/,
    revoked: 1,
    by: (browser, { mallory }) => browser.signIn(OWNER, mallory),
  },
  {
    what: 'his own account, pasted from elsewhere',
    counted: 'wrongSignIn',
    status: 403,
    says: /another account/,
    revoked: 1,
    async by(browser, { mallory }) {
      const back = await browser.consent(await browser.start(OWNER), mallory);
      return browser.post('/pair/address', { address: `https://elsewhere.invalid${back}` });
    },
  },
  {
    what: 'a wrong service’s code in a good state, and then the right one',
    counted: 'wrongSignIn',
    status: 410,
    says: /already/,
    async by(browser, { ada }) {
      const back = await browser.consent(await browser.start(OWNER), ada);
      await browser.get(rewritten(back, 'code', 'wrong'));
      return browser.get(back);
    },
  },
  {
    what: 'a refusal that he wrote himself',
    counted: 'wrongSignIn',
    status: 400,
    says: /You did not allow access/,
    by: async browser =>
      browser.get(callback({ error: 'access_denied', state: stateOf(await browser.start(OWNER)) })),
  },
  {
    what: 'a word of markup for an error',
    counted: 'wrongSignIn',
    status: 400,
    says: /was refused/,
    by: async browser => browser.get(callback({ error: '<b>x', state: stateOf(await browser.start(OWNER)) })),
  },
  {
    what: 'the first of nine that he began',
    counted: 'wrongSignIn',
    status: 410,
    says: /already/,
    async by(browser, { ada }) {
      const first = await browser.start(OWNER);
      for (let at = 0; at < 8; at += 1) await browser.start(OWNER);
      return browser.get(await browser.consent(first, ada));
    },
  },
  {
    what: 'a guest’s code',
    counted: 'wrongSignIn',
    status: 403,
    says: /guest’s code/,
    by: async (browser, { phone }) => browser.post(OWNER, { code: await codeOf(phone, 'guest') }),
  },
  {
    what: 'a page of another site',
    counted: 'wrongRequest',
    status: 403,
    says: /Another website/,
    by: browser => browser.post(OWNER, {}, { origin: 'http://elsewhere.invalid' }),
  },
  {
    what: 'a form of another site, without its name',
    counted: 'wrongRequest',
    status: 403,
    says: /Another website/,
    by: browser => browser.post('/pair/address', { address: 'x' }, { 'sec-fetch-site': 'cross-site' }),
  },
  {
    what: 'a code, from a page of another site',
    counted: 'wrongRequest',
    status: 403,
    says: /Another website/,
    by: browser => browser.post('/pair/code', { code: '<b>' }, { origin: 'null' }),
  },
  {
    what: 'by a name of his own',
    counted: 'wrongRequest',
    status: 421,
    says: /TONEARM_REDIRECT_URI/,
    by: browser => browser.get('/pair', { host: 'speaker.elsewhere.invalid' }),
  },
];

/** Nobody was let in or thrown out, and the account is what it was. */
async function assertUntouched(t: Test, { rig, phone, ada }: Household, before: object): Promise<void> {
  t.strictSame(credentialsOf(rig), before);
  t.match(phone.state, { pairing: 'paired', account: { id: ada }, silenceReason: null });
  t.match(await phone.call('access.list'), { clients: [{ self: true }] });
  t.equal(((await phone.call('access.list'))['clients'] as unknown[]).length, 1);
}

/** How often this was counted by `/metrics`. */
async function countOf(url: string, what: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`tonearm_incidents_total\\{what="${what}"\\} (\\d+)`).exec(text)?.[1]);
}

test('Strangers gain nothing from a speaker that plays', async t => {
  const household = await createHousehold(t);
  const { rig, agent, told, ada } = household;
  const before = credentialsOf(rig);
  let revoked = 0;
  for (const [at, { what, status, says, by, ...attempt }] of AT_A_PAIRED_SPEAKER.entries()) {
    const page = await by(createPairingBrowser(rig, agent.url, `127.0.1.${at + 1}`), household);
    t.match(page, { status, text: says, token: null }, what);
    revoked += attempt.revoked ?? 0;
    t.equal(rig.sandbox.requests.count('revoke'), revoked, `${what}: what he was granted`);
    await assertUntouched(t, household, before);
  }
  for (const counted of ['wrongSignIn', 'wrongRequest'] as const) {
    const rows = AT_A_PAIRED_SPEAKER.filter(row => row.counted === counted);
    // One of them tries twice.
    const twice = rows.filter(({ what }) => what.endsWith('and then the right one')).length;
    t.equal(await countOf(agent.url, counted), rows.length + twice, counted);
  }
  t.match(await agent.line(/turned away/), { what: 'wrongSignIn', peer: /^127\.0\.1\.\d+$/ });
  t.notMatch(agent.stdout, /Pairing failed/, 'no line each');
  t.strictSame(told, []);
  const home = createPairingBrowser(rig, agent.url);
  t.match(await home.signIn(OWNER, ada), { status: 200, token: /./ }, 'none of it kept its listener out');
});

test('a stranger writes refusals by the hundred: one line, with his address', async t => {
  const rig = await createRig(t);
  const agent = await rig.start();
  await rig.pair(agent);
  const stranger = createPairingBrowser(rig, agent.url, '127.0.0.9');
  for (let at = 0; at < 100; at += 1) {
    const state = stateOf(await stranger.start(OWNER));
    t.match(await stranger.get(callback({ error: 'unauthorized_client', state })), { status: 400 });
  }
  t.equal(await countOf(agent.url, 'wrongSignIn'), 100);
  t.match(await agent.line(/turned away/), { level: 'warn', what: 'wrongSignIn', peer: '127.0.0.9' });
  const worried = agent.stdout.split('\n').filter(line => /"level":"(warn|error)"/.test(line));
  t.equal(worried.filter(line => /127\.0\.0\.9|Pairing|TONEARM_/.test(line)).length, 1);
});

test('one address tries again and again; those behind others do not wait', async t => {
  const { rig, agent, ada, mallory, phone } = await createHousehold(t);
  const stranger = createPairingBrowser(rig, agent.url, '127.0.0.9');
  const statuses: number[] = [];
  for (let at = 0; at < 5; at += 1) statuses.push((await stranger.signIn(OWNER, mallory)).status);
  t.strictSame(statuses, [403, 403, 403, 429, 429]);
  t.equal(rig.sandbox.requests.count('token'), 4, 'the service hears of no more');
  // He holds as many sign-ins open as there may be, from as many addresses as it takes.
  for (let at = 0; at < 256; at += 1)
    await createPairingBrowser(rig, agent.url, `127.0.2.${1 + Math.floor(at / 8)}`).start(OWNER);
  const home = createPairingBrowser(rig, agent.url, '127.0.0.3');
  t.match(await home.post(OWNER), { status: 429, text: /Too many sign-ins/ });
  const code = await codeOf(phone);
  t.match(
    await home.signIn(OWNER, ada, code),
    { status: 200, token: /./ },
    'an owner’s code has places of its own',
  );
  t.match(await agent.line(/turned away/), { level: 'warn', what: 'wrongSignIn', peer: '127.0.0.9' });
  t.ok((await countOf(agent.url, 'tooManySignIns')) >= 3);
});

test('a sign-in of another that is under way when the listener is back first', async t => {
  const household = await createHousehold(t);
  const { rig, agent, phone, ada, mallory } = household;
  await endPairing(household);
  const stranger = createPairingBrowser(rig, agent.url, '127.0.0.2');
  const home = createPairingBrowser(rig, agent.url, '127.0.0.3');
  const late = createPairingBrowser(rig, agent.url, '127.0.0.4');
  const [his, back, begun] = [
    await stranger.consent(await stranger.start(START), mallory),
    await home.consent(await home.start(START), ada),
    await late.consent(await late.start(START), ada),
  ];
  await rig.wire.cut();
  t.match(await stranger.get(his), { status: 502, token: null }, 'while the service is away');
  await rig.wire.mend();
  t.match(await stranger.get(his), { status: 400 }, 'its state is spent by that');
  const again = await stranger.consent(await stranger.start(START), mallory);
  rig.sandbox.faults.add('latency', { operation: 'token', value: 3_000, times: 1 });
  const slow = stranger.get(again);
  while (rig.sandbox.requests.count('token') < 2) await sleep(20);
  t.match(await home.get(back), { status: 200, token: /./ });
  t.match(await slow, { status: 410, token: null });
  t.equal(rig.sandbox.requests.count('revoke'), 1, 'his tokens are revoked');
  t.match(await late.get(begun), { status: 410 }, 'a pairing voids what else was begun');
  await phone.until('paired', ({ pairing }) => pairing === 'paired');
  t.match(phone.state.account, { id: ada });
  t.equal(((await phone.call('access.list'))['clients'] as unknown[]).length, 2);
});

test('one code, brought by a phone and a browser in the same moment, is good for one', async t => {
  const { rig, agent, phone, ada, mallory } = await createHousehold(t);
  const outcomes: string[] = [];
  // One round in which the service keeps the browser until the phone is through, and one the other way round.
  const [held, awaited] = [0, 1];
  for (let at = 0; at < 6; at += 1) {
    const friend = createPairingBrowser(rig, agent.url, `127.0.3.${at + 1}`);
    const code = await codeOf(phone);
    // Another listener than the one there is.
    const other = phone.state.account?.id === ada ? mallory : ada;
    const back = await friend.consent(await friend.start(OWNER, code), other);
    const before = ((await phone.call('access.list'))['clients'] as unknown[]).length;
    const asked = rig.sandbox.requests.count('token');
    if (at === held) rig.sandbox.faults.add('latency', { operation: 'token', value: 5_000, times: 1 });
    const page = friend.get(back);
    if (at === held) while (rig.sandbox.requests.count('token') === asked) await sleep(20);
    else if (at === awaited) await page;
    // In between it is anybody's: the browser has more ways to go, and the phone begins so much later.
    else await sleep(at * 4);
    const claimed = await callByHttp(agent.url, '', 'access.claim', { code, name: `phone ${at}` });
    const { status } = await page;
    const byPhone = claimed.result !== undefined;
    outcomes.push(byPhone ? 'phone' : 'browser');
    t.equal(status, byPhone ? 403 : 200, `${at}: ${JSON.stringify(claimed.error)}`);
    t.equal(((await phone.call('access.list'))['clients'] as unknown[]).length, before + 1);
    if (!byPhone) await phone.until('his', ({ account }) => account?.id === other);
  }
  t.strictSame([outcomes[held], outcomes[awaited]], ['phone', 'browser'], outcomes.join());
});

test('the code of an owner who has been revoked meanwhile', async t => {
  const { rig, agent, phone, ada, mallory } = await createHousehold(t);
  const { token, id } = (
    await callByHttp(agent.url, '', 'access.claim', { code: await codeOf(phone), name: 'Bob' })
  ).result as { token: string; id: string };
  const bob = await rig.phone(agent, token, 'Bob');
  const friend = createPairingBrowser(rig, agent.url, '127.0.0.2');
  const code = await codeOf(bob);
  const back = await friend.consent(await friend.start(OWNER, code), mallory);
  await phone.call('access.revoke', { id });
  t.match(await friend.get(back), { status: 403, text: /This code is no longer valid/, token: null });
  t.equal(rig.sandbox.requests.count('revoke'), 1);
  t.match(await friend.post(OWNER, { code }), { status: 403 });
  t.match(phone.state, { pairing: 'paired', account: { id: ada } });
});

test('cookies of another browser, and of another callback, show no token', async t => {
  const { rig, agent, ada } = await createHousehold(t);
  const [home, other] = [
    createPairingBrowser(rig, agent.url, '127.0.0.2'),
    createPairingBrowser(rig, agent.url, '127.0.0.3'),
  ];
  const [mine, theirs] = [
    await home.consent(await home.start(OWNER), ada),
    await other.consent(await other.start(OWNER), ada),
  ];
  const [page, twin, seen] = await Promise.all([home.get(mine), other.get(theirs), other.get(mine)]);
  t.match([page, twin], [{ token: /./ }, { token: /./ }], 'two browsers at once');
  t.not(page.token, twin.token);
  t.match(seen, { status: 200, token: null }, 'while it is under way');
  t.match(await other.get(mine), { status: 200, token: null }, 'with a cookie of its own sign-in');
  const forged = { cookie: 'tonearm-pair-=x; tonearm-pair-__proto__=y; =; ;;' };
  t.match(await other.get(mine, forged), { status: 200, token: null });
  t.match(await other.get(rewritten(mine, 'code', 'other')), { status: 410, token: null });
  t.equal((await home.get(mine)).token, page.token);
});

test('an owner signs out while somebody signs in', async t => {
  const { rig, agent, phone, ada } = await createHousehold(t);
  const home = createPairingBrowser(rig, agent.url, '127.0.0.2');
  const pending = await home.consent(await home.start(OWNER), ada);
  const back = await home.consent(await home.start(OWNER), ada);
  rig.sandbox.faults.add('latency', { operation: 'token', value: 3_000, times: 1 });
  const page = home.get(back);
  while (rig.sandbox.requests.count('token') < 2) await sleep(20);
  await phone.call('system.unpair');
  t.match(await page, { status: 400, text: /An owner signed it out/, token: null });
  t.match(await home.get(pending), { status: 400, token: null }, 'nor does what was begun before');
  t.equal(rig.sandbox.requests.count('revoke'), 2, 'nobody is left with a grant');
  t.match(await (await fetch(`${agent.url}/healthz`)).json(), { pairing: 'unpaired' });
});

test('tonearm pair beside a browser that pairs', async t => {
  const household = await createHousehold(t);
  const { rig, phone, agent, ada, mallory: bob } = household;
  await endPairing(household);
  const shell = connectLines(`${rig.runtimeDir}/control.sock`);
  await shell.next();
  const begun = String((await shell.call('pairing.begin')).result?.['url']);
  const home = createPairingBrowser(rig, agent.url, '127.0.0.2');
  const hers = await home.consent(await home.start(START), ada);
  const stranger = createPairingBrowser(rig, agent.url, '127.0.0.3');
  const address = await stranger.consent(begun, bob);
  t.match(await stranger.get(address), { status: 200, text: /into the terminal/, token: null });
  t.match(await stranger.post('/pair/address', { address }), { status: 200, token: null });
  t.match(await home.get(hers), { status: 200, token: /./ }, 'neither is in the other’s way');
  t.match(await stranger.get(address), { status: 200, text: /into the terminal/, token: null });
  const finished = await shell.call('pairing.finish', { address });
  t.match(finished.result, { type: 'paired', isNew: true });
  await phone.until('his', ({ account }) => account?.id === bob);
  t.equal(((await phone.call('access.list'))['clients'] as unknown[]).length, 2, 'phones stay');
  t.match((await shell.call('pairing.finish', { address })).result, { type: 'notIt' }, 'once');
  t.match(await stranger.get(address), { status: 410, token: null });
  shell.socket.destroy();
});

test('a disk that refuses another listener’s tokens: the first one plays on', async t => {
  const { rig, agent, phone, told, ada, mallory: bob } = await createHousehold(t);
  const friend = createPairingBrowser(rig, agent.url, '127.0.0.2');
  const code = await codeOf(phone);
  const back = await friend.consent(await friend.start(OWNER, code), bob);
  const before = credentialsOf(rig);
  const away = `${rig.stateDir}-away`;
  renameSync(rig.stateDir, away);
  t.match(await friend.get(back), { status: 500, text: /could not save/, token: null });
  renameSync(away, rig.stateDir);
  t.match(phone.state, { pairing: 'paired', account: { id: ada }, silenceReason: null });
  t.match(await phone.ask('library.profile'), { result: { id: ada } });
  t.equal(rig.sandbox.requests.count('revoke'), 1, 'the newcomer’s');
  t.strictSame(
    told.filter(({ what }) => what === 'listener'),
    [],
  );
  const again = await friend.signIn(OWNER, bob, code);
  t.match(again, { status: 200, token: /./ }, 'the code is good still');
  await phone.until('his', ({ account }) => account?.id === bob);
  t.not(credentialsOf(rig)['refreshToken'], before['refreshToken']);
});

test('64 phones, and a disk that refuses: nobody is half admitted, nobody is lost', async t => {
  const rig = await createRig(t);
  const { agent, token } = await rig.ready();
  await agent.end('SIGTERM');
  const path = join(rig.stateDir, 'clients.json');
  const kept = JSON.parse(readFileSync(path, 'utf8')) as { clients: object[] };
  const aPhone = (at: number) => ({
    ...{ id: `phone-${at}`, name: `phone ${at}`, role: 'owner', createdMs: 1_000 + at },
    verifier: keysOf(`token-of-${at}`),
  });
  const clients = [...kept.clients, ...Array.from({ length: 63 }, (_, at) => aPhone(at))];
  writeFileSync(path, JSON.stringify({ ...kept, clients }));
  const next = await rig.start();
  const first = await rig.phone(next, 'token-of-0');
  const listed = async () =>
    ((await first.call('access.list'))['clients'] as { name: string }[]).map(({ name }) => name);
  const all = await listed();
  t.equal(all.length, 64);
  const home = createPairingBrowser(rig, next.url);
  const back = await home.consent(await home.start(OWNER));
  const code = await codeOf(first);
  const claim = () => callByHttp(next.url, '', 'access.claim', { code, name: 'one more' });
  t.match((await claim()).error, { code: 1003 });
  // The account can be kept, the clients cannot.
  renameSync(path, `${path}-away`);
  mkdirSync(path);
  t.match(await home.get(back), { status: 200, token: null, text: /could not be let in/ });
  t.strictSame(await listed(), all);
  rmdirSync(path);
  renameSync(`${path}-away`, path);
  t.match(await home.signIn(OWNER), { status: 200, token: /./ });
  const after = await listed();
  t.equal(after.length, 64);
  t.notOk(after.includes('phone 1'), 'the longest unseen');
  t.match(await first.ask('state.get'), { result: {} });
  t.match(await callByHttp(next.url, 'token-of-1', 'state.get'), { error: { code: 1001 } });
  t.match(await callByHttp(next.url, token, 'state.get'), { result: {} });
});

test('two who pair a speaker that is nobody’s at once: it is of the first, alone', async t => {
  const rig = await createRig(t);
  const agent = await rig.start({ TONEARM_CONTROL_TOKEN: 'fixed-token-of-the-house' });
  const [ada = { id: '' }, mallory = { id: '' }] = rig.sandbox.listeners;
  const [home, stranger] = [
    createPairingBrowser(rig, agent.url, '127.0.0.2'),
    createPairingBrowser(rig, agent.url, '127.0.0.3'),
  ];
  const backs = [
    await home.consent(await home.start(START), ada.id),
    await stranger.consent(await stranger.start(START), mallory.id),
  ] as const;
  const pages = await Promise.all([home.get(backs[0]), stranger.get(backs[1])]);
  const winner = pages.findIndex(({ status }) => status === 200);
  t.match(pages[winner], { status: 200, token: /./ });
  t.match(pages[1 - winner], { status: 410, token: null });
  t.equal(rig.sandbox.requests.count('revoke'), 1, 'the other one’s tokens are revoked');
  t.equal(credentialsOf(rig)['profileId'], [ada, mallory][winner]?.id);
  const phone = await rig.phone(agent, 'fixed-token-of-the-house');
  t.equal(((await phone.call('access.list'))['clients'] as unknown[]).length, 1);
});

test('the service does not say who a stranger is: he gets nothing, paired or not', async t => {
  const rig = await createRig(t);
  const agent = await rig.start();
  const [, mallory = { id: '' }] = rig.sandbox.listeners;
  const stranger = createPairingBrowser(rig, agent.url, '127.0.0.2');
  const back = await stranger.consent(await stranger.start(START), mallory.id);
  rig.sandbox.faults.add('status', { operation: 'profile', value: 500, times: 99 });
  const page = await stranger.get(back);
  t.match(page, { status: 502, token: null, text: /did not say who you are/ });
  t.match(await stranger.get(back), { status: 400, token: null }, 'nor by the same callback again');
  t.match(await (await fetch(`${agent.url}/healthz`)).json(), { pairing: 'unpaired' });
  rig.sandbox.faults.clear();
  const token = await rig.pair(agent);
  const before = credentialsOf(rig);
  const again = await stranger.consent(await stranger.start(OWNER), mallory.id);
  rig.sandbox.faults.add('graphqlError', { operation: 'profile', times: 99 });
  t.match(await stranger.get(again), { status: 502, token: null });
  rig.sandbox.faults.clear();
  t.strictSame(credentialsOf(rig), before);
  const phone = await rig.phone(agent, token);
  t.equal(((await phone.call('access.list'))['clients'] as unknown[]).length, 1);
});

test('ten exchanges a minute reach the service, whoever asks first; an owner’s code does not wait', async t => {
  const { rig, agent, phone, ada, mallory } = await createHousehold(t);
  const asked = rig.sandbox.requests.count('token');
  const statuses: number[] = [];
  for (let at = 0; at < 12; at += 1) {
    const stranger = createPairingBrowser(rig, agent.url, `127.0.4.${at + 1}`);
    statuses.push((await stranger.signIn(OWNER, mallory)).status);
  }
  // The pairing itself was the first of ten.
  t.strictSame(statuses, [...Array.from({ length: 9 }, () => 403), 429, 429, 429]);
  t.equal(rig.sandbox.requests.count('token') - asked, 9);
  const friend = createPairingBrowser(rig, agent.url, '127.0.4.200');
  t.match(await friend.signIn(OWNER, ada, await codeOf(phone)), { status: 200, token: /./ });
});

test('the agent is stopped, and killed, in the middle of a change of its listener', async t => {
  const household = await createHousehold(t);
  const { rig, token, ada, mallory: bob } = household;
  const before = credentialsOf(rig);
  let { agent } = household;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const phone = await rig.phone(agent, token, signal);
    const friend = createPairingBrowser(rig, agent.url, '127.0.0.2');
    const back = await friend.consent(await friend.start(OWNER, await codeOf(phone)), bob);
    rig.sandbox.faults.add('latency', { operation: 'token', value: 20_000, times: 1 });
    const asked = rig.sandbox.requests.count('token');
    const page = friend.get(back).catch(() => null);
    while (rig.sandbox.requests.count('token') === asked) await sleep(20);
    await agent.end(signal);
    rig.sandbox.faults.clear();
    t.notOk((await page)?.token, signal);
    t.match(credentialsOf(rig), { refreshToken: before['refreshToken'], profileId: ada });
    agent = await rig.start();
    t.match((await rig.phone(agent, token, signal)).state, { pairing: 'paired', account: { id: ada } });
    const later = await createPairingBrowser(rig, agent.url).get(back);
    t.match(later, { status: 410, token: null }, 'no state outlives the process');
  }
});
