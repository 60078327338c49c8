/**
 * `weeks-main.js STATE_DIR RUNTIME_DIR DAYS`: days of a household, as fast as the machine can: an alarm wakes it, it listens
 * until midnight, the service is away for an hour, phones come and go, and at night it is quiet. Prints what each day left as JSON.
 */
import { parseFaults } from '../../../src/sandbox/faults/parse.js';
import type { Day } from './simulate.js';
import { setStage } from './stage.js';

const HOUR_MS = 3_600_000;
const PHONES_A_DAY = 22;
const TRACK_S = 150;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const BY = { client: 'bench', method: 'player.play' };

const [stateDir = '', runtimeDir = '', days = '14'] = process.argv.slice(2);
const { time, sandbox, player, engine, sourceId, settle } = await setStage({
  stateDir,
  runtimeDir,
  profile: 'full',
  surface: 'full',
  trackS: TRACK_S,
});
// The record of requests is bounded, and emptied here all the same: it is the sandbox's.
async function pass(hours: number): Promise<void> {
  for (let quarter = 0; quarter < hours * 4; quarter += 1) {
    await time.pass(time.nowMs + HOUR_MS / 4, settle);
    sandbox.requests.clear();
  }
}

engine.dispatch({ type: 'zone.told', zone: [{ atMs: 0, offsetMs: 0 }], isClockSet: true });
void engine.execute({ type: 'play', sourceId }, BY);
// Midnight.
await time.pass(Math.ceil(time.nowMs / (24 * HOUR_MS)) * 24 * HOUR_MS, settle);
void engine.execute({ type: 'setAlarm', time: '07:00', days: EVERY_DAY, sourceId, volume: 30 }, BY);
const left: Day[] = [];
for (let day = 0; day < Number(days); day += 1) {
  void engine.execute({ type: 'pause' }, BY);
  await pass(8);
  void engine.execute({ type: 'dismiss' }, BY);
  void engine.execute({ type: 'play', sourceId }, BY);
  const phones = Array.from({ length: PHONES_A_DAY }, () => [
    engine.watch(() => undefined),
    engine.follow(() => undefined),
  ]);
  await pass(4);
  for (const leave of phones.flat()) leave();
  sandbox.faults.set(parseFaults('dropRequest'));
  await pass(1);
  sandbox.faults.set([]);
  await pass(11);
  // The sandbox keeps up to ten thousand addresses that have lapsed; what is looked for is what the agent keeps.
  sandbox.expireAudioUrls();
  global.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  left.push({ residentBytes: rss, heapBytes: heapUsed, timers: time.waiting, tracks: player.ended });
}
console.log(JSON.stringify(left));
process.exit(0);
