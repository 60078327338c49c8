import { readFileSync } from 'node:fs';
import t from 'tap';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { type AgentProcess, endsBySignal } from '../rigs/agent/process.js';
import { anAlbum, aStation, createRig, skip } from '../rigs/agent/rig.js';

const CONTROL_TOKEN = 'fixed-control-token-of-the-test';

/** What the agent and all that it started let everyone on the machine see of their command lines. */
function commandLines(agent: AgentProcess): string {
  return agent
    .family()
    .map(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    })
    .join('\n');
}

t.test('no secret gets out, however much is logged', { skip }, async t => {
  const rig = await createRig(t, {
    trackSeconds: 6,
    progressFrequency: 2,
    clientSecret: 'Secret=of+the/client',
  });
  const { faults } = rig.sandbox;
  const { agent, phone, token } = await rig.ready({
    TONEARM_LOG_LEVEL: 'trace',
    TONEARM_CONTROL_TOKEN: CONTROL_TOKEN,
  });
  const seen: string[] = [];
  const say = async (method: string, params?: unknown) =>
    seen.push(JSON.stringify(await phone.ask(method, params)));
  phone.client.ws.on('message', data => seen.push((data as Buffer).toString()));
  const other = await rig.phone(agent, CONTROL_TOKEN, 'fixed');
  other.client.ws.on('message', data => seen.push((data as Buffer).toString()));
  await t.rejects(rig.phone(agent, `${CONTROL_TOKEN}x`));

  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  let argv = commandLines(agent);
  t.match(argv, 'mpv', 'the player is among them');
  await say('system.info');
  for (const name of ['collection', 'profile', 'topArtists', 'feedbacks']) await say(`library.${name}`);
  await say('player.play', { sourceId: 'AL:none' });
  rig.sandbox.expireAccessTokens();
  await say('library.profile');
  for (const fault of [
    'status',
    'lostAnswer',
    'truncatedJson',
    'captivePortal',
    'unauthenticated',
  ] as const) {
    const end = faults.add(fault);
    await say('library.search', { query: 'x' });
    await say('player.play', { sourceId: anAlbum(rig.sandbox).id });
    end();
  }
  for (const fault of ['audioStatus', 'audioRubbish', 'audioDrop'] as const) {
    faults.add(fault, { times: 2, ...(fault === 'audioDrop' ? { value: 300_000 } : {}) });
    await phone.play({ sourceId: aStation(rig.sandbox) }, isSounding, 40_000);
    argv += commandLines(agent);
  }
  rig.sandbox.expireAudioUrls();
  await phone.until('the next item', ({ item }) => item?.index !== 0, 40_000);
  const pages = await Promise.all(
    ['/', '/pair', '/pair/callback?code=x&state=y', '/healthz', '/nowhere?token=1'].map(async path =>
      (await fetch(agent.url + path, { redirect: 'manual' })).text(),
    ),
  );
  rig.sandbox.revokeTokens();
  await say('library.profile');
  await endsBySignal(agent, 'SIGTERM');

  const secrets = [...rig.wire.secrets, token, CONTROL_TOKEN, 'Secret=of+the/client', 'Secret%3Dof'];
  t.ok(secrets.length > 30, `${secrets.length} secrets are looked for`);
  const places = {
    stdout: agent.stdout,
    stderr: agent.stderr,
    argv,
    events: seen.join(),
    pages: pages.join(),
  };
  t.match(places.stdout, /"level":"(debug|trace)"/, 'it logged all it has');
  for (const [place, text] of Object.entries(places)) {
    const found = secrets.filter(secret => secret.length > 5 && text.includes(secret));
    t.same(found, [], `none in ${place}`);
    t.notMatch(text, /[?&](token|code|access_token)=(?!1)/, `no query in ${place}`);
  }
});
