/** The service and the network broken on purpose, one thing at a time: each is named, with a remedy, and nothing else is blamed. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import type { LoadFault } from '../../../src/core/vocabulary/player-event.js';
import type { PublicState } from '../../../src/contract/public-state.js';
import type { AudioHost } from '../../../src/contract/ports.js';
import type { RunningAgent } from '../../../src/cli/doctor/scene.js';
import { listen } from '../../rigs/cli/listen.js';
import { createPatient } from '../../rigs/cli/patient.js';

const RECORD = { audioHost: null, isPairingOver: false, twins: [], formerRedirectUri: null };
/** One that is not paired and has nothing to tell. */
const AGENT: RunningAgent = {
  version: '0.1.0',
  deviceUuid: 'x',
  state: { silenceReason: 'notPaired', pairing: 'unpaired' } as PublicState,
  askService: () => Promise.resolve(null),
  clients: () => Promise.resolve([]),
  record: async () => RECORD,
};

t.test('Doctor names what the agent’s player may not see where its sound device does not open', async t => {
  const patient = await createPatient(t);
  const state = { silenceReason: 'audioDeviceUnavailable', pairing: 'paired' } as PublicState;
  const heard = { TONEARM_AUDIO_OUTPUT: 'alsa' };
  const lines = await patient.lines('audio', { agent: { ...AGENT, state } }, heard);
  t.match(lines.at(-1), /^broken audio: the agent cannot open the sound device → .*TONEARM_MPV_ROOM=off$/);
});

t.test('a wrong secret and a wrong client id', async t => {
  const patient = await createPatient(t);
  const secret = 'entirely-the-wrong-secret';
  for (const wrong of [{ TONEARM_CLIENT_SECRET: secret }, { TONEARM_CLIENT_ID: 'nobody' }]) {
    const lines = await patient.lines('account', {}, wrong);
    const broken = lines.filter(line => line.startsWith('broken'));
    t.match(broken, [
      /^broken account: the music service does not accept the client id or its secret → compare .*, and restart the agent: sudo systemctl restart tonearm$/,
    ]);
    t.equal(broken.length, 1, 'one cause, one finding');
    t.notMatch(lines.join(), secret);
  }
  const [named] = await patient.lines('account', { instance: 'kitchen' }, { TONEARM_CLIENT_ID: 'nobody' });
  t.match(named, /: sudo systemctl restart tonearm@kitchen$/);
  t.match((await patient.lines('account'))[0], /^ok account: the music service accepts/);
});

t.test('no secret: who cannot read its file is sent to root, and root is not', async t => {
  const patient = await createPatient(t);
  const none = { TONEARM_CLIENT_SECRET: '' };
  t.match(
    (await patient.lines('account', {}, none))[0],
    /; this command found no secret: .*sudo tonearm doctor$/,
  );
  const [line] = await patient.lines('account', { isRoot: true }, none);
  t.match(line, /^broken account: .* → compare /);
  t.notMatch(line, /sudo tonearm doctor/);
});

t.test('a client without a secret', async t => {
  const patient = await createPatient(t);
  const lax = createServer((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
  });
  const settings = {
    TONEARM_AUTH_URL: `http://127.0.0.1:${await listen(t, lax)}`,
    TONEARM_CLIENT_SECRET: '',
  };
  const [line] = await patient.lines('account', {}, settings);
  t.match(line, /^note account: the music service knows the client id, but there is no secret/);
});

t.test('Doctor accepts a client that the service recognises in one way alone', async t => {
  const patient = await createPatient(t);
  const { sandbox } = patient;
  const basic = Buffer.from(`${sandbox.clientId}:`).toString('base64');
  const known = [400, 'invalid_grant'] as const;
  /** As oidc-provider 9 does, which refuses Basic with an empty secret, and the router of the MCP SDK, which reads the form alone. */
  const services = {
    'no secret, the form alone': (header: string | undefined, form: URLSearchParams) =>
      header === undefined && form.get('client_id') === sandbox.clientId ? known : [401, 'invalid_client'],
    'no secret, Basic alone': (header: string | undefined) =>
      header === `Basic ${basic}` ? known : [401, 'invalid_client'],
    'a secret, the form alone': (_: string | undefined, form: URLSearchParams) =>
      form.get('client_secret') === sandbox.clientSecret ? known : [400, 'invalid_request'],
  };
  for (const [name, judge] of Object.entries(services)) {
    const service = createServer((request, response) => {
      void text(request).then(body => {
        const [status, error] = judge(request.headers.authorization, new URLSearchParams(body));
        response.writeHead(Number(status), { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error }));
      });
    });
    const [line] = await patient.lines(
      'account',
      {},
      {
        TONEARM_AUTH_URL: `http://127.0.0.1:${await listen(t, service)}`,
        ...(name.startsWith('no secret') && { TONEARM_CLIENT_SECRET: '' }),
      },
    );
    t.match(line, name.startsWith('no') ? /^note account: .* knows the client id/ : /^ok account: /, name);
  }
});

