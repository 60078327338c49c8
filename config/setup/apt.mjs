// Runs apt-get without a question and tells how far it has come; what it says itself is shown only when it fails.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { say } from './failure.mjs';

const OPTIONS = [
  '-q',
  '-y',
  '-o',
  'DPkg::Lock::Timeout=600',
  '-o',
  'Acquire::Retries=3',
  '-o',
  'Dpkg::Use-Pty=0',
  '-o',
  'Dpkg::Options::=--force-confdef',
  '-o',
  'Dpkg::Options::=--force-confold',
  '-o',
  'APT::Status-Fd=3',
];

// Where no init runs (a container) no daemon can be started; a package that tries must not fail for it.
// Descriptor 3 is opened here, behind sudo, which closes it. It cannot be 1: apt keeps it from dpkg, whose scripts
// fail without a standard output.
const SCRIPT = `
policy=/usr/sbin/policy-rc.d
if [ ! -d /run/systemd/system ] && [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 1' HUP INT TERM
  printf '#!/bin/sh\\nexit 101\\n' > "$policy" && chmod 755 "$policy"
fi
export DEBIAN_FRONTEND=noninteractive APT_LISTCHANGES_FRONTEND=none NEEDRESTART_SUSPEND=1
LC_ALL=C apt-get "$@" 2>&1 3>&1
`;

const KEPT_LINES = 25;

/** `asRoot`: the words before a command that make it root's. Resolves with whether apt-get succeeded. */
export async function runApt(asRoot, [verb, ...names]) {
  const recommends = verb === 'install' ? ['--no-install-recommends'] : [];
  const words = ['-c', SCRIPT, 'apt-get', ...OPTIONS, verb, ...recommends, ...names];
  const [command, ...rest] = [...asRoot, 'sh', ...words];
  // stderr stays open for sudo's own words.
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise(resolve => {
    child.once('error', () => resolve(false));
    child.once('close', code => resolve(code === 0));
  });
  // What the lists take is not worth telling.
  const progress = createProgress(verb === 'install' ? say : () => undefined);
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (progress.take(line)) continue;
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
  }
  const isGood = await ended;
  if (!isGood) console.log(lines.map(line => `    ${line}`).join('\n'));
  return isGood;
}

const STAGES = { dlstatus: 'downloaded', pmstatus: 'installed' };
const STEP = 25;

/** `take` says whether the line was for it alone; `print` hears of the amount and of each quarter. */
export function createProgress(print) {
  const told = { dlstatus: 0, pmstatus: 0 };
  return {
    take(line) {
      const amount = /^Need to get (\S+ \S+?)(?:\/\S+ \S+)? of archives/.exec(line);
      if (amount !== null) print(`  ${amount[1]} to download`);
      // dpkg's own words and apt's report can meet on one line.
      const status = /(dlstatus|pmstatus):[^:]*(?::[^:]+)?:([\d.]+):/.exec(line);
      if (status === null) return false;
      const [, stage, percent] = status;
      const quarter = Math.floor(Number(percent) / STEP) * STEP;
      if (quarter > told[stage]) {
        told[stage] = quarter;
        print(`  ${STAGES[stage]} ${quarter} %`);
      }
      return true;
    },
  };
}
