/** How the speaker shows itself to OAuth servers that read it otherwise than the specification has it (oidc-provider). */
import t from 'tap';
import { pairAsBrowser, aStation, skip } from '../rigs/agent/rig.js';
import { isSounding } from '../fakes/phones/phone.js';
import { createOidcRig } from '../rigs/agent/oidc.js';

t.jobs = 2;
const options = { skip, buffered: true, timeout: 240_000 };
t.setTimeout(400_000);

for (const [what, client, secret] of [
  ['no secret', { token_endpoint_auth_method: 'none', client_secret: undefined }, ''],
  ['a secret that only the form may bear', { token_endpoint_auth_method: 'client_secret_post' }, null],
] as const) {
  t.test(`A client with ${what} pairs, renews and signs out`, { ...options }, async t => {
    const { rig, service, start } = await createOidcRig(t);
    await service.changeClient(client);
    const agent = await start(secret === null ? {} : { TONEARM_CLIENT_SECRET: secret });
    const phone = await rig.phone(agent, await pairAsBrowser(agent.url, service.consent));
    service.expireAccessTokens();
    t.match(await phone.ask('library.profile'), { result: { id: /./ } });
    t.strictSame(service.renewals, ['granted']);
    t.equal(service.endedGrants, 0);
    await phone.call('system.unpair');
    t.equal(service.endedGrants, 1, 'the grant is revoked');
    t.strictSame(service.live(), []);
  });
}

t.test('The same listener signs in again and ends every wait', { ...options }, async t => {
  const { rig, service, ready } = await createOidcRig(t, { trackSeconds: 60 });
  const { agent, phone } = await ready();
  await phone.play({ sourceId: aStation(rig.sandbox) });
  // Long enough that nothing but the sign-in can end it.
  service.answersBy(() => ({ retryAfterS: 3_000 }));
  await service.changeClient({ client_secret: 'the-new-secret-that-nobody-told-the-speaker' });
  service.expireAccessTokens();
  rig.sandbox.expireAudioUrls();
  await phone.call('player.stop');
  await phone.call('player.play').catch(() => undefined);
  await phone.until('waiting', ({ silenceReason }) => silenceReason === 'serviceError');
  await service.changeClient({});
  const started = await fetch(`${agent.url}/pair/owner`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: agent.url },
  });
  const back = new URL(await service.consent(started.headers.get('location') ?? ''));
  const page = await fetch(`${agent.url}${back.pathname}${back.search}`);
  t.equal(page.status, 200);
  await phone.until('sounding again', isSounding, 60_000);
  await phone.until('without the notice', ({ notice }) => notice === null);
});
