import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Access } from '../control/access/access.js';
import { presetIn, sourceOfId } from '../core/facts/agenda.js';
import type { Agenda } from '../core/model/agenda.js';
import { isWaitingForNetwork } from '../core/playing.js';
import type { Source } from '../core/vocabulary/item.js';
import { Engine } from '../engine/engine.js';
import { afterRing, createPlans, toAgenda } from '../engine/plans.js';
import { Recent } from '../engine/recent.js';
import { createMemory, type Memory } from '../engine/remember.js';
import { startedWith, toRestored } from '../engine/restore.js';
import { createLinkWatch } from '../host/link-watch.js';
import type { Store } from '../contract/ports.js';
import { createService, type Service } from '../service/service.js';
import { resolveDeviceUuid } from '../store/device-uuid.js';
import { openStore } from '../store/file-store.js';
import { tellAccount, toToldAccount } from './account-name.js';
import type { AgentParts, Wiring } from './agent-parts.js';
import { createSound } from './player.js';
import { lastWrittenMs, watchZone } from './zone.js';

/** Opens the state, and creates the service, the player and the engine. */
export async function openPlayback(wiring: Wiring): Promise<AgentParts> {
  const { config, version, clock, logger, diagnosis, stopLater } = wiring;
  const { stateDir, runtimeDir } = config;
  const writtenMs = lastWrittenMs(stateDir);
  const store = await openStore({ stateDir, runtimeDir, clock, logger });
  stopLater('store', () => store.close());
  const configured = config.device.uuid;
  const deviceUuid = await resolveDeviceUuid({ device: store.device, configured, stateDir, logger });
  const service = createService({
    ...config.service,
    deviceUuid,
    credentials: store.credentials,
    loadAfter: wiring.served,
    clock,
    logger,
    onRenewed: outcome => diagnosis.tally.tokensRenewed(outcome),
  });
  const { player, engine, kept } = await wireEngine(wiring, store, service, writtenMs);
  const { access: mode, token: fixedToken } = config.control;
  const { clients } = store;
  const { incidents } = diagnosis;
  const access = new Access({ clients, mode, fixedToken, incidents, meter: wiring.meter, clock, logger });
  const recent = new Recent({ played: store.played, clock, logger });
  engine.follow(decision => recent.observe(decision));
  const device = { deviceUuid, name: config.device.name, version };
  return { config, device, store, service, player, engine, kept, recent, access };
}

async function wireEngine(
  { config, clock, logger, diagnosis, stopLater }: Wiring,
  store: Store,
  service: Service,
  writtenMs: number | null,
): Promise<Pick<AgentParts, 'player' | 'engine' | 'kept'>> {
  const stored = toRestored(store.session.value, store.position.value, config.volume.start);
  const last = afterRing(stored, store.day.value, clock);
  const agenda = toAgenda(store.day.value, clock);
  const isPaired = service.account.paired;
  // Asked at every start: only the very first one is told yes.
  const isFirst = isFirstStart(config.runtimeDir);
  const start = isPaired && isFirst ? toStart(config, agenda, logger) : null;
  const isGoingOn = last.wish === 'playing' && last.source !== null && config.resume;
  const restored = start === null || isGoingOn ? last : startedWith(start, last);
  const volume = Math.min(restored.volume, config.volume.max);
  const sound = await createSound({ config, servicePeer: service.peer, volume, clock, logger });
  const { player } = sound;
  // Both may take all the remaining time, the renewal of a token first: nothing sounds any more.
  stopLater('event command', late => sound.stop(late), Number.POSITIVE_INFINITY);
  stopLater('service', late => service.stop(late), Number.POSITIVE_INFINITY);
  const engine = new Engine({
    player,
    service: service.playback,
    settings: {
      progressS: config.progressS,
      volumeMax: config.volume.max,
      resume: config.resume || restored !== last,
      quiet: toQuiet(config),
      releaseS: config.releaseS,
      soundWaits: config.events.command !== null && config.events.wait,
    },
    pairing: isPaired ? 'paired' : 'unpaired',
    account: toToldAccount(config, service),
    restored,
    agenda,
    random: Math.random,
    clock,
    logger,
  });
  service.account.onListener(() => tellAccount(config, { service, engine }));
  stopLater('link', watchLink(engine, logger));
  const { memory, kept } = keepState(engine, store, { clock, logger });
  stopLater(
    'zone',
    watchZone({ engine, stateDir: config.stateDir, lastWrittenMs: writtenMs, clock, logger }),
  );
  diagnosis.follow(engine, service);
  sound.follow(engine);
  stopLater('memory', () => memory.stop());
  stopLater('player', async () => {
    await player.stop();
    sound.tellStop();
  });
  stopLater('engine', () => {
    engine.stop();
    memory.freeze();
  });
  return { player, engine, kept };
}

/** Keeps what a restart needs in step with the state. */
function keepState(
  engine: Engine,
  { session, position, day }: Store,
  { clock, logger }: Pick<Wiring, 'clock' | 'logger'>,
): { readonly memory: Memory; readonly kept: AgentParts['kept'] } {
  const memory = createMemory({ session, position, clock, logger });
  const plans = createPlans(day, logger);
  engine.watch(state => {
    memory.observe(state);
    plans.observe(state);
  });
  return {
    memory,
    async kept() {
      await Promise.all([memory.kept(), plans.kept()]);
    },
  };
}

function toQuiet({ quiet: { hours, volumeMax } }: Wiring['config']) {
  return hours === null ? null : { ...hours, volumeMax };
}

/** Repeats the attempts that wait for the network soon after it has returned. The returned function ends that. */
function watchLink(engine: Engine, logger: Wiring['logger']): () => void {
  const link = createLinkWatch({
    onUp() {
      logger.info({}, 'A network link has come up.');
      engine.dispatch({ type: 'network.linkUp' });
    },
  });
  const unwatch = engine.watch(state => link.watch(isWaitingForNetwork(state)));
  return () => {
    unwatch();
    link.stop();
  };
}

/**
 * Whether this is the first start since the runtime directory was made, which a restart or a crash does not remake.
 * False where that cannot be told: music must not begin at each crash.
 */
function isFirstStart(runtimeDir: string): boolean {
  try {
    writeFileSync(join(runtimeDir, 'started'), '', { mode: 0o600, flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/** Returns the source that plays at power-on; null if there is none. */
function toStart({ startSource }: Wiring['config'], agenda: Agenda, logger: Wiring['logger']): Source | null {
  if (startSource === null) return null;
  if ('sourceId' in startSource)
    return sourceOfId({ setting: { source: null }, agenda }, startSource.sourceId);
  const { preset } = startSource;
  const found = presetIn(agenda, preset);
  if (found === null) logger.warn({ preset }, 'TONEARM_START_SOURCE names a preset that is empty.');
  return found?.source ?? null;
}
