import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { SYSTEM_AUTHORITIES } from '../../src/lib/authorities.js';
import { temporaryFolder } from '../rigs/store/records.js';

// The tests run from dist/test/systemd.
const folder = fileURLToPath(new URL('../../../systemd/', import.meta.url));
const unit = readFileSync(join(folder, 'tonearm.service'), 'utf8');
const template = readFileSync(join(folder, 'tonearm@.service'), 'utf8');
const units: readonly (readonly [string, string])[] = [
  ['tonearm.service', unit],
  ['tonearm@.service', template],
];
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const skip = whyNoAnalysis();

/** Older ones make the folder where systemd keeps its state, if systemd does not run. */
function whyNoAnalysis(): string | false {
  if (!has('systemd-analyze')) return 'systemd-analyze is missing';
  if (process.getuid?.() === 0 || existsSync('/run/systemd')) return false;
  return 'needs root where systemd does not run';
}

/** Every `Key=value` of the unit; a key may come several times. */
const settings = unit
  .split('\n')
  .filter(line => /^[A-Z]\w*=/u.test(line))
  .map(line => ({ key: line.slice(0, line.indexOf('=')), value: line.slice(line.indexOf('=') + 1) }));
const valuesOf = (key: string) => settings.filter(setting => setting.key === key).map(({ value }) => value);

t.test('systemd has nothing to say about the unit', { skip }, async t => {
  // Where the agent is not installed, its program is stood in for: everything else is as it ships.
  const copies = join(temporaryFolder(t), 'units');
  mkdirSync(copies);
  const program = join(copies, 'program');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o755);
  const verify = (text: string, name: string) => {
    const copy = join(copies, name);
    writeFileSync(copy, text.replace('ExecStart=/usr/bin/tonearm', `ExecStart=${program}`));
    const words = ['verify', '--man=no', '--recursive-errors=no', copy];
    const { stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
    return stdout + stderr;
  };
  for (const [name, text] of [...units, ['tonearm@kitchen.service', template] as const]) {
    t.equal(verify(text, name), '', name);
    t.match(verify(text.replace('KillMode=', 'KilMode='), name), /KilMode/, 'a wrong key would be seen');
  }
});

t.test('exposure stays at 1.5 or below', { skip }, async t => {
  for (const [name, text] of units) {
    const words = ['security', '--offline=true', '--no-pager', join(folder, name)];
    const output = execFileSync('systemd-analyze', words, { encoding: 'utf8' });
    const exposure = Number(/exposure level for \S+: ([\d.]+)/u.exec(output)?.[1]);
    t.ok(exposure <= 1.5, `${name}: exposure ${exposure}`);
    // Every point that is left is told, with its size, and why it is there.
    const left = [...output.matchAll(/^✗ (\S+?)=.* (0\.\d)\s*$/gmu)];
    t.ok(left.length > 5, `${left.length} points`);
    for (const [, key = '', points = ''] of left) {
      const told = key === 'RootDirectory=/RootImage' ? 'RootDirectory' : key;
      t.match(
        text,
        new RegExp(`^# +${points} +.*\\b${told.replace('RestrictAddressFamilies', 'AF_')}`, 'mu'),
        key,
      );
    }
  }
});

/** Has one system call answered with an errno, as the unit's filter does (seccomp(2)), and runs the rest of its words. */
const FILTER = `import ctypes, os, struct, sys
number, errno = int(sys.argv[1]), int(sys.argv[2])
steps = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | errno), (0x06, 0, 0, 0x7fff0000)]
code = ctypes.create_string_buffer(b''.join(struct.pack('HBBI', *step) for step in steps))
class Program(ctypes.Structure): _fields_ = [('len', ctypes.c_ushort), ('filter', ctypes.c_void_p)]
program = Program(len(steps), ctypes.addressof(code))
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, ctypes.byref(program)) == 0
os.execvp(sys.argv[3], sys.argv[3:])
`;
const CAPSET = { x64: 126, arm64: 91, arm: 185 }[process.arch as string];
const EPERM = 1;

