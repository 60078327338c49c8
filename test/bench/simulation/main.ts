/**
 * `main.js STATE_DIR RUNTIME_DIR HOURS PROFILE SERVICE FAULTS DOING BEGINNING`: the agent's engine, service client and store against the sandbox in hours that
 * pass as fast as the machine can, with a player that only lets time pass. Prints what was counted as JSON.
 */
import { writeFileSync } from 'node:fs';
import { parseFaults } from '../../../src/sandbox/faults/parse.js';
import { setStage, TRACK_S } from './stage.js';

const HOUR_MS = 3_600_000;

const [
  stateDir = '',
  runtimeDir = '',
  hours = '1',
  profile = '',
  surface = '',
  faults = '',
  doing,
  begun = '',
] = process.argv.slice(2);
const { time, sandbox, player, engine, sourceId, settle } = await setStage({
  stateDir,
  runtimeDir,
  profile,
  surface,
});

const counted = { calls: 0, byOperation: {} as Record<string, number> };
function countCalls(): void {
  const seen = new Set<number>();
  for (const { requestId, operation } of sandbox.requests.all) {
    if (operation === 'audio' || operation === 'art') continue;
    seen.add(requestId);
    counted.byOperation[operation] = (counted.byOperation[operation] ?? 0) + 1;
  }
  counted.calls += seen.size;
  sandbox.requests.clear();
}

void engine.execute({ type: 'play', sourceId }, { client: 'bench', method: 'player.play' });
await time.pass(time.nowMs + 2 * TRACK_S * 1_000, settle);
if (doing === 'paused') void engine.execute({ type: 'pause' }, { client: 'bench', method: 'player.pause' });
if (doing === 'idle') void engine.execute({ type: 'stop' }, { client: 'bench', method: 'player.stop' });
// What is to be remembered of that has been written by then.
if (doing !== 'playing') await time.pass(time.nowMs + 60_000, settle);
writeFileSync(begun, 'now');
sandbox.requests.clear();
const endedBefore = player.ended;
if (faults !== '') sandbox.faults.set(parseFaults(faults));
// The record of requests is bounded, so that it is emptied now and then.
for (let quarter = 0; quarter < Number(hours) * 4; quarter += 1) {
  await time.pass(time.nowMs + HOUR_MS / 4, settle);
  countCalls();
}
console.log(JSON.stringify({ ...counted, tracks: player.ended - endedBefore }));
process.exit(0);
