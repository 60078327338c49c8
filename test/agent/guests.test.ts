/** Guests of the whole program: what they may turn up, until when they stay, and who was here before there were any. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { connectClient } from '../fakes/phones/client.js';
import { isAt, type Phone } from '../fakes/phones/phone.js';
import { endsBySignal } from '../rigs/agent/process.js';
import { aStation, createRig, filesOf, testsOf } from '../rigs/agent/rig.js';
import { callByHttp } from '../rigs/control/rpc.js';

t.jobs = 3;
const test = testsOf(t);

/** A call without a token, from an address of loopback; whatever becomes of it. */
async function callFrom(localAddress: string, url: string, call: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const asked = request(`${url}/rpc`, { method: 'POST', localAddress, headers, agent: false });
  asked.on('response', answer => answer.resume());
  asked.on('error', () => undefined);
  asked.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }));
  await once(asked, 'close');
}

async function invite(owner: Phone, url: string, terms: object, name: string): Promise<string> {
  const { code } = await owner.call('access.invite', terms);
  const { result } = await callByHttp(url, '', 'access.claim', { code, name });
  return String(result?.['token']);
}

test('a guest turns nothing up beyond his ceiling, and goes when his time is over', async t => {
  const rig = await createRig(t);
  const { agent, phone: owner, token: ownersToken } = await rig.ready({ TONEARM_VOLUME_MAX: '90' });
  const token = await invite(owner, agent.url, { volumeMax: 40, validMs: 3_600_000 }, 'Bob');
  const guest = await rig.phone(agent, token, 'whatever');
  const set = async (phone: Phone, params: object) => {
    await phone.call('player.setVolume', params);
    return phone.state.volume;
  };
  t.equal(await set(guest, { volume: 100 }), 40);
  t.equal(await set(guest, { offset: -15 }), 25);
  t.equal(await set(guest, { offset: 100 }), 40);
  t.equal(await set(owner, { volume: 100 }), 90, 'the owner’s ceiling is the speaker’s');
  await guest.until('as loud as the owner wants it', ({ volume }) => volume === 90);
  const causes = guest.seen.map(({ cause }) => cause).filter(cause => cause?.client === 'Bob');
  t.strictSame(causes.at(-1), { client: 'Bob', method: 'player.setVolume' }, 'what he is, nobody is shown');
  t.equal(await set(guest, { offset: 1 }), 40);
  t.match((await guest.ask('system.unpair')).error, { code: 1002, data: { reason: 'forbidden' } });
  t.match((await guest.ask('library.profile')).error, { code: 1002 });
  t.ok((await guest.ask('library.collection')).result);

  const leaving = await invite(owner, agent.url, { validMs: 20_000 }, 'Cleo');
  const cleo = await rig.phone(agent, leaving);
  t.equal(await cleo.client.closed, 4401);
  await t.rejects(rig.phone(agent, leaving), /unauthorized/);
  const soon = await invite(owner, agent.url, { validMs: 1_000 }, 'Dan');
  await endsBySignal(agent, 'SIGTERM');
  t.match(agent.stdout, /"client":"Bob","role":"guest","by":"Web browser","msg":"A client was admitted\."/);
  for (const secret of [token, leaving, soon, ownersToken]) t.notMatch(agent.stdout, secret);

  // Longer than Dan's time, whatever the machine does.
  await new Promise(resolve => setTimeout(resolve, 1_000));
  const again = await rig.start();
  await t.rejects(rig.phone(again, soon), /unauthorized/, 'ended while the agent was away');
  t.match((await callByHttp(again.url, ownersToken, 'access.list')).result, {
    clients: [
      { name: 'Web browser', role: 'owner' },
      { name: 'Bob', role: 'guest', volumeMax: 40, expiresAtMs: Number },
    ],
  });
  t.equal(await set(await rig.phone(again, token), { volume: 77 }), 40, 'a ceiling outlives a restart');
});

