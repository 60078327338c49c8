import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import t from 'tap';
import { type Config, defaultRedirectUri, parseConfig } from '../../src/config/config.js';
import { SCHEMA } from '../../src/config/schema.js';
import { VARIABLE_NAMES } from '../../src/config/variables.js';
import { ExitError } from '../../src/contract/errors.js';
import { whyUnreadable, withoutPowers } from '../fakes/machine/powerless.js';
import { DEVICE_VARIABLES } from './device-variables.js';
import { SERVICE_VARIABLES } from './service-variables.js';
import { SOUND_VARIABLES } from './sound-variables.js';

const TABLE = [...SERVICE_VARIABLES, ...DEVICE_VARIABLES, ...SOUND_VARIABLES];

const BASE = {
  HOME: '/home/someone',
  TONEARM_AUTH_URL: 'https://auth.test',
  TONEARM_BASE_URL: 'https://api.test/',
  TONEARM_CLIENT_ID: 'speaker',
};

const parse = (more: NodeJS.ProcessEnv = {}): Config => parseConfig({ ...BASE, ...more }).config;

function problemsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ExitError) || error.exitCode !== 78) throw error;
    return error.message.split('\n').slice(1);
  }
}

for (const { name, read, unset, good, bad } of TABLE) {
  t.test(name, async t => {
    for (const [text, value] of good)
      t.same(read(parse({ [name]: text })), value, `takes ${JSON.stringify(text)}`);
    for (const text of bad) {
      const problems = problemsOf({ ...BASE, [name]: text });
      t.match(
        problems,
        [new RegExp(`^  ${name} must .*\\. Example: ${name}=`)],
        `refuses ${JSON.stringify(text)}`,
      );
    }
    if (unset === 'required') {
      t.match(problemsOf({ ...BASE, [name]: '' }), [`  ${name} is required`], 'empty means unset');
    } else if (unset !== undefined) {
      t.same(read(parse()), unset);
      t.same(read(parse({ [name]: '' })), unset, 'empty means unset');
    }
  });
}

t.test('the schema is one: the program itself does not spend the time to look', async t => {
  const ajv = new Ajv({ strict: false });
  t.ok(ajv.validateSchema(SCHEMA), ajv.errorsText());
  t.notOk(ajv.validateSchema({ ...SCHEMA, required: 'all' }), 'one that is none is noticed');
});

t.test('every variable is in the table above or has a test of its own', async t => {
  const own = [
    'TONEARM_CLIENT_SECRET_FILE',
    'TONEARM_TLS',
    'TONEARM_TLS_CERT_FILE',
    'TONEARM_TLS_KEY_FILE',
    'TONEARM_STATE_DIR',
    'TONEARM_RUNTIME_DIR',
  ];
  t.same([...TABLE.map(({ name }) => name), ...own].sort(), [...VARIABLE_NAMES].sort());
});

t.test('all problems are told at once, a line each, and no value but a number', async t => {
  const problems = problemsOf({
    HOME: '/home/someone',
    TONEARM_CLIENT_ID: 'my-id:my-secret',
    TONEARM_HTTP_PORT: '1e3',
    TONEARM_CONTROL_TOKEN: 'my secret',
    TONEARM_TLS_KEY_FILE: '/nowhere',
    TONEARM_CLIENT_SECRET_FILE: '/nowhere',
  });
  const names = [
    'AUTH_URL',
    'BASE_URL',
    'CLIENT_ID',
    'HTTP_PORT',
    'CONTROL_TOKEN',
    'CLIENT_SECRET_FILE',
    'TLS_CERT_FILE',
  ];
  t.same(problems.map(line => line.trim().split(' ')[0]).sort(), names.map(name => `TONEARM_${name}`).sort());
  t.notMatch(problems.join('\n'), /my-secret|my secret|\bat .*:\d+:\d+/);
  t.match(problems.join('\n'), /not "1e3"/);
});