t.test('a service that cannot be reached, and one that is a hotel’s page', async t => {
  const patient = await createPatient(t);
  const server = createServer();
  const gone = `http://127.0.0.1:${await listen(t, server)}`;
  server.close();
  await once(server, 'close');
  const lines = await patient.lines('service', {}, { TONEARM_BASE_URL: gone });
  t.match(lines[0], /^ok service/);
  t.match(
    lines[1],
    /^broken service: 127\.0\.0\.1:\d+: it refuses the connection → check TONEARM_BASE_URL, including the port/,
  );
  const hotel = createServer((_request, response) => response.end('<html>Welcome, please sign in</html>'));
  const portal = `http://127.0.0.1:${await listen(t, hotel)}`;
  t.match(
    (await patient.lines('account', {}, { TONEARM_AUTH_URL: portal }))[0],
    /^broken account: what answers is not the music service .* → check TONEARM_AUTH_URL; a hotel/,
  );
});

t.test('a service without TLS: each setting that names it', async t => {
  const patient = await createPatient(t);
  const server = createServer((_request, response) => response.end());
  // Whoever asks there asks this machine, and it is no name of the loopback.
  const open = `http://0.0.0.0:${await listen(t, server)}`;
  const bothOpen = { TONEARM_AUTH_URL: open, TONEARM_BASE_URL: open };
  t.match(await patient.lines('service', {}, bothOpen), [
    /^ok service: 0\.0\.0\.0:\d+ answers$/,
    /^warning service: requests to .* are sent without TLS → use https in TONEARM_AUTH_URL and TONEARM_BASE_URL, if the music service supports it$/,
  ]);
  t.match(
    (await patient.lines('service', {}, { TONEARM_BASE_URL: open })).at(-1),
    /^warning service: requests to .* are sent without TLS → use https in TONEARM_BASE_URL, if the music service supports it$/,
  );
  server.close();
  server.closeAllConnections();
  t.match(
    await patient.lines('service', {}, bothOpen),
    [/ it refuses the connection → check TONEARM_AUTH_URL and TONEARM_BASE_URL/],
    'what does not answer is told of both, too',
  );
});

t.test('name servers: one that is deaf, one that knows nothing, a name that is none', async t => {
  const patient = await createPatient(t);
  const deaf = createSocket('udp4').bind(0, '127.0.0.1');
  const empty = createSocket('udp4').bind(0, '127.0.0.1');
  empty.on('message', (query, { port, address }) => {
    const answer = Buffer.from(query);
    // An answer (QR, RA) that there is no such name (3).
    answer.writeUInt16BE(0x8183, 2);
    empty.send(answer, port, address);
  });
  t.teardown(() => {
    deaf.close();
    empty.close();
  });
  await Promise.all([once(deaf, 'listening'), once(empty, 'listening')]);
  const servers = [deaf, empty].map(socket => `nameserver 127.0.0.1:${socket.address().port}`);
  patient.file('etc/resolv.conf', `# two\n${servers.join('\n')}\n`);
  const lines = await patient.lines('dns', {}, { TONEARM_BASE_URL: 'https://api.tonearm.invalid' });
  t.match(lines[0], /^broken dns: api\.tonearm\.invalid: .* → check TONEARM_AUTH_URL/);
  t.match(
    lines[1],
    /^warning dns: name server 127\.0\.0\.1:\d+ does not answer \(ETIMEOUT\) → check the router/,
  );
  t.match(lines[2], /^note dns: name server 127\.0\.0\.1:\d+ does not know api\.tonearm\.invalid/);
});

t.test('the host of the audio: not known, away, well, and what the player said of it', async t => {
  const patient = await createPatient(t);
  const look = async (audioHost: AudioHost | null) => {
    const agent = { ...AGENT, record: async () => ({ ...RECORD, audioHost }) };
    return (await patient.lines('audio host', { agent }))[0];
  };
  const server = createServer((_request, response) => response.writeHead(404).end());
  const origin = `http://127.0.0.1:${await listen(t, server)}`;
  const trouble = (fault: LoadFault, httpStatus: number | null = null) =>
    look({ origin, trouble: { fault, httpStatus } });
  t.match((await patient.lines('audio host'))[0], /^note audio host: not known: no agent is running/);
  t.match(await look(null), /^note audio host: not known: the agent has not requested any audio/);
  t.equal(await look({ origin, trouble: null }), `ok audio host: ${origin} answers`);
  t.match(await trouble('refused', 403), /^broken audio host: .* with HTTP 403 → ask the music service why/);
  t.match(await trouble('refused', 503), /^broken audio host: .* with HTTP 503 → wait/);
  t.match(
    await trouble('insecure'),
    /^broken audio host: .* without TLS, which is not played → tell the music service/,
  );
  t.match(await trouble('untrusted'), /^broken audio host: .* but mpv rejected it → restart the agent/);
  t.match(await trouble('unreachable'), /^warning audio host: .* mpv got no audio from it → wait/);
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  t.match(
    await look({ origin, trouble: null }),
    /^broken audio host: http:\/\/127\.0\.0\.1:\d+: it cannot be reached \(ECONNREFUSED\) → see the findings "dns"/,
  );
});

