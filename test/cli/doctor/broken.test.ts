/** Things broken on purpose, one by one: each must be named, with a remedy, and nothing else blamed. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { EXIT } from '../../../src/errors.js';
import { run } from '../../fakes/control-run.js';
import { createPatient } from '../../fakes/doctor-scene.js';

async function listen(t: Test, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

t.test('a well machine: nothing is broken', async t => {
  const patient = await createPatient(t);
  patient.program('mpv', 'echo "mpv 0.40.0 Copyright"');
  const found = await patient.look(null);
  t.same(
    found.filter(({ level }) => level === 'broken'),
    [],
  );
  t.ok(found.length > 12);
  for (const { level, remedy } of found) {
    if (level === 'warning') t.ok(remedy, 'every warning has a remedy');
  }
});

t.test('a wrong secret and a wrong client id', async t => {
  const patient = await createPatient(t);
  const secret = 'entirely-the-wrong-secret';
  for (const wrong of [{ TONEARM_CLIENT_SECRET: secret }, { TONEARM_CLIENT_ID: 'nobody' }]) {
    const [line] = await patient.lines('account', {}, wrong);
    t.match(line, /^broken account: the service does not take the client id or its secret → compare/);
    t.notMatch(line, secret);
  }
  t.match((await patient.lines('account'))[0], /^ok account: the service knows/);
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
    /^broken service: 127\.0\.0\.1:\d+: it refuses the connection → is TONEARM_BASE_URL right/,
  );
  const hotel = createServer((_request, response) => response.end('<html>Welcome, please sign in</html>'));
  const portal = `http://127.0.0.1:${await listen(t, hotel)}`;
  t.match(
    (await patient.lines('account', {}, { TONEARM_AUTH_URL: portal }))[0],
    /^broken account: what answers is not the service .* → see TONEARM_AUTH_URL; a hotel/,
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
  t.match(lines[0], /^broken dns: api\.tonearm\.invalid: .* → see TONEARM_AUTH_URL/);
  t.match(
    lines[1],
    /^warning dns: name server 127\.0\.0\.1:\d+ does not answer \(ETIMEOUT\) → see the router/,
  );
  t.match(lines[2], /^note dns: name server 127\.0\.0\.1:\d+ does not know api\.tonearm\.invalid/);
});

t.test('mpv is missing, is something else, is very old', async t => {
  const patient = await createPatient(t);
  const missing = await patient.lines('player', {}, { TONEARM_MPV_PATH: '/nowhere/mpv' });
  t.match(missing[0], /^broken player: \/nowhere\/mpv cannot be run → apt-get install mpv/);
  patient.program('mpv', 'echo "a fine program"');
  t.match((await patient.lines('player'))[0], /^broken player: mpv does not say what version/);
  patient.program('mpv', 'echo "mpv 0.32.0 Copyright"');
  t.match((await patient.lines('player'))[0], /^warning player: mpv 0\.32\.0 is older/);
});

t.test('a sound device that is missing, and one that another program holds', async t => {
  const patient = await createPatient(t);
  const device = { TONEARM_AUDIO_OUTPUT: 'alsa', TONEARM_AUDIO_DEVICE: 'alsa/hw:CARD=DAC' };
  patient.program('mpv', 'echo "[ao/alsa] Could not open/initialize audio device" >&2; exit 2');
  const missing = await patient.lines('audio', {}, device);
  t.match(missing[0], /^note audio: the kernel knows no sound card/);
  t.match(missing[1], /^broken audio: the sound device does not open .* → is alsa\/hw:CARD=DAC right/);
  patient.file(
    'proc/asound/cards',
    ' 0 [DAC            ]: USB-Audio - Fine DAC\n                      at usb\n',
  );
  patient.file('proc/asound/card0/pcm0p/sub0/status', 'state: RUNNING\nowner_pid   : 4711\n');
  patient.file('proc/4711/comm', 'pulseaudio\n');
  const held = await patient.lines('audio', {}, device);
  t.match(held[0], 'ok audio: sound cards: USB-Audio - Fine DAC');
  t.match(held[2], /^broken audio: .* → card0 device 0 is held by pulseaudio \(pid 4711\): stop it/);
  patient.program('mpv', 'exit 0');
  t.match((await patient.lines('audio', {}, device))[2], 'ok audio: the sound device opens');
  t.match((await patient.lines('audio', { tone: true }, device))[2], /a tone was played: was it heard/);
});

t.test('Avahi is stopped, or missing', async t => {
  const patient = await createPatient(t);
  patient.program('avahi-browse', 'echo "Failed to create client object: Daemon not running" >&2; exit 1');
  const on = { TONEARM_MDNS: 'on' };
  t.match(
    (await patient.lines('discovery', {}, on))[0],
    /^warning discovery: Avahi does not run.* → systemctl enable --now avahi-daemon/,
  );
  t.match(
    (await patient.lines('discovery', {}, { ...on, PATH: '/nowhere' }))[0],
    /^warning discovery: avahi-browse is missing.* → apt-get install/,
  );
});

t.test('the port is taken: by whom', async t => {
  const patient = await createPatient(t);
  const taken = await listen(t, createServer());
  const [line] = await patient.lines('port', { root: '/' }, { TONEARM_HTTP_PORT: String(taken) });
  t.match(line, /^broken port: port \d+ is taken by .+ → stop it, or set TONEARM_HTTP_PORT/);
  t.match(line, new RegExp(`pid ${process.pid}\\)`));
});

t.test('the state: no directory, torn, a newer program’s, open to others, set aside', async t => {
  const patient = await createPatient(t);
  const { stateDir } = patient;
  writeFileSync(join(stateDir, 'plain'), '');
  const below = { TONEARM_STATE_DIR: join(stateDir, 'plain') };
  t.match((await patient.lines('disk', {}, below))[0], /^broken disk: .* is no directory → move it away/);
  writeFileSync(join(stateDir, 'session.json'), '{"schema":1,"wish":"pl', { mode: 0o600 });
  writeFileSync(join(stateDir, 'device.json'), '{"schema":99}', { mode: 0o600 });
  writeFileSync(join(stateDir, 'clients.json'), '{"schema":1,"clients":[]}', { mode: 0o644 });
  writeFileSync(join(stateDir, 'credentials.json.corrupt-20260101T000000Z'), 'x', { mode: 0o600 });
  chmodSync(join(stateDir, 'clients.json'), 0o644);
  chmodSync(stateDir, 0o755);
  const lines = (await patient.lines('disk')).join('\n');
  t.match(lines, /^broken disk: session\.json cannot be understood → start the agent/m);
  t.match(lines, /^broken disk: device\.json is a newer Tonearm’s → install that version/m);
  t.match(lines, /^warning disk: clients\.json is open to other users → chmod 600/m);
  t.match(lines, /^warning disk: .*state is open to other users → chmod 700/m);
  t.match(lines, /^warning disk: set aside as unreadable: credentials\.json\.corrupt-/m);
  mkdirSync(join(stateDir, 'new'));
  t.match(
    (await patient.lines('disk', {}, { TONEARM_STATE_DIR: '/proc/tonearm' })).join('\n'),
    /^broken disk/m,
  );
});

t.test('the clock is wrong by hours, by a minute, by decades', async t => {
  const patient = await createPatient(t);
  const off = (ms: number) => ({ epochMs: () => Date.now() + ms });
  t.match(
    (await patient.lines('clock', off(-3 * 3_600_000)))[0],
    /^broken clock: the clock is 3 hours slow: .* → set it/,
  );
  t.match((await patient.lines('clock', off(60_000)))[0], /^warning clock: the clock is \d+ seconds fast/);
  t.match((await patient.lines('clock', { epochMs: () => 0 }))[0], /^broken clock: the clock says 1970-/);
  patient.program('timedatectl', 'echo no');
  const lines = await patient.lines('clock');
  t.match(lines, [
    'ok clock: the clock agrees with the service’s',
    /^warning clock: nothing keeps the clock right/,
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
  t.match((await patient.lines('account'))[1], /^ok account: the service honours the pairing/);
  patient.sandbox.revokeTokens();
  const revoked = (await patient.lines('account'))[1];
  t.match(revoked, /^broken account: the service does not honour the pairing any more → start the agent/);
  t.notMatch(revoked, accessToken);
  write({ accessToken: '', refreshToken: '' });
  t.match(
    (await patient.lines('account'))[1],
    /^broken account: the service has ended the pairing → .* pair it again/,
  );
  write({ obtainedAtMs: 0 });
  t.match((await patient.lines('account'))[1], /^note account: paired; the access token has lapsed/);
});

t.test('low voltage, heat and little memory; power saving of Wi-Fi', async t => {
  const patient = await createPatient(t);
  patient.program('vcgencmd', 'test "$1" = get_throttled && echo throttled=0x50005');
  patient.file('proc/meminfo', 'MemTotal: 400000 kB\nMemAvailable:   20000 kB\n');
  t.match(await patient.lines('machine'), [
    /^warning machine: 20 MiB of memory available → /,
    /^broken machine: the voltage is too low → use the power supply/,
    /^broken machine: the processor is throttled → /,
  ]);
  patient.program('vcgencmd', 'echo throttled=0x50000');
  t.match(
    (await patient.lines('machine'))[1],
    /^warning machine: the voltage is too low: not now, but since/,
  );
  patient.program('vcgencmd', 'echo throttled=0x0');
  t.match((await patient.lines('machine'))[1], /^ok machine: voltage and temperature/);
  patient.program('vcgencmd', 'exit 1');
  patient.file('sys/class/hwmon/hwmon1/name', 'rpi_volt\n');
  patient.file('sys/class/hwmon/hwmon1/in0_lcrit_alarm', '1\n');
  t.match((await patient.lines('machine'))[1], /^broken machine: the voltage is too low/);
  patient.file('sys/class/net/wlan0/wireless/.keep', '');
  patient.program('iw', 'test "$*" = "dev wlan0 get power_save" && echo "Power save: on"');
  t.match(
    (await patient.lines('wifi'))[0],
    /^warning wifi: wlan0 saves power.* → iw dev wlan0 set power_save off/,
  );
});

t.test('the whole configuration is wrong: every problem, and the other checks look all the same', async t => {
  const patient = await createPatient(t);
  const { code, stdout } = await run(['doctor'], {
    ...patient.environment,
    TONEARM_AUTH_URL: '',
    TONEARM_VOLUME_MAX: 'loud',
  });
  t.equal(code, EXIT.fault);
  t.match(
    stdout,
    /^BROKEN +configuration +TONEARM_AUTH_URL is required → set it in .*TONEARM_AUTH_URL=https/m,
  );
  t.match(stdout, /^BROKEN +configuration +TONEARM_VOLUME_MAX must be/m);
  t.match(stdout, /^\w+ +disk /m);
});