t.test('an unknown name is a warning with the nearest known one', async t => {
  const warningsOf = (more: NodeJS.ProcessEnv): readonly string[] =>
    parseConfig({ ...BASE, ...more }).warnings;
  t.same(warningsOf({}), []);
  t.match(warningsOf({ TONEARM_HTP_PORT: 'my-secret' }), [/^TONEARM_HTP_PORT .* TONEARM_HTTP_PORT\?$/]);
  t.notMatch(warningsOf({ TONEARM_HTP_PORT: 'my-secret' }).join(), /my-secret/);
  t.match(
    warningsOf({ 'TONEARM_\u001b[2J': 'x' }),
    [/^TONEARM_\?\[2J /],
    'no control characters reach a terminal',
  );
  for (const [name, nearest] of Object.entries({
    TONEARM_HTP_PORT: 'TONEARM_HTTP_PORT',
    TONEARM_VOLUME_STRAT: 'TONEARM_VOLUME_START',
    TONEARM_MNDS: 'TONEARM_MDNS',
    TONEARM_MVP_PATH: 'TONEARM_MPV_PATH',
    TONEARM_ClIENT_ID: 'TONEARM_CLIENT_ID',
  }))
    t.match(warningsOf({ [name]: 'x' }), [
      new RegExp(`^${name} is not a setting of Tonearm; did you mean ${nearest}\\?$`),
    ]);
  for (const name of [
    'TONEARM_SPEED',
    'TONEARM_COLOUR',
    'TONEARM_',
    'TONEARM_X',
    'TONEARM_MUSIC_FOLDER',
    'TONEARM_PRESETS',
  ])
    t.same(warningsOf({ [name]: 'x' }), [`${name} is not a setting of Tonearm`], 'none is near');
  t.same(warningsOf({ TONEARM_HTP_PORT: '', OTHER_PORT: '1' }), []);
  t.match(warningsOf({ TONEARM_VOLUME_START: '80', TONEARM_VOLUME_MAX: '50' }), [/50 is used instead/]);
  t.match(warningsOf({ TONEARM_EVENT_COMMAND: '/nowhere/at/all' }), [/TONEARM_EVENT_COMMAND/]);
});

t.test('a misspelt name is listed beside the variable that it leaves missing', async t => {
  const { TONEARM_AUTH_URL, ...others } = BASE;
  t.strictSame(problemsOf({ ...others, TONEARM_AUTHURL: TONEARM_AUTH_URL, TONEARM_GARDEN_GNOMES: '3' }), [
    '  TONEARM_AUTH_URL is required. Example: TONEARM_AUTH_URL=https://auth.example.com',
    '  TONEARM_AUTHURL is not a setting of Tonearm; did you mean TONEARM_AUTH_URL?',
    '  TONEARM_GARDEN_GNOMES is not a setting of Tonearm',
  ]);
});

t.test('a start volume above the ceiling is lowered to it', async t => {
  t.same(parse({ TONEARM_VOLUME_START: '80', TONEARM_VOLUME_MAX: '50' }).volume, { start: 50, max: 50 });
  t.same(parse({ TONEARM_VOLUME_MAX: '20' }).volume, { start: 20, max: 20 });
});

t.test('the client secret: variable, then file, then systemd credential, then empty', async t => {
  const folder = t.testdir({
    one: 'of the file\r\n',
    'client-secret': 'of systemd\n',
    empty: '\n',
    two: 'a\nb\n',
  });
  const one = { TONEARM_CLIENT_SECRET_FILE: join(folder, 'one') };
  const credential = { CREDENTIALS_DIRECTORY: folder };
  const secretOf = (more: NodeJS.ProcessEnv): string => parse(more).service.clientSecret;
  t.equal(secretOf({ ...one, ...credential, TONEARM_CLIENT_SECRET: 'of the variable' }), 'of the variable');
  t.match(parseConfig({ ...BASE, ...one, TONEARM_CLIENT_SECRET: 'x' }).warnings, [/is ignored/]);
  t.equal(secretOf({ ...one, ...credential }), 'of the file');
  t.equal(secretOf(credential), 'of systemd');
  t.equal(secretOf({ CREDENTIALS_DIRECTORY: join(folder, 'none') }), '');
  writeFileSync(join(folder, 'large'), 'x'.repeat(5000));
  const bad = {
    none: /does not exist/,
    empty: /is empty/,
    two: /more than one line/,
    large: /too large/,
    '.': /not a regular file/,
  };
  for (const [file, why] of Object.entries(bad)) {
    const problems = problemsOf({ ...BASE, TONEARM_CLIENT_SECRET_FILE: join(folder, file) });
    t.equal(problems.length, 1);
    t.match(problems[0], why, `${file}: ${String(why)}`);
  }
});

const program = fileURLToPath(new URL('../../src/config/config.js', import.meta.url));

t.test('a secret this user may not read', { skip: whyUnreadable(program) }, async t => {
  const secret = join(t.testdir({ secret: 'x' }), 'secret');
  chmodSync(secret, 0);
  const environment = JSON.stringify({ ...BASE, TONEARM_CLIENT_SECRET_FILE: secret });
  const script = `import { parseConfig } from ${JSON.stringify(pathToFileURL(program).href)};
    try { parseConfig(${environment}) } catch (error) { console.log(error.message) }`;
  const { command, args } = withoutPowers(process.execPath, ['--input-type=module', '-e', script]);
  t.match(execFileSync(command, args, { encoding: 'utf8' }), /TONEARM_CLIENT_SECRET_FILE .*is not readable/);
});

t.test('TLS: both files or neither, in PEM, belonging together', async t => {
  t.same(parse().http.tls, { mode: 'auto', files: null });
  t.equal(parse({ TONEARM_TLS: 'off' }).http.tls.mode, 'off');
  t.match(problemsOf({ ...BASE, TONEARM_TLS: 'on' }), [/^ {2}TONEARM_TLS must be auto, only or off/]);
  t.match(problemsOf({ ...BASE, TONEARM_TLS_CERT_FILE: '/x' }), [/^ {2}TONEARM_TLS_KEY_FILE is missing/]);
  t.match(problemsOf({ ...BASE, TONEARM_TLS_KEY_FILE: '/x' }), [/^ {2}TONEARM_TLS_CERT_FILE is missing/]);
  const folder = t.testdir({ rubbish: 'no PEM' });
  const pair = (cert: string, key: string): NodeJS.ProcessEnv => ({
    TONEARM_TLS_CERT_FILE: join(folder, cert),
    TONEARM_TLS_KEY_FILE: join(folder, key),
  });
  t.match(problemsOf({ ...BASE, ...pair('none', 'rubbish') }), [/CERT_FILE .* does not exist/]);
  t.match(problemsOf({ ...BASE, ...pair('none', 'none') }), [/CERT_FILE/, /KEY_FILE/]);
  t.match(problemsOf({ ...BASE, ...pair('rubbish', 'rubbish') }), [/CERT_FILE .* not a certificate/]);
  try {
    for (const name of ['a', 'b']) makeCertificate(folder, name);
  } catch {
    t.comment('no openssl here: pairs of files are not tried');
    return;
  }
  const files = { certFile: join(folder, 'a.crt'), keyFile: join(folder, 'a.key') };
  t.same(parse(pair('a.crt', 'a.key')).http.tls, { mode: 'only', files });
  t.same(parse({ ...pair('a.crt', 'a.key'), TONEARM_TLS: 'auto' }).http.tls, { mode: 'auto', files });
  t.match(parseConfig({ ...BASE, ...pair('a.crt', 'a.key'), TONEARM_TLS: 'off' }).warnings, [/are ignored/]);
  t.match(problemsOf({ ...BASE, ...pair('a.crt', 'b.key') }), [/KEY_FILE .* not the key/]);
  t.match(problemsOf({ ...BASE, ...pair('a.crt', 'rubbish') }), [/KEY_FILE .* not a private key/]);
});

function makeCertificate(folder: string, name: string): void {
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-nodes', '-subj', '/CN=kitchen.local', ...files], {
    stdio: 'ignore',
  });
}