t.test(
  'the player can be tied and shut in: what the filter says to setpriv',
  { skip: CAPSET === undefined || !has('python3') || !has('setpriv') },
  async t => {
    const allowed = valuesOf('SystemCallFilter').flatMap(value => value.split(' '));
    for (const call of ['landlock_create_ruleset', 'landlock_add_rule', 'landlock_restrict_self'])
      t.ok(allowed.includes(call), call);
    const errno = Number(/^~capset:(\d+)$/u.exec(allowed.find(call => call.includes('capset')) ?? '')?.[1]);
    const tie = (answer: number) => {
      const words = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL', 'echo', 'inside'];
      return spawnSync('python3', ['-c', FILTER, String(CAPSET), String(answer), ...words], {
        encoding: 'utf8',
      });
    };
    t.match(tie(errno), { stdout: 'inside\n' });
    t.match(tie(EPERM), { stdout: '', stderr: /activate capabilities/ }, 'it would be seen');
  },
);

t.test('a speaker among several has everything as the only one has it, but in places of its own', async t => {
  const own: readonly (readonly [string, string])[] = [
    ['Description', 'Tonearm playback agent, %I'],
    ['EnvironmentFile', '-/etc/tonearm/%i.env'],
    ['Environment', '"TONEARM_DEVICE_NAME=%I"'],
    ['StateDirectory', 'tonearm@%i'],
    ['RuntimeDirectory', 'tonearm@%i'],
  ];
  const linesOf = (text: string) => text.split('\n').filter(line => /^[[A-Z]/u.test(line));
  const theirs = linesOf(template);
  for (const [key, value] of own) t.ok(theirs.includes(`${key}=${value}`), key);
  const keys = own.map(([key]) => key);
  const shared = (lines: string[]) => lines.filter(line => !keys.includes(line.slice(0, line.indexOf('='))));
  t.same(shared(theirs), shared(linesOf(unit)));
});

t.test('the drop-in for the secret names what the agent reads', async t => {
  const lines = readFileSync(join(folder, 'client-secret.conf'), 'utf8')
    .split('\n')
    .filter(line => !line.startsWith('#') && line !== '');
  t.same(lines, ['[Service]', 'LoadCredential=client-secret:/etc/tonearm/client-secret']);
});

t.test('the unit keeps what the contract promises', async t => {
  const rows: [string, string[]][] = [
    ['Type', ['notify']],
    ['NotifyAccess', ['all']],
    ['EnvironmentFile', ['-/etc/tonearm/tonearm.env']],
    ['ExecStart', ['/usr/bin/tonearm run']],
    ['User', ['tonearm']],
    ['SupplementaryGroups', ['audio input']],
    ['DevicePolicy', ['closed']],
    ['DeviceAllow', ['char-alsa rw', 'char-input r']],
    ['StateDirectory', ['tonearm']],
    ['StateDirectoryMode', ['0700']],
    ['Environment', []],
    ['Group', ['tonearm']],
    ['UMask', ['0077']],
    ['RuntimeDirectory', ['tonearm']],
    ['RuntimeDirectoryMode', ['0750']],
    ['RuntimeDirectoryPreserve', ['restart']],
    ['RestartPreventExitStatus', ['64 69 78']],
    ['StartLimitIntervalSec', ['0']],
    ['KillMode', ['mixed']],
    ['LimitCORE', ['0']],
    ['SystemCallErrorNumber', ['EPERM']],
    ['MemoryDenyWriteExecute', ['yes']],
    ['DynamicUser', []],
  ];
  for (const [key, values] of rows) t.same(valuesOf(key), values, key);
  t.notMatch(valuesOf('After').join(' '), 'online', 'no waiting for a network that may never come');
});

t.test('the program that the unit starts trusts whom the system trusts, and makes no code', async t => {
  const script = readFileSync(new URL('../../../config/debian/tonearm.sh', import.meta.url), 'utf8');
  t.ok(script.includes(`SSL_CERT_DIR:-${dirname(SYSTEM_AUTHORITIES)}}`));
  t.match(script, /^exec \/usr\/bin\/node --use-openssl-ca --jitless /m);
});

const noUsers = !has('systemd-sysusers') && 'systemd-sysusers is missing';

t.test('the user is made as the unit expects it', { skip: noUsers }, async t => {
  const root = temporaryFolder(t);
  const file = join(folder, 'tonearm.sysusers');
  mkdirSync(join(root, 'etc'));
  execFileSync('systemd-sysusers', [`--root=${root}`, file], { stdio: 'ignore' });
  t.match(
    readFileSync(join(root, 'etc/passwd'), 'utf8'),
    /^tonearm:x:\d+:\d+:[^:]*:\/var\/lib\/tonearm:.*nologin$/mu,
  );
  const groups = readFileSync(join(root, 'etc/group'), 'utf8');
  for (const name of ['audio', 'input']) t.match(groups, new RegExp(`^${name}:x:\\d+:tonearm$`, 'mu'));
});
