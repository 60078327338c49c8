import t from 'tap';
import { isAt } from '../fakes/phones/phone.js';
import { aStation, createRig, skip } from '../rigs/agent/rig.js';

t.test('an access token that is rejected: one refresh for all who wait', { skip }, async t => {
  for (const value of [200, 400, 401]) {
    const rig = await createRig(t, { trackSeconds: 60 });
    const { phone } = await rig.ready();
    await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
    rig.sandbox.expireAccessTokens();
    rig.sandbox.faults.add('slowRefresh', { value: 500 });
    const calls = ['collection', 'recentFavorites', 'topArtists', 'profile', 'feedbacks'];
    const answers = await Promise.all([
      ...calls.map(name => phone.ask(`library.${name}`)),
      phone.ask('player.next'),
    ]);
    for (const answer of answers) t.match(answer, { result: {} });
    t.equal(rig.sandbox.requests.count('refresh'), 1);
    rig.sandbox.faults.clear();
    rig.sandbox.faults.add('unauthenticated', { value, times: 1 });
    t.match(await phone.ask('library.profile'), { result: {} }, `rejected with ${value}`);
    t.equal(rig.sandbox.requests.count('refresh'), 2);
    t.equal(phone.state.pairing, 'paired');
  }
});

t.test('tokens in the shapes that were seen; ahead of their end', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 60, accessTokenSeconds: 40 });
  for (const fault of ['quotedExpiresIn', 'authTokenField', 'omitRefreshToken'] as const) {
    rig.sandbox.faults.add(fault, fault === 'omitRefreshToken' ? { operation: 'refresh' } : {});
  }
  const { phone } = await rig.ready();
  rig.sandbox.expireAccessTokens();
  t.match(await phone.ask('library.profile'), { result: {} });
  rig.sandbox.expireAccessTokens();
  t.match(await phone.ask('library.profile'), { result: {} }, 'the old refresh token is kept');
});

t.test('the service ends the pairing: phones stay, and pairing anew goes on', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { phone, agent, token } = await rig.ready();
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  const { account } = phone.state;
  t.match(account, { id: /^LI:/, name: /\w/ }, 'whose account it is');
  rig.sandbox.revokeTokens();
  const waiting = phone.ask('library.profile');
  await phone.until('unpaired', ({ pairing }) => pairing === 'unpaired');
  t.match(await waiting, { error: { code: 2001, data: { reason: 'notPaired' } } });
  t.equal(rig.sandbox.requests.count('refresh'), 2, 'asked once more before believing it');
  t.match(phone.state, { silenceReason: 'notPaired', playbackStatus: 'paused', can: { play: false } });
  t.match(await phone.ask('player.play'), { error: { code: 2001 } });
  t.match(await phone.ask('library.search', { query: 'x' }), { error: { code: 2001 } });
  t.match(await (await fetch(`${agent.url}/healthz`)).json(), { status: 'ok', pairing: 'unpaired' });
  t.equal((await fetch(agent.url, { redirect: 'manual' })).headers.get('location'), '/pair');
  t.equal((await fetch(`${agent.url}/pair`)).status, 200);
  const other = await rig.phone(agent, token, 'still admitted');
  t.strictSame(other.state.account, account, 'whose it is still');
  t.equal(other.state.pairing, 'unpaired');

  await rig.pair(agent);
  await phone.until('paired', ({ pairing }) => pairing === 'paired');
  t.equal((await fetch(`${agent.url}/pair`)).status, 410);
  t.match(await phone.ask('library.profile'), { result: {} }, 'the first phone is still good');
  await phone.play({ sourceId: aStation(rig.sandbox) });
});

t.test('pairing that fails says so, and stays open', { skip }, async t => {
  const rig = await createRig(t);
  const agent = await rig.start();
  const start = async () => {
    const { headers } = await fetch(`${agent.url}/pair/start`, { method: 'POST', redirect: 'manual' });
    return headers.get('location') ?? '';
  };
  const visit = async (path: string) => {
    const answer = await fetch(`${agent.url}${path}`, { redirect: 'manual' });
    const text = await answer.text();
    t.match(text, /Try again/, `${path.slice(0, 30)}: the way on is shown`);
    return answer.status;
  };
  const callback = async (choice: { readonly deny?: boolean } = {}) => {
    const { pathname, search } = new URL(await rig.sandbox.consent(await start(), choice));
    return pathname + search;
  };
  t.equal(await visit('/pair/callback'), 400);
  t.equal(await visit('/pair/callback?code=x&state=unknown'), 400);
  t.equal(await visit(await callback({ deny: true })), 400);
  const good = await callback();
  t.equal(await visit(good.replace(/code=[^&]*/, 'code=wrong')), 400);
  t.equal(await visit(good), 400, 'its state is spent');
  const lost = await callback();
  await rig.wire.cut();
  t.equal(await visit(lost), 502);
  await rig.wire.mend();
  const state = new URL(await start()).searchParams;
  t.match(state.get('state'), /^[\w-]{22,}$/);
  t.match(Object.fromEntries(state), {
    response_type: 'code',
    client_id: rig.sandbox.clientId,
    scope: 'webapi',
    code_challenge: /^[\w-]{43}$/,
    code_challenge_method: 'S256',
    redirect_uri: new RegExp(`^http://[^/]+\\.local:${agent.port}/pair/callback$`),
  });
  const pasted = `http://elsewhere.test${await callback()}`;
  const answer = await fetch(`${agent.url}/pair/address`, {
    method: 'POST',
    headers: { origin: agent.url },
    body: new URLSearchParams({ address: `  ${pasted}\n` }),
  });
  t.match(await answer.text(), /\/#token=/);
  t.equal((await fetch(`${agent.url}/pair`)).status, 410);
});

t.test('An openly controlled speaker tells nobody whose account it uses', { skip }, async t => {
  const rig = await createRig(t);
  const { phone } = await rig.ready({ TONEARM_CONTROL_ACCESS: 'open' });
  t.match(phone.state, { pairing: 'paired', account: null });
});
