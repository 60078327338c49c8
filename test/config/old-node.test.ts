import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { INSTALLED } from '../rigs/program.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { isNewEnough, toAdvice } = (await import(`${root}config/old-node.cjs`)) as {
  isNewEnough: (version: string) => boolean;
  toAdvice: (version: string, osRelease: string) => string;
};

t.test('which Node is new enough', async t => {
  for (const version of ['v20.19.0', 'v20.20.1', 'v22.0.0', 'v24.1.0', 'v100.0.0'])
    t.ok(isNewEnough(version), version);
  for (const version of ['v20.18.9', 'v18.20.4', 'v12.22.12', 'v6.0.0'])
    t.notOk(isNewEnough(version), version);
});

t.test('each system is told what its owner can do', async t => {
  const told = (osRelease: string) => toAdvice('v18.20.4', osRelease);
  const bookworm = told('PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n');
  t.match(bookworm, /^Tonearm needs Node 20\.19 or newer; this is v18\.20\.4\.\n/);
  t.match(bookworm, /Debian GNU\/Linux 12 \(bookworm\)/);
  t.match(bookworm, /Debian 13/);
  t.match(bookworm, /github\.com\/nodesource/);
  t.notMatch(bookworm, /apt install nodejs npm$/m, 'which is what brought this one');
  const raspbian = told('PRETTY_NAME="Raspbian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=raspbian\n');
  t.match(raspbian, /Raspberry Pi OS/);
  const trixie = told('PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_ID="13"\nID=debian\n');
  t.match(trixie, /sudo apt install nodejs npm/);
  t.notMatch(trixie, /upgrade/i);
  for (const other of ['', 'ID=arch\n', 'VERSION_ID="12"\nID=fedora\n'])
    t.match(told(other), /https:\/\/nodejs\.org\/en\/download/);
});

t.test('the program and what sets it up say so, and end with 69', async t => {
  const old = t.testdir({
    'old.cjs': `Object.defineProperty(process, 'version', { value: 'v18.20.4' });`,
  });
  const env = { ...process.env, NODE_OPTIONS: `--require ${join(old, 'old.cjs')}` };
  for (const words of [
    [process.execPath, INSTALLED.program, '--version'],
    ['bash', join(root, 'config/setup.sh'), 'demo'],
  ] as const) {
    const [command, ...rest] = words;
    const { status, stdout, stderr } = spawnSync(command, rest, { encoding: 'utf8', env });
    t.equal(status, 69, `${command}: ${stdout}`);
    t.match(stderr, /^Tonearm needs Node 20\.19 or newer; this is v18\.20\.4\.\n/);
    t.equal(stdout, '');
    t.notMatch(stderr, /^ +at /m, 'without a stack');
  }
});
