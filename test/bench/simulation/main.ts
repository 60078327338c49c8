/**
 * `main.js STATE_DIR RUNTIME_DIR HOURS PROFILE SERVICE FAULTS DOING BEGINNING`: the agent's engine, service client and store against the sandbox in hours that
 * pass as fast as the machine can, with a player that only lets time pass. Prints what was counted as JSON.
 */
import { writeFileSync } from 'node:fs';
import { installVirtualTime } from '../../fakes/time/virtual.js';

const HOUR_MS = 3_600_000;
const TRACK_S = 240;
const SETTLED_AFTER = 40;

const realImmediate = setImmediate;
const time = installVirtualTime(1_900_000_000_000);
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

// Only now, so that all of it lives in the time installed.
const { createSandbox } = await import('../../../src/sandbox/sandbox.js');
const { parseFaults } = await import('../../../src/sandbox/faults/parse.js');
const { createService } = await import('../../../src/service/service.js');
const { createEngine } = await import('../../../src/engine/engine.js');
const { createMemory } = await import('../../../src/engine/remember.js');
const { createRecent } = await import('../../../src/engine/recent.js');
const { toRestored } = await import('../../../src/engine/restore.js');
const { openStore } = await import('../../../src/store/file-store.js');
const { createVirtualPlayer } = await import('./virtual-player.js');
const { stationOf } = await import('../rig/agent.js');

const quiet = () => undefined;
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const clock = { epochMs: () => time.nowMs, steadyMs: () => time.nowMs - 1_900_000_000_000 };
const sandbox = createSandbox({
  trackSeconds: TRACK_S,
  profile: surface === 'full' ? 'full' : 'core',
  progressFrequency: null,
  now: () => time.nowMs,
});
await sandbox.start();
const store = await openStore({ stateDir, runtimeDir, clock, logger });
await store.credentials.write({
  ...sandbox.issueTokens(),
  obtainedAtMs: time.nowMs,
  profileId: sandbox.listeners[0]?.id ?? null,
});
const service = createService({
  baseUrl: sandbox.url,
  authUrl: sandbox.url,
  clientId: sandbox.clientId,
  clientSecret: sandbox.clientSecret,
  deviceUuid: 'bench',
  profile: profile === 'full' || profile === 'core' ? profile : 'auto',
  credentials: store.credentials,
  clock,
  logger,
});
// The time that loading takes is real, and would be hours here.
await service.start();
let asked = 0;
const player = createVirtualPlayer(TRACK_S * 1_000);
const engine = createEngine({
  player,
  service: new Proxy(service.playback, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const answer: unknown = Reflect.apply(member, target, args);
        if (!(answer instanceof Promise)) return answer;
        asked += 1;
        return answer.finally(() => (asked -= 1));
      };
    },
  }),
  settings: { progressS: 60, volumeMax: 100, resume: true, releaseS: 30 },
  pairing: 'paired',
  restored: toRestored(null, null, 35),
  random: Math.random,
  clock,
  logger,
});
const memory = createMemory({ session: store.session, position: store.position, clock, logger });
engine.watch(state => memory.observe(state));
const recent = createRecent({ played: store.played, clock, logger });
engine.follow(decision => recent.observe(decision));
await player.start(event => engine.dispatch(event));
engine.start();

/** Lets the network and the disk do what they have to; true once nothing is being waited for. */
async function settle(): Promise<boolean> {
  for (let turn = 0; turn < SETTLED_AFTER; turn += 1) {
    const isBusy = asked > 0 || player.opening > 0;
    await new Promise(resolve => realImmediate(resolve));
    if (!isBusy && turn > 0) return true;
  }
  return false;
}

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

void engine.execute(
  { type: 'play', sourceId: stationOf(sandbox) },
  { client: 'bench', method: 'player.play' },
);
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
