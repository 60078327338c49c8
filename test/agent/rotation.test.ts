/** Renewals at a service that rotates refresh tokens and ends the grant when an old one comes back (oidc-provider). */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { isSounding, type Phone } from '../fakes/phones/phone.js';
import { aStation, skip } from '../rigs/agent/rig.js';
import { createDice, killWhole } from '../rigs/agent/story.js';
import { until } from '../rigs/agent/fault-row.js';
import { createOidcRig } from '../rigs/agent/oidc.js';

t.jobs = 2;
const options = { skip, buffered: true, timeout: 240_000 };
t.setTimeout(400_000);
const HOUR_MS = 3_600_000;

/** Asked until there is an answer: a machine with much to do is no fault of the pairing. */
async function profileOf(phone: Phone): Promise<void> {
  for (;;) {
    const { error } = await phone.ask('library.profile');
    if (error === undefined) return;
    if (error.code !== 2007) throw new Error(JSON.stringify(error));
  }
}

t.test('two hundred renewals while it plays', { ...options }, async t => {
  const { rig, service, ready, start, refreshToken } = await createOidcRig(t, { trackSeconds: 60 });
  const testbed = await ready();
  let { agent, phone } = testbed;
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  // What is rejected is asked twice: of more than this a process would ask less.
  for (const enough of [50, 100, 150, 200]) {
    while (service.renewals.length < enough) {
      service.expireAccessTokens();
      await profileOf(phone);
    }
    await phone.until(`sounding after ${enough}`, isSounding);
    await agent.end('SIGTERM');
    t.strictSame(service.live(), [refreshToken()], 'none but what is on the disk');
    agent = await start();
    phone = await rig.phone(agent, testbed.token);
  }
  await profileOf(phone);
  t.strictSame([...new Set(service.renewals)], ['granted']);
  t.equal(service.endedGrants, 0);
});

t.test(
  'a stop waits for the answer to a renewal that was sent, mpv being silent',
  { ...options },
  async t => {
    const { rig, service, start, ready, refreshToken } = await createOidcRig(t);
    const { agent, phone, token } = await ready();
    service.expireAccessTokens();
    let release = () => {};
    service.answers({ until: new Promise<void>(resolve => (release = resolve)) });
    void phone.ask('library.profile').catch(() => undefined);
    await until('renewed by the provider', () => service.renewals.length === 1);
    agent.child.kill('SIGTERM');
    await until('without its player', () => agent.players().length === 0);
    t.notOk(service.live().includes(refreshToken()), 'what is on the disk is spent');
    release();
    await agent.ended;
    t.strictSame(service.live(), [refreshToken()], 'the token that came of it is kept');
    service.expireAccessTokens();
    await profileOf(await rig.phone(await start(), token));
    t.strictSame(service.renewals, ['granted', 'granted']);
  },
);

t.test('an answer cut off: asked again at once, for who waits', { ...options }, async t => {
  const { service, ready, refreshToken } = await createOidcRig(t, { graceMs: 60_000 });
  const { phone } = await ready();
  service.expireAccessTokens();
  service.answers('cut', 'cut');
  await profileOf(phone);
  t.equal(service.renewals.length, 3);
  t.ok(service.live().includes(refreshToken()));
  t.equal(service.endedGrants, 0);
});

t.test('an answer cut off ahead of time: asked again although nobody waits', { ...options }, async t => {
  const { service, ready, refreshToken } = await createOidcRig(t, {
    graceMs: 60_000,
    accessTokenSeconds: 10,
  });
  const { phone } = await ready();
  service.answers('cut', 'cut', 'cut');
  while (service.renewals.length === 0) {
    await phone.call('library.profile');
    await sleep(100);
  }
  await until('asked three times more', () => service.renewals.length === 4);
  await until('kept', () => service.live().includes(refreshToken()));
  t.equal(service.endedGrants, 0);
});

t.test('killed before the answer came: asked again at the next start', { ...options }, async t => {
  const { service, ready, start, refreshToken } = await createOidcRig(t, { graceMs: 60_000 });
  const { agent, phone } = await ready();
  service.expireAccessTokens();
  service.answers({ heldMs: HOUR_MS });
  void phone.ask('library.profile').catch(() => undefined);
  await until('renewed by the provider', () => service.renewals.length === 1);
  await agent.end();
  t.notOk(service.live().includes(refreshToken()), 'what is on the disk is spent');
  await start();
  await until('kept', () => service.live().includes(refreshToken()));
  t.equal(service.endedGrants, 0);
});

for (const [what, heldMs] of [
  ['soon', 500],
  ['when nobody waits for it any more', 5_000],
] as const) {
  t.test(`signing out during a renewal revokes what comes of it, ${what}`, { ...options }, async t => {
    const { service, ready } = await createOidcRig(t);
    const { phone } = await ready();
    service.expireAccessTokens();
    service.answers({ heldMs });
    void phone.ask('library.profile').catch(() => undefined);
    await until('renewed by the provider', () => service.renewals.length === 1);
    t.match(await phone.ask('system.unpair'), { result: {} });
    t.equal(phone.state.pairing, 'unpaired');
    await until('revoked', () => service.live().length === 0);
  });
}

t.test('stopped and killed at any moment of a renewal', { ...options }, async t => {
  const dice = createDice(31);
  const { rig, service, ready, start } = await createOidcRig(t, { graceMs: 60_000, trackSeconds: 60 });
  const testbed = await ready();
  let { agent, phone } = testbed;
  await phone.play({ sourceId: aStation(rig.sandbox) });
  service.answersBy(() => (dice() < 0.2 ? 'cut' : { heldMs: dice() * 400 }));
  for (let round = 0; round < 6; round += 1) {
    service.expireAccessTokens();
    void phone.ask('library.profile').catch(() => undefined);
    await sleep(dice() * 800);
    if (dice() < 0.5) await killWhole(agent);
    else await agent.end('SIGTERM');
    agent = await start();
    phone = await rig.phone(agent, testbed.token);
    await phone.until(`sounding in round ${round}`, isSounding);
    await profileOf(phone);
  }
  t.strictSame(
    service.renewals.filter(outcome => outcome !== 'granted'),
    [],
  );
  t.equal(service.endedGrants, 0);
});
