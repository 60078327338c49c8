import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryOf } from '../bench/rig/processes.js';
import type { RunOptions } from '../rigs/agent/process.js';
import { type Cgroup, createCgroup, whyNoCgroup } from '../rigs/cgroup.js';
import { INSTALLED } from '../rigs/program.js';
import { parseWords, type Words } from './arguments.js';
import { FAULTS } from './faults/all.js';
import { addUp, incidentsOf, judge, type Memory, type Outcome, toReport } from './report.js';
import { makeRecords } from './records.js';
import { playRound } from './round.js';
import { drawPlan, type Plan } from './schedule.js';
import { soak } from './soak.js';
import { quietHoursSoon } from './stage/agent-environment.js';
import { buildTestbed, type Testbed, type TestbedOptions } from './stage/testbed.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

/** A round lasts about so long; each has a service and an agent of its own. */
const ROUND_MS = 120_000;
const MEMORY_MS = 5_000;
/** A small machine, for the agent with its mpv. */
const SMALL = { memoryMiB: 300, cpuPercent: 20 };

/**
 * `npm run chaos -- [--minutes 2] [--seed 1] [--small]`: the program and a real player under random faults. Prints what became
 * of the music; the exit code is 1 when a track was lost or doubled, or something has no explanation.
 */
async function main(words: Words): Promise<number> {
  const { minutes, seed, only, keep, aloud, nosink, small } = words;
  const say = (line: string): void => (aloud ? console.error(line) : undefined);
  const faults = FAULTS.filter(({ name }) => only.length === 0 || only.some(word => name.includes(word)));
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-chaos-'));
  const wholeMs = minutes * 60_000;
  const rounds = Math.max(wholeMs >= 90_000 ? 2 : 1, Math.round(wholeMs / ROUND_MS));
  const outcomes: Outcome[] = [];
  console.log(`chaos: ${minutes} minutes in ${rounds} rounds, seed ${seed}`);
  for (let round = 0; round < rounds; round += 1) {
    const plan = drawPlan(seed, round, faults);
    console.log(`round ${round + 1}: ${describePlan(plan)}`);
    const own = join(folder, `round-${round + 1}`);
    const group = small ? createCgroup(SMALL) : null;
    const options = { folder: own, nosink, say, running: toRunning(group) };
    const { outcome, notes } = await runRound(options, plan, wholeMs / rounds, group);
    outcomes.push(outcome);
    const found = incidentsOf(outcome);
    if (group !== null) console.log(`  ${describeGroup(group)}`);
    await group?.remove();
    for (const { what } of outcome.conceded) console.log(`  by the rule of the second end: ${what}`);
    for (const { atMs, what } of found) console.log(`  at ${(atMs / 1_000).toFixed(2)}: ${what}`);
    if (found.length === 0 && !keep) removeFolder(own);
    else console.log(`  line by line: ${notes}`);
  }
  const total = addUp(outcomes);
  console.log(toReport(total, { minutes, seed }));
  const isClean = incidentsOf(total).length === 0;
  if (isClean && !keep) removeFolder(folder);
  return isClean ? 0 : 1;
}

function describePlan({ profile, seconds, pace }: Plan): string {
  const fast = pace === null ? 'at once' : `${pace} times as fast as it sounds`;
  return `${profile} service, tracks of ${seconds} s, audio ${fast}`;
}

/** As the package has it run, where it is to be small. */
function toRunning(group: Cgroup | null): RunOptions {
  return group === null ? {} : { ...INSTALLED, before: group.words };
}

function describeGroup(group: Cgroup): string {
  const peak = group.peakMiB();
  const memory = peak === null ? '' : `${peak.toFixed(0)} of ${SMALL.memoryMiB} MiB at most, `;
  return `${memory}waited ${(group.throttledMs() / 1_000).toFixed(0)} s for the processor`;
}

async function runRound(
  options: Pick<TestbedOptions, 'folder' | 'nosink' | 'say' | 'running'>,
  plan: Plan,
  lastsMs: number,
  group: Cgroup | null,
): Promise<{ readonly outcome: Outcome; readonly notes: string }> {
  const { folder } = options;
  const testbed = await buildTestbed({
    ...options,
    profile: plan.profile,
    seconds: plan.seconds,
    quiet: quietHoursSoon(),
  });
  const memory: Memory[] = [];
  const looking = setInterval(() => memory.push(...memoryNow(testbed)), MEMORY_MS);
  const notes = join(folder, 'notes.log');
  try {
    await playRound(testbed, plan, performance.now() + lastsMs);
    const kills = group?.oomKills() ?? 0;
    if (kills > 0) testbed.breach(`the kernel has killed ${kills} processes for want of memory`);
    return { outcome: judge(testbed.ledger, memory, testbed.ear.how), notes };
  } finally {
    clearInterval(looking);
    await testbed.stop();
    writeFileSync(join(folder, 'ledger.json'), JSON.stringify(testbed.ledger));
    writeFileSync(notes, testbed.notes.join('\n'));
    writeFileSync(join(folder, 'agent.log'), testbed.unit.log());
  }
}

/** Nothing while one of the two is being replaced. */
function memoryNow({ unit }: Testbed): readonly Memory[] {
  try {
    const agent = unit.agent?.pid ?? 0;
    const [mpv = 0] = unit.agent?.players() ?? [];
    return [{ agent: memoryOf(agent).residentMiB, mpv: memoryOf(mpv).residentMiB }];
  } catch {
    return [];
  }
}

/** Exits with 64 for words that mean nothing. */
async function run(): Promise<number> {
  try {
    const words = parseWords(process.argv.slice(2));
    if (words.records !== null) {
      await makeRecords(words.records, words.only);
      return 0;
    }
    const why = words.small ? whyNoCgroup() : false;
    if (why !== false) throw new RangeError(`--small: ${why}`);
    return await (words.tracks === null ? main(words) : soak(words.tracks));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.error(error.message);
    return 64;
  }
}

process.exit(await run());
