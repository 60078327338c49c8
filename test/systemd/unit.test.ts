import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { temporaryFolder } from '../fakes/store-records.js';

// The tests run from dist/test/systemd.
const folder = fileURLToPath(new URL('../../../systemd/', import.meta.url));
const unit = readFileSync(join(folder, 'tonearm.service'), 'utf8');
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
  const copy = join(copies, 'tonearm.service');
  const verify = (text: string) => {
    writeFileSync(copy, text.replace('ExecStart=/usr/bin/node', `ExecStart=${program}`));
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', copy], {
      encoding: 'utf8',
    });
    return (stdout + stderr).split('\n').filter(line => line.includes(copies) || line.includes('tonearm'));
  };
  t.same(verify(unit), []);
  t.ok(verify(unit.replace('KillMode=', 'KilMode=')).length > 0, 'a wrong key would be seen');
});

t.test('exposure stays at 1.5 or below', { skip }, async t => {
  const output = execFileSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', join(folder, 'tonearm.service')],
    { encoding: 'utf8' },
  );
  const exposure = Number(/exposure level for \S+: ([\d.]+)/u.exec(output)?.[1]);
  t.ok(exposure <= 1.5, `exposure ${exposure}`);
});

t.test('the unit keeps what the contract promises', async t => {
  const rows: [string, string[]][] = [
    ['Type', ['notify']],
    ['NotifyAccess', ['all']],
    ['EnvironmentFile', ['-/etc/tonearm/tonearm.env']],
    ['User', ['tonearm']],
    ['SupplementaryGroups', ['audio']],
    ['StateDirectory', ['tonearm']],
    ['StateDirectoryMode', ['0700']],
    ['RuntimeDirectory', ['tonearm']],
    ['RuntimeDirectoryPreserve', ['restart']],
    ['RestartPreventExitStatus', ['64 69 78']],
    ['StartLimitIntervalSec', ['0']],
    ['KillMode', ['mixed']],
    ['SystemCallErrorNumber', ['EPERM']],
    ['MemoryDenyWriteExecute', []],
    ['DynamicUser', []],
  ];
  for (const [key, values] of rows) t.same(valuesOf(key), values, key);
  t.notMatch(valuesOf('After').join(' '), 'online', 'no waiting for a network that may never come');
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
  t.match(readFileSync(join(root, 'etc/group'), 'utf8'), /^audio:x:\d+:tonearm$/mu);
});