t.test('Avahi is stopped, or missing', async t => {
  const patient = await createPatient(t);
  patient.program('avahi-browse', 'echo "Failed to create client object: Daemon not running" >&2; exit 1');
  const on = { TONEARM_MDNS: 'on' };
  t.match(
    (await patient.lines('discovery', {}, on))[0],
    /^warning discovery: Avahi is not running.* → sudo systemctl enable --now avahi-daemon/,
  );
  t.match(
    (await patient.lines('discovery', {}, { ...on, PATH: '/nowhere' }))[0],
    /^warning discovery: avahi-browse is missing.* → sudo apt-get install/,
  );
});

t.test('Doctor warns where Avahi gave this machine another name than its redirect address', async t => {
  const patient = await createPatient(t);
  const txt = '"txtvers=1" "proto=1" "id=x" "path=/control"';
  patient.program(
    'avahi-browse',
    `echo '=;eth0;IPv4;Kitchen;_tonearm._tcp;local;vm-2.local;192.0.2.7;8710;${txt}'`,
  );
  const look = (host: string) =>
    patient.lines(
      'discovery',
      { agent: { ...AGENT, deviceUuid: 'x' } },
      { TONEARM_MDNS: 'on', TONEARM_REDIRECT_URI: `http://${host}:8710/pair/callback` },
    );
  const [found, warning, ...more] = await look('vm.local');
  t.match(found, /^ok discovery: Avahi finds this speaker/);
  t.match(
    warning,
    /^warning discovery: sign-ins are sent to vm\.local, but Avahi calls this machine vm-2\.local/,
  );
  t.same(more, []);
  for (const host of ['vm-2.local', 'speaker.example', '192.0.2.7'])
    t.equal((await look(host)).length, 1, host);
});

t.test('the port is taken: by whom', async t => {
  const patient = await createPatient(t);
  const taken = await listen(t, createServer());
  const [line] = await patient.lines('port', { root: '/' }, { TONEARM_HTTP_PORT: String(taken) });
  t.match(line, /^broken port: port \d+ is in use by .+ → stop it, or set TONEARM_HTTP_PORT/);
  t.match(line, new RegExp(`pid ${process.pid}\\)`));
});

t.test('not paired: how, and how once the time for it is over', async t => {
  const patient = await createPatient(t);
  const look = async (isPairingOver: boolean) => {
    const agent: RunningAgent = { ...AGENT, record: async () => ({ ...RECORD, isPairingOver }) };
    return (await patient.lines('account', { agent })).filter(line => line.startsWith('warning'));
  };
  t.match(await look(false), [/^warning account: this speaker is not paired → open the speaker’s page/]);
  t.match(await look(true), [
    /^warning account: this speaker is not paired, and the 15 minutes for pairing are over → sudo systemctl restart tonearm gives you another 15 minutes: then open the speaker’s page; or run sudo tonearm pair/,
  ]);
});

t.test('the pairing was revoked, has ended, has lapsed', async t => {
  const patient = await createPatient(t);
  const { accessToken, refreshToken } = patient.sandbox.issueTokens();
  const kept = {
    schema: 1,
    accessToken,
    refreshToken,
    expiresInS: 14_400,
    obtainedAtMs: Date.now(),
    profileId: null,
  };
  const write = (more: object) =>
    writeFileSync(join(patient.stateDir, 'credentials.json'), JSON.stringify({ ...kept, ...more }), {
      mode: 0o600,
    });
  write({});
  t.match((await patient.lines('account'))[1], /^ok account: the music service accepts the pairing/);
  patient.sandbox.revokeTokens();
  const revoked = (await patient.lines('account'))[1];
  t.match(revoked, /^broken account: the music service no longer accepts the pairing → start the agent/);
  t.notMatch(revoked, accessToken);
  write({ accessToken: '', refreshToken: '' });
  t.match(
    (await patient.lines('account'))[1],
    /^broken account: the music service has ended the pairing → .* sign in to the same account again/,
  );
  write({ obtainedAtMs: 0 });
  t.match((await patient.lines('account'))[1], /^note account: paired; the access token has expired/);
});

t.test('Doctor says that alarms wait for a clock that was never set', async t => {
  const patient = await createPatient(t);
  const state = { ...AGENT.state, notice: { code: 'clockNotSet', message: 'Alarms wait.' } };
  const lines = await patient.lines('clock', { agent: { ...AGENT, state } });
  t.match(
    lines.filter(line => /alarms/.test(line)),
    [/^warning clock: the clock was not set since power-on: alarms wait for it → /],
  );
});
