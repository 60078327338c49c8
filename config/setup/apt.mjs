// Runs apt-get without a question and tells how far it has come; what it says itself is shown only when it fails.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { toCause } from './child-end.mjs';
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
// An installation that was cut off (Ctrl-C) is finished first: apt would refuse to go on from there.
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
if [ -n "$(ls /var/lib/dpkg/updates 2>&-)" ]; then
  dpkg --force-confdef --force-confold --configure -a > /dev/null 2>&1
fi
LC_ALL=C apt-get "$@" 2>&1 3>&1
`;

const KEPT_LINES = 25;

const FETCHING = /Could not get lock \/var\/(?:lib\/apt\/lists|cache\/apt\/archives)\//;

/**
 * `asRoot`: the words before a command that make it root's. What is returned resolves with whether apt-get succeeded
 * with its words. While another program fetches packages or lists (a machine does by itself, soon after its start) it
 * waits, `pauseMs` at a time and at most `patience` times in all: apt-get does so for dpkg's lock alone.
 */
export function createApt(asRoot, { pauseMs, patience = 120 }) {
  let pauses = 0;
  return async function run(words) {
    const { isGood, lines } = await attempt(asRoot, words);
    if (isGood) return true;
    if (pauses === patience || !lines.some(line => FETCHING.test(line))) {
      console.log(lines.map(line => `    ${line}`).join('\n'));
      return false;
    }
    pauses += 1;
    if (pauses === 1) say('another program is fetching packages; waiting for it');
    await sleep(pauseMs);
    return run(words);
  };
}

async function attempt(asRoot, [verb, ...names]) {
  const recommends = verb === 'install' ? ['--no-install-recommends'] : [];
  const words = ['-c', SCRIPT, 'apt-get', ...OPTIONS, verb, ...recommends, ...names];
  const [command, ...rest] = [...asRoot, 'sh', ...words];
  // stderr stays open for sudo's own words.
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise(resolve => {
    child.once('error', () => resolve({ isGood: false, cause: null }));
    child.once('close', (status, signal) =>
      resolve({ isGood: status === 0, cause: toCause({ status, signal }) }),
    );
  });
  // What the lists take is not worth telling.
  const progress = createProgress(verb === 'install' ? say : () => undefined);
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (progress.take(line)) continue;
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
  }
  const { isGood, cause } = await ended;
  return { isGood, lines: cause === null ? lines : [...lines, `apt-get ${verb} ${cause}`] };
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