t.test('The configuration places state and sockets by the environment', async t => {
  t.equal(parse().stateDir, '/home/someone/.local/state/tonearm');
  t.equal(parse({ XDG_STATE_HOME: '/xdg' }).stateDir, '/xdg/tonearm');
  t.equal(parse({ XDG_STATE_HOME: 'relative' }).stateDir, '/home/someone/.local/state/tonearm');
  t.equal(
    parse({ XDG_STATE_HOME: '/xdg', STATE_DIRECTORY: '/var/lib/tonearm:/other' }).stateDir,
    '/var/lib/tonearm',
  );
  t.equal(parse({ STATE_DIRECTORY: '/var/lib/x', TONEARM_STATE_DIR: '/own' }).stateDir, '/own');
  t.equal(parse({ TONEARM_STATE_DIR: 'here' }).stateDir, join(process.cwd(), 'here'));

  t.equal(parse({ XDG_RUNTIME_DIR: '/run/user/1' }).runtimeDir, '/run/user/1/tonearm');
  t.equal(
    parse({ XDG_RUNTIME_DIR: '/run/user/1', RUNTIME_DIRECTORY: '/run/tonearm' }).runtimeDir,
    '/run/tonearm',
  );
  t.equal(parse({ RUNTIME_DIRECTORY: '/run/x', TONEARM_RUNTIME_DIR: '/own' }).runtimeDir, '/own');
  t.equal(parse({ RUNTIME_DIRECTORY: '/run/x' }).isRuntimeDirOfService, true);
  t.equal(parse({ XDG_RUNTIME_DIR: '/run/user/1' }).isRuntimeDirOfService, false);
  t.equal(parse({ RUNTIME_DIRECTORY: '/run/x', TONEARM_RUNTIME_DIR: '/own' }).isRuntimeDirOfService, false);
  const [one, same, other] = ['/a', '/a', '/b'].map(
    TONEARM_STATE_DIR => parse({ TONEARM_STATE_DIR }).runtimeDir,
  );
  t.equal(one, same, 'commands of this user find the agent');
  t.not(one, other, 'two agents of one user do not share it');
});

