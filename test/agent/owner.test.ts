/** Whose speaker it is: what a stranger in the network tries, and what the household loses by it: nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { createPairingBrowser } from '../rigs/agent/browser.js';
import { codeOf, createHousehold, credentialsOf, endPairing, toldTo } from '../rigs/agent/household.js';
import { createRig, testsOf } from '../rigs/agent/rig.js';
import { connectLines } from '../rigs/control/rpc.js';

t.jobs = 4;
const test = testsOf(t);

test('over night the service ended the pairing: a stranger who pairs gets nothing', async t => {
  const household = await createHousehold(t);
  const { rig, agent, phone, token, ada, mallory } = household;
  await endPairing(household);
  const before = credentialsOf(rig);
  const stranger = createPairingBrowser(rig, agent.url);
  const refused = await stranger.signIn('/pair/start', mallory);
  t.match(refused, { status: 403, text: /another account/, token: null });
  t.equal(rig.sandbox.requests.count('revoke'), 1, 'his own tokens are revoked');
  t.strictSame(credentialsOf(rig), before);
  t.match(phone.state, { pairing: 'unpaired', account: { id: ada } });
  t.match(await phone.call('access.list'), { clients: [{ self: true }] });

  const again = await rig.phone(agent, token, 'a phone of the house');
  t.match(again.state.account, { id: ada }, 'every phone is still admitted');
  const home = createPairingBrowser(rig, agent.url);
  const welcome = await home.signIn('/pair/start', ada);
  t.match(welcome, { status: 200, token: /./, text: new RegExp(String(phone.state.account?.name)) });
  await phone.until('paired', ({ pairing }) => pairing === 'paired');
  await phone.play();
  t.equal(((await phone.call('access.list'))['clients'] as unknown[]).length, 2);
});

test('the listener is remembered through a restart, until an owner signs out', async t => {
  const household = await createHousehold(t);
  const { rig, agent, token, ada, mallory } = household;
  await endPairing(household);
  await agent.end();
  const next = await rig.start();
  const home = createPairingBrowser(rig, next.url);
  t.match(await home.get('/pair'), { status: 200, text: /is signed out/ });
  t.match(await home.signIn('/pair/start', mallory), { status: 403 });
  t.match(await home.signIn('/pair/start', ada), { status: 200, token: /./ });
  const owner = await rig.phone(next, token);
  await owner.call('system.unpair');
  t.match(await home.signIn('/pair/start', mallory), { status: 200, token: /./ }, 'then it is nobody’s');
});

test('a browser that lost its token signs in as the listener, while it plays', async t => {
  const { rig, agent, phone, told, ada, mallory } = await createHousehold(t);
  const { revision } = phone;
  const [home, stranger] = [createPairingBrowser(rig, agent.url), createPairingBrowser(rig, agent.url)];
  const gone = await home.get('/pair');
  t.match(gone, { status: 410, text: /action="\/pair\/owner"/ });
  t.match(gone.text, /Küche &amp; Bad/);
  t.match(await home.post('/pair/start'), { status: 410 });
  t.match(await stranger.signIn('/pair/owner', mallory), { status: 403, token: null });
  t.equal(rig.sandbox.requests.count('revoke'), 1);

  const back = await home.consent(await home.start('/pair/owner'), ada);
  const welcome = await home.get(back);
  t.match(welcome, { status: 200, token: /./ });
  const admitted = await rig.phone(agent, welcome.token ?? '', 'found again');
  t.match(await admitted.call('access.list'), {
    clients: [{ role: 'owner' }, { role: 'owner', self: true }],
  });
  t.equal((await home.get(back)).text, welcome.text, 'the same browser again');
  const peeping = await stranger.get(back);
  t.match(peeping, { status: 200, token: null }, 'the address alone is worth nothing');
  t.match(await stranger.post('/pair/address', { address: back }), { status: 200, token: null });

  t.match(phone.state, { pairing: 'paired', silenceReason: null }, 'the music went on');
  t.strictSame(
    phone.seen.filter(seen => seen.revision > revision && 'pairing' in seen.changes),
    [],
  );
  t.match(told, [{ what: 'admitted' }]);
  t.equal(rig.sandbox.requests.count('revoke'), 1, 'older tokens are forgotten, not revoked');
  rig.sandbox.expireAccessTokens();
  t.match(await phone.ask('library.profile'), { result: {} }, 'the newer ones are in use');
  t.match(await agent.line(/^A browser signed in as the listener/), { listener: 'same' });
});

test('another listener, by an owner’s code: phones stay, and every owner is told', async t => {
  const household = await createHousehold(t);
  const { rig, agent, phone, token, told, mallory: bob } = household;
  const toldToo = toldTo(await rig.phone(agent, token, 'another of the house'));
  await endPairing(household);
  const friend = createPairingBrowser(rig, agent.url);
  const guests = await codeOf(phone, 'guest');
  t.match(await friend.post('/pair/start', { code: guests }), { status: 403, text: /guest’s code/ });
  const code = await codeOf(phone);
  const welcome = await friend.signIn('/pair/start', bob, `${code.slice(0, 3)} ${code.slice(3)}`);
  t.match(welcome, { status: 200, token: /./ });
  await phone.until('another account', ({ account }) => account?.id === bob);
  t.match(phone.state, { pairing: 'paired', item: null, source: null });
  const changed = told.find(({ what }) => what === 'listener');
  t.strictSame(changed, { what: 'listener', name: phone.state.account?.name, by: 'Web browser' });
  t.strictSame(
    toldToo.filter(({ what }) => what === 'listener'),
    [changed],
  );
  const admitted = { what: 'admitted', name: 'Web browser 2', by: 'Web browser' };
  t.strictSame(told.filter(({ what }) => what === 'admitted').slice(-1), [admitted]);
  const { clients } = (await phone.call('access.list')) as { clients: { id: string }[] };
  t.match(clients, [{ self: true }, { name: 'Web browser 2', invitedBy: clients[0]?.id }]);
  t.match(await friend.post('/pair/owner', { code }), { status: 403, text: /already used/ }, 'it is spent');
  const log = await agent.line(/^The speaker was paired\.$/);
  t.match(log, { listener: 'none' });
  t.match(agent.stdout, /"listener":"other","right":"code","by":"Web browser"/);
  t.notMatch(agent.stdout, new RegExp(`\\b${code}\\b`));
});

test('tonearm pair: owners are told, also where the account is the same', async t => {
  const household = await createHousehold(t);
  const { rig, agent, told, phone, ada } = household;
  const lines = connectLines(`${rig.runtimeDir}/control.sock`);
  t.teardown(() => lines.socket.destroy());
  await lines.next();
  const browser = createPairingBrowser(rig, agent.url, '127.0.0.9');
  const pair = async () => {
    const url = String((await lines.call('pairing.begin')).result?.['url']);
    const address = `${agent.url}${await browser.consent(url, ada)}`;
    return (await lines.call('pairing.finish', { address })).result;
  };
  await endPairing(household);
  t.match(await pair(), { type: 'paired', isNew: false });
  await phone.until('paired', ({ pairing }) => pairing === 'paired');
  t.match(await pair(), { type: 'paired', isNew: false }, 'again, while it is');
  await phone.ask('state.get');
  const change = { what: 'listener', name: phone.state.account?.name, by: 'tonearm pair' };
  t.strictSame(told, [change, change]);
  const log = await agent.line(/signed in as the listener/);
  t.match(log, { what: 'signedIn', peer: 'local', by: 'tonearm pair', msg: /^A browser/ });
});

test('whoever guesses codes waits alone; the right link is taken all the same', async t => {
  const household = await createHousehold(t);
  const { rig, agent, phone, mallory: bob } = household;
  await endPairing(household);
  const [guesser, friend] = [
    createPairingBrowser(rig, agent.url, '127.0.0.2'),
    createPairingBrowser(rig, agent.url, '127.0.0.3'),
  ];
  const link = String((await phone.call('access.invite', { role: 'owner' }))['link']);
  const code = await codeOf(phone);
  const wrong = ['000001', '000002', '000003', '000004', '000005'].filter(each => each !== code);
  for (const each of wrong.slice(0, 3))
    t.match(await guesser.post('/pair/start', { code: each }), { status: 403, text: /wrong, already used/ });
  t.match(await guesser.post('/pair/start', { code: wrong[3] ?? '' }), { status: 429, text: /wrong codes/ });
  t.match(await guesser.post('/pair/start', { code }), { status: 429 }, 'nor is he told which is right');
  const address = await friend.start('/pair/start', code);
  t.match(address, /\/oauth\/v1\/authorize\?/, 'another peer does not wait');
  t.match(await guesser.signIn('/pair/start', bob, link), { status: 200, token: /./ }, 'his link is good');
});

test('TONEARM_PAIRING=code: who has no code has no speaker', async t => {
  const rig = await createRig(t);
  const agent = await rig.start({
    TONEARM_PAIRING: 'code',
    TONEARM_CONTROL_TOKEN: 'fixed-token-of-the-house',
  });
  const browser = createPairingBrowser(rig, agent.url);
  t.match(await browser.get('/pair'), { status: 200, text: /code of an owner’s invitation/ });
  t.match(await browser.post('/pair/start'), { status: 403 });
  const owner = await rig.phone(agent, 'fixed-token-of-the-house', 'house');
  t.match(await browser.signIn('/pair/start', undefined, await codeOf(owner)), { status: 200, token: /./ });
});

test('the service does not say who it is: 502, and what is, stays', async t => {
  const { rig, agent, phone, ada } = await createHousehold(t);
  const before = credentialsOf(rig);
  const home = createPairingBrowser(rig, agent.url);
  const back = await home.consent(await home.start('/pair/owner'), ada);
  rig.sandbox.faults.add('blackHole', { operation: 'profile', times: 10 });
  const page = await home.get(back);
  t.match(page, { status: 502, token: null, text: /did not say who you are/ });
  rig.sandbox.faults.clear();
  t.strictSame(credentialsOf(rig), before);
  t.equal(rig.sandbox.requests.count('revoke'), 0);
  t.match(phone.state, { pairing: 'paired' });
  t.match(await home.signIn('/pair/owner', ada), { status: 200, token: /./ });
});

test('a renewal under way while its listener signs in', async t => {
  const { rig, agent, phone, ada } = await createHousehold(t);
  const home = createPairingBrowser(rig, agent.url);
  const back = await home.consent(await home.start('/pair/owner'), ada);
  rig.sandbox.faults.add('slowRefresh', { value: 4_000, times: 1 });
  rig.sandbox.expireAccessTokens();
  const waiting = phone.ask('library.profile');
  while (rig.sandbox.requests.count('refresh') === 0) await sleep(20);
  t.match(await home.get(back), { status: 200, token: /./ });
  const newer = credentialsOf(rig)['refreshToken'];
  await waiting;
  await sleep(4_000);
  t.equal(credentialsOf(rig)['refreshToken'], newer);
  t.match(await phone.ask('library.profile'), { result: {} });
  t.equal(phone.state.pairing, 'paired');
});
