import { join } from 'node:path';
import t, { type Test } from 'tap';
import { isSounding, type Phone } from '../fakes/phones/phone.js';
import type { AgentProcess } from '../rigs/agent/process.js';
import { aStation, createRig, filesOf, type Rig, testsOf } from '../rigs/agent/rig.js';

t.jobs = 3;
const test = testsOf(t);

/** Of what is kept: what is being written at this moment lies beside it, and the first agent notes what it plays. */
const namesOf = (rig: Rig) =>
  filesOf(rig.stateDir)
    .map(({ name }) => name)
    .filter(name => !/\.tmp$|^recent\.jsonl$/.test(name));

async function playing(t: Test) {
  const rig = await createRig(t, { trackSeconds: 60, progressFrequency: null });
  const testbed = await rig.ready({ TONEARM_PROGRESS_SECONDS: '0' });
  await testbed.phone.play({ sourceId: aStation(rig.sandbox) });
  return { rig, ...testbed, from: testbed.phone.seen.length, calls: rig.sandbox.requests.all.length };
}

/** It ended at once with a sentence for the operator, and left nothing running. */
async function refused(t: Test, late: AgentProcess, words: RegExp): Promise<void> {
  t.match(await late.ended, { code: 1, signal: null });
  t.match(late.stdout + late.stderr, words);
  t.notMatch(late.stdout + late.stderr, /^\s+at |"stack"/m, 'no stack trace');
  t.strictSame(late.players(), [], 'no player is left');
}

function unharmed(t: Test, phone: Phone, from: number, rig: Rig, calls: number): void {
  t.strictSame(
    phone.seen.slice(from).filter(({ state }) => !isSounding(state)),
    [],
    'the first plays on',
  );
  t.equal(rig.sandbox.requests.all.length, calls, 'the service heard of nothing');
}

test('the port is taken: said so, with the variable to set', async t => {
  const { rig, agent, phone, from, calls } = await playing(t);
  const elsewhere = {
    TONEARM_STATE_DIR: join(rig.stateDir, '..', 'other-state'),
    TONEARM_RUNTIME_DIR: join(rig.stateDir, '..', 'other-run'),
  };
  const late = await rig.start({ ...elsewhere, TONEARM_HTTP_PORT: String(agent.port) });
  await refused(t, late, new RegExp(`port ${agent.port} is in use.*TONEARM_HTTP_PORT`));
  unharmed(t, phone, from, rig, calls);
  const free = await rig.start(elsewhere);
  t.equal((await fetch(`${free.url}/healthz`)).status, 200, 'its state directory is free again');
});

test('a second agent on the same state directory: said so, with the pid of the first', async t => {
  const { rig, agent, phone, from, calls } = await playing(t);
  const files = namesOf(rig);
  await refused(t, await rig.start(), new RegExp(`in use by the process with pid ${agent.pid}\\b`));
  t.strictSame(namesOf(rig), files);
  unharmed(t, phone, from, rig, calls);
});