t.test('the default redirect address', async t => {
  t.equal(defaultRedirectUri(parse(), 8710, 'kitchen.lan.test'), 'http://kitchen.local:8710/pair/callback');
  t.equal(defaultRedirectUri(parse(), 1, ''), 'http://localhost.local:1/pair/callback');
  t.equal(
    defaultRedirectUri(parse({ TONEARM_TLS: 'only' }), 443, 'kitchen'),
    'https://kitchen.local:443/pair/callback',
  );
});

t.test('The configuration reads the notify socket and watchdog of systemd', async t => {
  t.same(parse().systemd, { notifySocket: null, watchdogMs: null });
  const systemd = { NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '30000000' };
  t.same(parse(systemd).systemd, { notifySocket: '/run/notify', watchdogMs: 30_000 });
  t.equal(parse({ ...systemd, WATCHDOG_PID: String(process.pid) }).systemd.watchdogMs, 30_000);
  t.equal(parse({ ...systemd, WATCHDOG_PID: '1' }).systemd.watchdogMs, null, "another process's watchdog");
  t.equal(parse({ WATCHDOG_USEC: 'soon' }).systemd.watchdogMs, null);
});

t.test('a name for the device is never missing and never too long', async t => {
  const { name } = parse().device;
  t.ok(name.length > 0 && Buffer.byteLength(name) <= 63);
});