test('a guest whose every call the service refuses costs the household nothing', async t => {
  const rig = await createRig(t, { trackSeconds: 8 });
  const { agent, phone: owner } = await rig.ready();
  const token = await invite(owner, agent.url, {}, 'Bob');
  const guest = await rig.phone(agent, token, 'Bob');
  const station = aStation(rig.sandbox);
  await owner.play({ sourceId: station }, isAt(0));

  const searches = Array.from({ length: 90 }, () =>
    guest.ask('library.search', { query: 'x', types: ['ZZ'] }),
  );
  const found = (await Promise.all(searches)).map(({ error }) => error?.code);
  const refused = found.filter(code => code === 2006).length;
  // Each counts as four.
  t.ok(refused > 0 && refused <= 45 && found.includes(1003), `${refused} were asked`);
  const plays = [];
  for (let at = 0; at < 60; at += 1) {
    plays.push((await guest.ask('player.play', { sourceId: `AL:nothing-${at}` })).error?.code);
    await sleep(25);
  }
  const tried = plays.filter(code => code !== 1003).length;
  t.ok(tried + refused <= 60 && plays.at(-1) === 1003, String(plays));
  t.equal(rig.sandbox.requests.count('search'), refused);
  t.match(await agent.line(/turned away/), {
    what: 'tooManyRequests',
    peer: '127.0.0.1',
    client: 'Bob',
  });

  t.ok((await owner.ask('library.collection')).result);
  t.ok((await owner.ask('player.next')).result);
  await owner.until('the item after the next one', isAt(2));
  t.ok((await owner.ask('player.play', { sourceId: station })).result);
});

test('a guest whose every call succeeds does not use up what the service allows the household', async t => {
  const rig = await createRig(t, { trackSeconds: 60, requestsPerHour: 300 });
  const { agent, phone: owner } = await rig.ready();
  const guest = await rig.phone(agent, await invite(owner, agent.url, {}, 'Bob'), 'Bob');
  const station = aStation(rig.sandbox);
  await owner.play({ sourceId: station }, isAt(0));
  const found = [];
  for (let at = 0; at < 400; at += 1) {
    found.push((await guest.ask('library.search', { query: `a${at}` })).error?.code);
    await sleep(15);
  }
  t.equal(found[0], undefined);
  t.equal(found.at(-1), 1003);
  t.ok(rig.sandbox.requests.count('search') < 200, String(rig.sandbox.requests.count('search')));
  t.match(await agent.line(/turned away/), {
    what: 'tooManyRequests',
    peer: '127.0.0.1',
    client: 'Bob',
  });
  t.ok((await owner.ask('library.collection')).result);
  t.ok((await owner.ask('player.next')).result);
  await owner.until('the next item', isAt(1));
  t.ok((await owner.ask('player.play', { sourceId: station })).result);
});

test('a guest’s skips beyond the limit, however many, leave the owner what he needs', async t => {
  const rig = await createRig(t, { trackSeconds: 60, profile: 'full', skipLimit: 2 });
  const { agent, phone: owner } = await rig.ready({ TONEARM_SERVICE_PROFILE: 'auto' });
  const guest = await rig.phone(agent, await invite(owner, agent.url, {}, 'Bob'), 'Bob');
  const station = aStation(rig.sandbox);
  await owner.play({ sourceId: station }, isAt(0));
  const skips = [];
  for (let at = 0; at < 100; at += 1) skips.push((await guest.ask('player.next')).error?.code);
  const many = skips.filter(code => code === 2004).length;
  t.equal(many, 60);
  t.equal(skips.at(-1), 1003);
  const line = { what: 'tooManyRequestsToPlay', peer: '127.0.0.1', client: 'Bob' };
  t.match(await agent.line(/turned away/), line);
  t.match(
    await (await fetch(`${agent.url}/metrics`)).text(),
    /incidents_total{what="tooManyRequestsToPlay"} [1-9]/,
  );
  t.ok((await owner.ask('library.collection')).result);
  t.ok((await owner.ask('player.play', { sourceId: station })).result);
});

