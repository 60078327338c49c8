import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import t, { type Test } from 'tap';
import { isAt } from '../fakes/phones/phone.js';
import { createNamespace, type Namespace, whyNoNamespace } from '../fakes/machine/namespace.js';
import { checkSound } from '../rigs/agent/ear.js';
import type { AgentProcess } from '../rigs/agent/process.js';
import { aStation, createRig, type Rig, skip, testsOf } from '../rigs/agent/rig.js';
import { endsOf, killWhole } from '../rigs/agent/story.js';
import { outcomeOf } from '../rigs/cli/run.js';
import { NODE_WORDS, PROGRAM } from '../rigs/program.js';

// docs/read-only-root.md: of the whole machine, the state and the runtime directory alone can be written.
t.jobs = 2;
const test = testsOf(t, skip || whyNoNamespace(['mount']));
const TRACK_S = 60;

/** `$1` the state, `$2` the runtime directory: mounts already. What a machine has on mounts of its own is shut as well. */
const SEAL = `
for place in /dev/shm /home /root /run /tmp /var /var/lib /var/tmp; do
  if mountpoint -q "$place"; then mount -o remount,bind,ro "$place"; fi
done
mount -o remount,bind,ro /
for place in / /etc /dev/shm /root /run /tmp /var/lib /var/tmp "$(dirname "$1")"; do
  if (: > "$place/tonearm-was-here") 2> /dev/null; then
    rm "$place/tonearm-was-here"; echo "$place can be written" >&2; exit 1
  fi
done
for place in "$1" "$2"; do : > "$place/probe"; rm "$place/probe"; done`;
const DISK = 'mount --bind "$1" "$1"';
const MEMORY = 'mount -t tmpfs -o mode=700,size=1m none "$1"';

async function sealOff(t: Test, rig: Rig, mountState: string): Promise<Namespace> {
  for (const folder of [rig.stateDir, rig.runtimeDir]) mkdirSync(folder, { mode: 0o700 });
  const space = await createNamespace(t, ['mount']);
  space.run(mountState, rig.stateDir);
  space.run(DISK, rig.runtimeDir);
  space.run(SEAL, rig.stateDir, rig.runtimeDir);
  return space;
}

/** What doctor says in there, but for what is well: `level check: text`. */
async function examine(rig: Rig, space: Namespace, agent: AgentProcess): Promise<readonly string[]> {
  const [command = '', ...words] = space.words;
  const child = spawn(command, [...words, process.execPath, ...NODE_WORDS, PROGRAM, 'doctor', '--json'], {
    env: { ...rig.environment, TONEARM_HTTP_PORT: String(agent.port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { stdout } = await outcomeOf(child);
  const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; text: string }[] };
  return findings.flatMap(({ check, level, text }) => (level === 'ok' ? [] : `${level} ${check}: ${text}`));
}

/** Of whole agents: nothing was tried in vain. */
function checkLog(t: Test, agent: AgentProcess, what: string): void {
  t.notMatch(`${agent.stdout}\n${agent.stderr}`, /EROFS|read-only|"level":"(?:error|fatal)"/i, what);
}

async function playFirst(t: Test, rig: Rig, space: Namespace) {
  const agent = await rig.start({}, { before: space.words });
  t.not(agent.port, 0, agent.stdout + agent.stderr);
  const token = await rig.pair(agent);
  const phone = await rig.phone(agent, token);
  await phone.play({ sourceId: aStation(rig.sandbox) });
  await checkSound(t, rig, phone, 'on a read-only machine');
  await phone.call('player.setVolume', { volume: 23 });
  return { agent, token };
}

/** Goes on as it was, without a word of anybody. */
async function playAgain(t: Test, rig: Rig, space: Namespace, token: string) {
  const agent = await rig.start({}, { before: space.words });
  const phone = await rig.phone(agent, token);
  await phone.until('sounding', isAt(0));
  await checkSound(t, rig, phone, 'after a restart');
  t.equal(rig.asked('setSource'), 1, 'it was chosen once');
  t.strictSame(endsOf(rig, TRACK_S), [], 'no end was reported that was none');
  return { agent, phone };
}

for (const [place, mountState, isInMemory] of [
  ['on a disk', DISK, false],
  ['in memory', MEMORY, true],
] as const) {
  test(`a read-only machine: the state, ${place}, and the sockets are enough`, async t => {
    const rig = await createRig(t, { trackSeconds: TRACK_S });
    const space = await sealOff(t, rig, mountState);
    const { agent, token } = await playFirst(t, rig, space);
    const found = await examine(rig, space, agent);
    t.strictSame(
      // The Node of the tests' machine is its own affair.
      found.filter(text => /^(broken|warning) (?!node:)/.test(text)),
      [],
      'doctor has nothing to say of it',
    );
    const power = found.filter(text => /in a power cut/.test(text));
    if (isInMemory) t.match(power, [/^note disk: .*in memory \(tmpfs\).*the pairing/]);
    else
      t.ok(
        power.every(text => /overlay/.test(text)),
        'a disk keeps it',
      );

    t.match(await agent.end('SIGTERM'), { code: 0 });
    const again = await playAgain(t, rig, space, token);
    t.equal(again.phone.state.volume, 23);
    await killWhole(again.agent);
    const third = await playAgain(t, rig, space, token);
    for (const one of [agent, again.agent, third.agent]) checkLog(t, one, 'nothing was tried in vain');
    if (!isInMemory) return;

    // The power is cut.
    await killWhole(third.agent);
    space.run(`umount "$1"; ${MEMORY}`, rig.stateDir);
    space.run('rm -f "$1"/*', rig.runtimeDir);
    const fresh = await rig.start({}, { before: space.words });
    const health = (await (await fetch(`${fresh.url}/healthz`)).json()) as object;
    t.match(health, { status: 'ok', pairing: 'unpaired' }, 'it is well, and anybody’s to pair');
    await t.rejects(rig.phone(fresh, token), 'no phone is admitted any more');
    const anew = await rig.phone(fresh, await rig.pair(fresh));
    await anew.play({ sourceId: aStation(rig.sandbox) });
    checkLog(t, fresh, 'nothing is missed');
  });
}
