// Runs apt-get without questions and reports its progress; apt's own output is shown only on failure.
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

// Without an init system (in a container) no daemon can be started; a package that tries to must not fail.
// An interrupted installation (Ctrl-C) is completed first: apt would refuse to continue.
// Descriptor 3 is opened here, behind sudo, which closes it. Descriptor 1 does not work: apt withholds it from dpkg,
// whose scripts fail without a standard output.
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
 * Creates a function that runs apt-get and resolves with whether it succeeded. `asRoot`: the words before a command
 * that run it as root. While another program fetches packages or lists (which a machine does by itself soon after its
 * start), it waits `pauseMs` at a time and at most `patience` times in all: apt-get itself waits only for dpkg's lock.
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
  // stderr stays open for sudo's messages.
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise(resolve => {
    child.once('error', () => resolve({ isGood: false, cause: null }));
    child.once('close', (status, signal) =>
      resolve({ isGood: status === 0, cause: toCause({ status, signal }) }),
    );
  });
  // The progress of fetching the lists is not reported.
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

/** `take` returns whether the line was only a progress report; `print` receives the download size and each quarter. */
export function createProgress(print) {
  const told = { dlstatus: 0, pmstatus: 0 };
  return {
    take(line) {
      const amount = /^Need to get (\S+ \S+?)(?:\/\S+ \S+)? of archives/.exec(line);
      if (amount !== null) print(`  ${amount[1]} to download`);
      // dpkg's output and apt's report can share one line.
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
