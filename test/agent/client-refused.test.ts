/** A client id or secret that the service does not take (oidc-provider): what is told to whom, and what stays as it was. */
import { execFile } from 'node:child_process';
import t from 'tap';
import { aStation, skip } from '../rigs/agent/rig.js';
import { isSounding } from '../fakes/phones/phone.js';
import { until } from '../rigs/agent/fault-row.js';
import { createOidcRig } from '../rigs/agent/oidc.js';
import { PROGRAM } from '../rigs/program.js';

t.jobs = 2;
const options = { skip, buffered: true, timeout: 240_000 };
t.setTimeout(400_000);

interface Finding {
  readonly check: string;
  readonly level: string;
  readonly text: string;
  readonly remedy?: string;
}

/** What `tonearm doctor` finds about the account. */
async function examine(environment: Readonly<Record<string, string>>): Promise<readonly Finding[]> {
  const text = await new Promise<string>(resolve => {
    execFile(process.execPath, [PROGRAM, 'doctor', '--json'], { env: environment }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const { findings } = JSON.parse(text) as { readonly findings: readonly Finding[] };
  return findings.filter(({ check }) => check === 'account');
}

t.test('pairing with a wrong secret, and with none', { ...options }, async t => {
  const { service, start, environment } = await createOidcRig(t);
  for (const [secret, word, title] of [
    ['this-is-not-the-secret', 'invalid_client', /does not know this speaker/],
    // To oidc-provider it is a request with something missing.
    ['', 'invalid_client', /does not accept this speaker/],
  ] as const) {
    const agent = await start({ TONEARM_CLIENT_SECRET: secret });
    const started = await fetch(`${agent.url}/pair/start`, { method: 'POST', redirect: 'manual' });
    const back = new URL(await service.consent(started.headers.get('location') ?? ''));
    const page = await fetch(`${agent.url}${back.pathname}${back.search}`);
    const text = await page.text();
    t.equal(page.status, 400, 'the service is not at fault');
    t.match(text, title);
    t.match(text, /The person who installed the speaker needs/);
    t.match(text, /action="\/pair\/start"/, 'the way on is shown');
    t.match(await agent.line(/^Pairing failed/), {
      level: 'error',
      serviceCode: word,
      msg: /TONEARM_CLIENT_ID, TONEARM_CLIENT_SECRET/,
    });
    if (secret !== '') t.notMatch(agent.stdout + text, secret);
    const found = await examine({ ...environment, TONEARM_CLIENT_SECRET: secret });
    t.match(found.filter(({ level }) => level === 'broken' || level === 'warning')[0], {
      text: /does not accept the client id/,
      remedy: /TONEARM_CLIENT_SECRET/,
    });
    await agent.end();
  }
});

t.test(
  'an address or a client that is not registered: seen by doctor before anybody tries',
  { ...options },
  async t => {
    const { service, environment } = await createOidcRig(t);
    const sound = await examine(environment);
    t.match(sound.at(-1), { level: 'ok', text: 'the music service offers its sign-in to this speaker' });
    const elsewhere = { TONEARM_REDIRECT_URI: 'http://elsewhere.test/pair/callback' };
    const found = await examine({ ...environment, ...elsewhere });
    t.match(found.at(-1), { level: 'broken', text: /anybody sign in/, remedy: /TONEARM_REDIRECT_URI/ });
    const nobody = (await examine({ ...environment, TONEARM_CLIENT_ID: 'nobody' })).filter(
      ({ level }) => level === 'broken',
    );
    t.match(nobody, [{ remedy: /TONEARM_CLIENT_ID/ }]);
    t.equal(nobody.length, 1, 'one cause, one finding');
    await service.changeClient({ scope: 'other' });
    t.match((await examine(environment)).at(-1), { level: 'broken', text: /invalid_scope/ });
  },
);

t.test(
  'a secret changed at the service: told and waited for, and the pairing stays',
  { ...options },
  async t => {
    const { rig, service, ready, environment, start, refreshToken } = await createOidcRig(t, {
      trackSeconds: 60,
    });
    const { agent, phone, token } = await ready();
    await phone.play({ sourceId: aStation(rig.sandbox) });
    const before = refreshToken();
    await service.changeClient({ client_secret: 'the-new-secret-that-nobody-told-the-speaker' });
    service.expireAccessTokens();
    const refused = await phone.ask('library.profile');
    t.match(refused, {
      error: { code: 2006, message: /TONEARM_CLIENT_SECRET/, data: { code: 'invalid_client' } },
    });
    t.match(await agent.line(/^The tokens cannot be renewed/), {
      level: 'error',
      serviceCode: 'invalid_client',
    });
    // Sound needs the service again.
    rig.sandbox.expireAudioUrls();
    await phone.call('player.stop');
    await phone.call('player.play').catch(() => undefined);
    const told = await phone.until('told', ({ notice }) => notice !== null);
    t.match(told, {
      pairing: 'paired',
      silenceReason: 'serviceError',
      notice: { code: 'serviceError', message: /Whoever installed the speaker/ },
    });
    const found = await examine(environment);
    t.ok(
      found
        .filter(({ level }) => level === 'broken')
        .every(({ remedy = '' }) => /TONEARM_CLIENT_SECRET/.test(remedy)),
    );
    t.equal(found.filter(({ level }) => level === 'broken').length, 1);
    t.equal(refreshToken(), before);

    await service.changeClient({});
    await phone.until('sounding again', isSounding, 120_000);
    await phone.until('without the notice', ({ notice }) => notice === null);
    await until('told', () => /The tokens were renewed again/.test(agent.stdout));

    await agent.end();
    await service.changeClient({ client_secret: 'the-second-secret-that-the-speaker-is-told' });
    service.expireAccessTokens();
    const again = await start({ TONEARM_CLIENT_SECRET: 'the-second-secret-that-the-speaker-is-told' });
    const back = await rig.phone(again, token);
    await back.until('sounding', isSounding);
    t.equal(service.endedGrants, 0);
  },
);