test('a guest’s waiting commands hold nobody up, and are given up with the guest', async t => {
  const rig = await createRig(t, { trackSeconds: 120 });
  const { agent, phone: owner } = await rig.ready();
  const token = await invite(owner, agent.url, {}, 'Bob');
  const guest = await rig.phone(agent, token, 'Bob');
  const station = aStation(rig.sandbox);
  const albums = rig.sandbox.catalogue.albums.filter(({ restricted }) => !restricted).slice(0, 2);
  await owner.play({ sourceId: station }, isAt(0));
  rig.sandbox.faults.add('latency', { value: 600 });
  const flood = (length = 30) =>
    Array.from({ length }, (_, at) => {
      return guest.ask('player.play', { sourceId: albums[at % 2]?.id ?? '' }).catch(() => null);
    });
  let isServed = false;
  const first = flood();
  const before = first.map(asked => asked.then(answer => !isServed && answer?.result !== undefined));
  t.ok((await owner.ask('player.next')).result);
  isServed = true;
  t.ok((await Promise.all(before)).filter(Boolean).length <= 3, 'not after ten of his');
  const refused = (await Promise.all(first)).filter(answer => answer?.error?.code === 1003);
  t.ok(refused.length >= 19, String(refused.length));
  t.match(await agent.line(/turned away/), { what: 'tooManyCalls', client: 'Bob', method: 'player.play' });

  void flood(5);
  const play = { sourceId: albums[1]?.id };
  const calls = Array.from({ length: 3 }, () => callByHttp(agent.url, token, 'player.play', play));
  await owner.until('one of his is done', ({ source }) => source?.id === albums[0]?.id);
  const { clients } = (await owner.call('access.list')) as { clients: { id: string; name: string }[] };
  await owner.call('access.revoke', { id: clients.find(({ name }) => name === 'Bob')?.id });
  t.equal(await guest.client.closed, 4401);
  for (const { error } of await Promise.all(calls))
    t.equal(error?.code, 1001, 'nothing was wrong with the service');
  t.ok((await owner.ask('player.play', { sourceId: station })).result);
  const from = owner.seen.length;
  await sleep(4_000);
  t.same(
    owner.seen.slice(from).filter(({ cause }) => cause?.client === 'Bob'),
    [],
    'nothing more is done in his name',
  );
  t.equal(owner.state.source?.id, station);
});

test('open access: commands from many addresses hold nobody up who has a token', async t => {
  const rig = await createRig(t, { trackSeconds: 120 });
  const { agent, phone: owner } = await rig.ready({ TONEARM_CONTROL_ACCESS: 'open' });
  const station = aStation(rig.sandbox);
  const albums = rig.sandbox.catalogue.albums.filter(({ restricted }) => !restricted);
  await owner.play({ sourceId: station }, isAt(0));
  rig.sandbox.faults.add('latency', { value: 600 });
  let isOver = false;
  const besiege = async (at: number) => {
    const params = { sourceId: albums[at % 4]?.id };
    while (!isOver) {
      await callFrom(`127.0.1.${at}`, agent.url, { method: 'player.play', params });
      await sleep(500);
    }
  };
  const siege = Array.from({ length: 24 }, (_, at) => besiege(at + 1));
  await agent.line(/turned away/);
  for (let round = 0; round < 4; round += 1)
    t.ok((await owner.ask('player.play', { sourceId: albums[round % 4]?.id })).result, `${round}`);
  isOver = true;
  await Promise.all(siege);
  t.match(await agent.line(/turned away/), { what: /^tooMany/, peer: /^127\.0\.1\./, client: 'http' });
});

test('whoever was admitted by the last release is an owner, by the token of then', async t => {
  const rig = await createRig(t);
  const { agent, token } = await rig.ready();
  await endsBySignal(agent, 'SIGTERM');
  const file = join(rig.stateDir, 'clients.json');
  const { clients } = JSON.parse(readFileSync(file, 'utf8')) as { clients: Record<string, unknown>[] };
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const before = clients.map(({ role: _, verifier: __, ...client }) => ({ ...client, tokenHash }));
  const old = JSON.stringify({ schema: 1, clients: before });
  writeFileSync(file, old);
  const again = await rig.start();
  const phone = await rig.phone(again, token);
  t.match(await phone.call('access.list'), { clients: [{ role: 'owner', self: true }] });
  t.match(await phone.call('access.invite', { role: 'owner' }), { code: /^\d{6}$/ });
  t.match(
    filesOf(rig.stateDir).filter(({ name }) => name === 'clients.json.schema-1'),
    [{ mode: 0o600, text: old }],
    'what the last release can read is kept',
  );

  t.comment('from then on by a proof, also after a crash; by its token as ever');
  await again.end();
  const last = await rig.start();
  const client = await connectClient(`${last.url.replace('http', 'ws')}/control`);
  t.teardown(() => client.ws.terminate());
  t.match((await client.prove(token)).result, { protocol: 2, role: 'owner' });
  await rig.phone(last, token);
  t.notMatch(readFileSync(file, 'utf8'), tokenHash, 'its keys are kept in place of the hash');
});
