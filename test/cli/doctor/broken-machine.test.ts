/** The machine itself broken on purpose, one thing at a time: each is named, with a remedy, and nothing else is blamed. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { EXIT } from '../../../src/contract/errors.js';
import { run } from '../../rigs/cli/run.js';
import { createPatient } from '../../rigs/cli/patient.js';

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

t.test('Doctor names the lines that systemd does not take as they were meant', async t => {
  const patient = await createPatient(t);
  patient.file('etc/tonearm/tonearm.env', '# so\nTONEARM_DEVICE_NAME=the speaker\rof my room\nA="open\n');
  const lines = await patient.lines('configuration');
  const file = '/etc/tonearm/tonearm.env';
  t.match(lines[0], `warning configuration: line 2 of ${file} is not NAME=value, so systemd leaves it out`);
  t.match(lines[1], `warning configuration: line 3 of ${file} opens a quotation mark that nothing closes`);
  patient.file('etc/tonearm/tonearm.env', 'A=1\n');
  t.same((await patient.lines('configuration')).length, 1);
});

t.test('Doctor names an mpv that is missing, something else, very old or untried', async t => {
  const patient = await createPatient(t);
  const missing = await patient.lines('player', {}, { TONEARM_MPV_PATH: '/nowhere/mpv' });
  t.match(missing[0], /^broken player: \/nowhere\/mpv cannot be run → sudo apt-get install mpv/);
  patient.program('mpv', 'echo "a fine program"');
  t.match((await patient.lines('player'))[0], /^broken player: mpv does not report a version/);
  patient.program('mpv', 'echo "mpv 0.32.0 Copyright"');
  t.match((await patient.lines('player'))[0], /^warning player: mpv 0\.32\.0 is older/);
  patient.program('mpv', 'echo "mpv v0.42.0 Copyright"');
  t.match((await patient.lines('player'))[0], /^note player: mpv 0\.42\.0 is newer/);
});

t.test('mpv cannot be shut in, for every reason there is', async t => {
  const patient = await createPatient(t);
  patient.program('mpv', 'echo "mpv 0.40.0 Copyright"');
  patient.program('setpriv', 'echo "--no-new-privs"');
  const [, unable] = await patient.lines('player');
  t.match(unable, /^note player: this setpriv does not support Landlock/);
  patient.program(
    'setpriv',
    'case "$*" in --help|--version) echo "--landlock-access";; *) shift 3; exec "$@";; esac',
  );
  t.match((await patient.lines('player'))[1], 'ok player: mpv’s access to your files can be restricted');
  patient.program(
    'setpriv',
    'case "$*" in --help|--version) echo "--landlock-access";; *) echo "setpriv: landlock: no" >&2; exit 127;; esac',
  );
  t.match(
    (await patient.lines('player'))[1],
    /^warning player: mpv’s access to your files cannot be restricted, so mpv starts without the restriction \(setpriv: landlock: no\) → .*TONEARM_MPV_ROOM=off/,
  );
  const off = await patient.lines('player', {}, { TONEARM_MPV_ROOM: 'off' });
  t.match(off[1], /^note player: TONEARM_MPV_ROOM=off/);
});

t.test('a sound device that is missing, and one that another program holds', async t => {
  const patient = await createPatient(t);
  const device = { TONEARM_AUDIO_OUTPUT: 'alsa', TONEARM_AUDIO_DEVICE: 'alsa/hw:CARD=DAC' };
  patient.program('mpv', 'echo "[ao/alsa] Could not open/initialize audio device" >&2; exit 2');
  const missing = await patient.lines('audio', {}, device);
  t.match(
    missing[0],
    /^note audio: the kernel has no sound card; .* to try Tonearm without sound, set TONEARM_AUDIO_OUTPUT=null/,
  );
  t.match(
    missing[1],
    /^broken audio: the sound device does not open .* → check that alsa\/hw:CARD=DAC is right/,
  );
  patient.file(
    'proc/asound/cards',
    ' 0 [DAC            ]: USB-Audio - Fine DAC\n                      at usb\n',
  );
  patient.file('proc/asound/card0/pcm0p/sub0/status', 'state: RUNNING\nowner_pid   : 4711\n');
  patient.file('proc/4711/comm', 'pulseaudio\n');
  const held = await patient.lines('audio', {}, device);
  t.match(held[0], 'ok audio: sound cards: USB-Audio - Fine DAC');
  t.match(held[2], /^broken audio: .* → card0 device 0 is in use by pulseaudio \(pid 4711\): stop it/);
  patient.program('mpv', 'exit 0');
  t.match((await patient.lines('audio', {}, device))[2], 'ok audio: the sound device opens');
  t.match(
    (await patient.lines('audio', { tone: true }, device))[2],
    /a tone was played; if you did not hear it/,
  );
  t.match(
    (await patient.lines('audio', { tone: true })).at(-1),
    /^note audio: TONEARM_AUDIO_OUTPUT=null: nothing will be heard/,
  );
  patient.program('mpv', 'exit 1');
  t.match(
    (await patient.lines('audio', { tone: true }, device)).at(-1),
    /^broken audio: the sound device does not open/,
  );
});

t.test('the state: no directory, torn, a newer program’s, open to others, set aside', async t => {
  const patient = await createPatient(t);
  const { stateDir } = patient;
  writeFileSync(join(stateDir, 'plain'), '');
  const below = { TONEARM_STATE_DIR: join(stateDir, 'plain') };
  t.match((await patient.lines('disk', {}, below))[0], /^broken disk: .* is not a directory → move it away/);
  writeFileSync(join(stateDir, 'session.json'), '{"schema":1,"wish":"pl', { mode: 0o600 });
  writeFileSync(join(stateDir, 'device.json'), '{"schema":99}', { mode: 0o600 });
  writeFileSync(join(stateDir, 'clients.json'), '{"schema":1,"clients":[]}', { mode: 0o644 });
  writeFileSync(join(stateDir, 'credentials.json.corrupt-20260101T000000Z'), 'x', { mode: 0o600 });
  chmodSync(join(stateDir, 'clients.json'), 0o644);
  chmodSync(stateDir, 0o755);
  const lines = (await patient.lines('disk')).join('\n');
  t.match(lines, /^broken disk: session\.json is damaged → start the agent/m);
  t.match(lines, /^broken disk: device\.json is from a newer version of Tonearm → install that version/m);
  t.match(lines, /^warning disk: clients\.json is open to other users → sudo chmod 600/m);
  t.match(lines, /^warning disk: .*state is open to other users → sudo chmod 700/m);
  t.match(lines, /^warning disk: set aside as unreadable: credentials\.json\.corrupt-/m);
  mkdirSync(join(stateDir, 'new'));
  t.match(
    (await patient.lines('disk', {}, { TONEARM_STATE_DIR: '/proc/tonearm' })).join('\n'),
    /^broken disk/m,
  );
});

t.test('a state that goes with the power', async t => {
  const patient = await createPatient(t);
  const { stateDir } = patient;
  const line = (path: string, type: string, options = 'rw') =>
    `1 1 0:1 / ${path.replaceAll(' ', '\\040')} rw - ${type} ${type} ${options}\n`;
  const told = async (...mounts: readonly string[]) => {
    patient.file('proc/self/mountinfo', mounts.join(''));
    return (await patient.lines('disk')).filter(text => /in a power cut/.test(text));
  };
  const [root, memory] = [line('/', 'ext4'), line(stateDir, 'tmpfs')];
  t.same(await told(root), []);
  t.same(await told(root, line('/run', 'tmpfs')), [], 'something else lies there');
  t.same(await told(root, line(`${stateDir}-other`, 'tmpfs')), []);
  t.match(await told(root, memory), [/^note disk: .*state is in memory \(tmpfs\): .*the pairing/]);
  t.same(await told(root, memory, line(stateDir, 'ext4')), [], 'what lies above counts');
  t.same(await told(line('/', 'tmpfs'), line(stateDir, 'ext4')), [], 'a disk of its own');
  const upper = (path: string) => line('/', 'overlay', `rw,lowerdir=/a,upperdir=${path},workdir=/w`);
  for (const folder of ['media/rw/upper', 'media/disk/upper']) patient.file(`${folder}/.keep`, '');
  t.match(await told(upper('/out/of/sight')), [/^note disk: .*overlay: the pairing.* container/]);
  t.match(await told(upper('/media/rw/upper'), line('/media/rw', 'tmpfs')), [/is in memory/]);
  t.same(await told(upper('/media/disk/upper'), line('/media/disk', 'ext4')), []);
  t.match(
    await told(upper('/media/other/upper'), line('/media/other', 'tmpfs')),
    [/overlay/],
    'of elsewhere',
  );
  t.match(await told(line(stateDir, 'tmpfs')), [/memory/]);
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
  patient.program('timedatectl', 'echo CanNTP=yes; echo NTPSynchronized=no');
  t.match(await patient.lines('clock'), [
    'ok clock: the clock agrees with the music service’s',
    /^warning clock: no time server keeps the clock right → set it: sudo timedatectl set-ntp true/,
  ]);
  patient.program('timedatectl', 'echo NTPSynchronized=yes; echo CanNTP=yes');
  t.match((await patient.lines('clock'))[1], 'ok clock: a time server keeps the clock right');
});

t.test('no program is installed that keeps the clock right: which one to install', async t => {
  const patient = await createPatient(t);
  patient.program('timedatectl', 'echo CanNTP=no; echo NTPSynchronized=no');
  const remedy = '→ install a time service: sudo apt install systemd-timesyncd, and make sure';
  t.match((await patient.lines('clock'))[1], `warning clock: no time server keeps the clock right ${remedy}`);
  const slow = { epochMs: () => Date.now() - 3_600_000 };
  t.match((await patient.lines('clock', slow))[0], new RegExp(`^broken clock: .* ${remedy}`));
  // What keeps it right need not be known to systemd.
  patient.program('timedatectl', 'echo CanNTP=no; echo NTPSynchronized=yes');
  t.match((await patient.lines('clock'))[1], 'ok clock: a time server keeps the clock right');
});

t.test('a fixed token that may be guessed', async t => {
  const patient = await createPatient(t);
  const said = async (token: string) =>
    (await patient.lines('access', {}, { TONEARM_CONTROL_TOKEN: token })).filter(line => /TOKEN/.test(line));
  for (const token of ['living-room-2026', 'the-token-of-our-living-room', 'aB3aB3aB3aB3aB3aB3aB3'])
    t.match(
      await said(token),
      [/^warning access: TONEARM_CONTROL_TOKEN is short or looks like words: .* → .*openssl rand/],
      token,
    );
  for (const form of ['base64', 'base64url', 'hex'] as const)
    t.same(await said(randomBytes(16).toString(form)), [], form);
  t.same(await patient.lines('access').then(lines => lines.filter(line => /TOKEN/.test(line))), []);
});

t.test('open access, and guests without an end', async t => {
  const patient = await createPatient(t);
  const client = { id: 'a', name: 'Ada', role: 'owner', tokenHash: '0f'.repeat(32), createdMs: 1 };
  const write = (...clients: object[]) =>
    writeFileSync(join(patient.stateDir, 'clients.json'), JSON.stringify({ schema: 2, clients }));
  write(client, { ...client, id: 'b', name: 'Bob', role: 'guest', expiresAtMs: 2 });
  t.match(await patient.lines('access'), [
    'ok access: only phones that were admitted may control the speaker',
    /^note access: browsers use plain http: .*TONEARM_TLS=only/,
  ]);
  const guest = (name: string) => ({ ...client, id: name, name, role: 'guest' });
  write(client, ...['Bob', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'].map(guest));
  const open = await patient.lines('access', {}, { TONEARM_CONTROL_ACCESS: 'open' });
  t.match(open, [
    /^warning access: ANYONE ON THIS NETWORK MAY CONTROL .* → set TONEARM_CONTROL_ACCESS=paired/,
    /^warning access: guests with no time limit, not seen for 30 days: “Bob”, “Cleo”, “Dan”, “Eve”, “Fay”, 2 more → remove .*sudo tonearm ctl phones remove NAME$/,
    /^note access: browsers use plain http/,
  ]);
  const dayMs = 86_400_000;
  const come = { createdMs: Date.now() - 29 * dayMs };
  const back = { lastSeenMs: Date.now() - 29 * dayMs };
  const gone = { createdMs: Date.now() - 31 * dayMs };
  write(client, { ...guest('Bob'), ...come }, { ...guest('Cleo'), ...back }, { ...guest('Dan'), ...gone });
  t.match((await patient.lines('access')).slice(1, 3), [
    /^note access: guests with no time limit: “Bob”, “Cleo” \(to set one, remove the guest: sudo tonearm ctl phones remove NAME, .*; then invite it again: sudo tonearm invite --guest --for 7d\)$/,
    /^warning access: guests with no time limit, not seen for 30 days: “Dan” → /,
  ]);
  write(client);
  const wireUnder = async (mode: string) => (await patient.lines('access', {}, { TONEARM_TLS: mode }))[1];
  t.equal(await wireUnder('only'), 'ok access: the speaker is controlled over TLS only');
  t.match(
    await wireUnder('off'),
    /^warning access: everything goes over plain http.* → leave out TONEARM_TLS=off/,
  );
});

t.test('Doctor names a Node that nobody mends any longer', async t => {
  const patient = await createPatient(t);
  const look = (version: string) => patient.lines('node', { node: { version, path: '/usr/bin/node' } });
  t.same(await look('24.4.1'), ['ok node: Node 24.4.1']);
  patient.program('dpkg-query', 'case "$1" in --search) echo "nodejs: $2";; *) echo 20.19.2+dfsg-1;; esac');
  t.same(await look('20.19.2'), ['ok node: Node 20.19.2 of Debian']);
  patient.program('dpkg-query', 'case "$1" in --search) echo "nodejs: $2";; *) echo 20.20.2-1vendor1;; esac');
  t.match((await look('20.20.2'))[0], /^warning node: Node 20\.20\.2 is not Debian’s.* → install the nodejs/);
  patient.program('dpkg-query', 'exit 1');
  t.match((await look('20.20.2'))[0], /^warning node: /);
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
    /^warning machine: the voltage is too low: not now, but earlier since/,
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
    /^warning wifi: wlan0 uses power saving.* → sudo iw dev wlan0 set power_save off/,
  );
});

t.test('a service that ends and is started again and again', async t => {
  const patient = await createPatient(t);
  const unit = (active: string, sub: string, restarts: number) =>
    patient.program(
      'systemctl',
      `echo LoadState=loaded; echo ActiveState=${active}; echo SubState=${sub}; echo NRestarts=${restarts}; echo UnitFileState=enabled`,
    );
  unit('activating', 'auto-restart', 7);
  t.match(await patient.lines('unit'), [
    'broken unit: tonearm.service ends soon after each start, and systemd has restarted it 7 times → see why: sudo journalctl -u tonearm -e',
    /^warning unit: restrictions/,
  ]);
  unit('activating', 'start', 0);
  t.match((await patient.lines('unit'))[0], /^note unit: tonearm\.service is starting/);
  unit('failed', 'failed', 0);
  t.match(
    (await patient.lines('unit'))[0],
    /^broken unit: tonearm\.service is failed → sudo systemctl start tonearm/,
  );
  unit('active', 'running', 2);
  t.match((await patient.lines('unit')).slice(0, 2), [
    'ok unit: tonearm.service is running',
    /^warning unit: it was restarted 2 times after a fault/,
  ]);
});

t.test('Doctor notes a proxy that the speaker does not use', async t => {
  const patient = await createPatient(t);
  const [note, ...more] = await patient.lines(
    'configuration',
    {},
    { https_proxy: 'http://proxy.example:3128' },
  );
  t.match(note, /^note configuration: https_proxy is set, and not used/);
  t.match(more, [/^ok configuration: valid/]);
  t.equal((await patient.lines('configuration', {}, { HTTP_PROXY: '' })).length, 1);
});

t.test('the whole configuration is wrong: every problem, and the other checks look all the same', async t => {
  const patient = await createPatient(t);
  const { code, stdout } = await run(['doctor'], {
    ...patient.environment,
    TONEARM_AUTH_URL: '',
    TONEARM_VOLUME_MAX: 'loud',
    TONEARM_AUTHURL: patient.environment['TONEARM_AUTH_URL'],
  });
  t.equal(code, EXIT.fault);
  t.match(
    stdout,
    /^BROKEN +configuration +TONEARM_AUTH_URL is required → set it in .*TONEARM_AUTH_URL=https/m,
  );
  t.match(stdout, /^BROKEN +configuration +TONEARM_VOLUME_MAX must be/m);
  t.match(stdout, /^BROKEN +configuration +TONEARM_AUTHURL is not .* TONEARM_AUTH_URL.* → fix it in /m);
  t.match(stdout, /^\w+ +disk /m);
});
