/** The agent's engine, service client and store against the sandbox, with a player that only lets time pass. */
import type { Engine } from '../../../src/engine/engine.js';
import type { Sandbox } from '../../../src/sandbox/sandbox.js';
import { installVirtualTime, type VirtualTime } from '../../fakes/time/virtual.js';
import type { VirtualPlayer } from './virtual-player.js';

export const TRACK_S = 240;
const SETTLED_AFTER = 40;
const BEGINNING_MS = 1_900_000_000_000;

export interface Stage {
  readonly time: VirtualTime;
  readonly sandbox: Sandbox;
  readonly player: VirtualPlayer;
  readonly engine: Engine;
  /** A source to play. */
  readonly sourceId: string;
  /** Lets the network and the disk do what they have to; true once nothing is being waited for. */
  readonly settle: () => Promise<boolean>;
}

/**
 * Takes over the time of this process. `profile`: `TONEARM_SERVICE_PROFILE`; `surface`: what the sandbox has; `trackS`: how
 * long its tracks are, seconds.
 */
export async function setStage({
  stateDir,
  runtimeDir,
  profile,
  surface,
  trackS = TRACK_S,
}: Readonly<Record<'stateDir' | 'runtimeDir' | 'profile' | 'surface', string>> & {
  readonly trackS?: number;
}): Promise<Stage> {
  const realImmediate = setImmediate;
  const time = installVirtualTime(BEGINNING_MS);
  // Only now, so that all of it lives in the time installed.
  const { createSandbox } = await import('../../../src/sandbox/sandbox.js');
  const { createService } = await import('../../../src/service/service.js');
  const { Engine } = await import('../../../src/engine/engine.js');
  const { createMemory } = await import('../../../src/engine/remember.js');
  const { Recent } = await import('../../../src/engine/recent.js');
  const { toRestored } = await import('../../../src/engine/restore.js');
  const { openStore } = await import('../../../src/store/file-store.js');
  const { createVirtualPlayer } = await import('./virtual-player.js');
  const { stationOf } = await import('../rig/agent.js');

  const quiet = () => undefined;
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const clock = { epochMs: () => time.nowMs, steadyMs: () => time.nowMs - BEGINNING_MS };
  const sandbox = createSandbox({
    trackSeconds: trackS,
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
  const player = createVirtualPlayer(trackS * 1_000);
  const engine = new Engine({
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
  const recent = new Recent({ played: store.played, clock, logger });
  engine.follow(decision => recent.observe(decision));
  await player.start(event => engine.dispatch(event));
  engine.start();

  async function settle(): Promise<boolean> {
    for (let turn = 0; turn < SETTLED_AFTER; turn += 1) {
      const isBusy = asked > 0 || player.opening > 0;
      await new Promise(resolve => realImmediate(resolve));
      if (!isBusy && turn > 0) return true;
    }
    return false;
  }

  return { time, sandbox, player, engine, sourceId: stationOf(sandbox), settle };
}
