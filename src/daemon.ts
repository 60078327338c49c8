import { type Config, defaultRedirectUri } from './config.js';
import { type Access, createAccess } from './control/access.js';
import type { Control } from './control/control.js';
import { createHttpServer, type HttpServer } from './control/http-server.js';
import { createDiagnosis } from './daemon/diagnosis.js';
import { toHealth } from './daemon/health.js';
import { hostNames, localName } from './daemon/host-names.js';
import { createLateControl } from './daemon/late-control.js';
import { createLatePages } from './daemon/late-pages.js';
import { watchLink } from './daemon/link.js';
import { createSound } from './daemon/player.js';
import { createSystemdLink } from './daemon/systemd.js';
import { createUnpair } from './daemon/sign-out.js';
import { createAvahiHostName } from './discovery/avahi-host-name.js';
import { createEngine, type Engine } from './engine/engine.js';
import { createMemory } from './engine/remember.js';
import { toRestored } from './engine/restore.js';
import { limitMemory } from './host/memory.js';
import { type StopStep, stopInOrder } from './host/shutdown.js';
import type { Clock, Logger, Player, Store } from './ports.js';
import { createService, type Service } from './service/service.js';
import { resolveDeviceUuid } from './store/device-uuid.js';
import { openStore } from './store/file-store.js';

export interface Daemon {
  /** Resolves once the API answers and the player was tried; rejects with an `ExitError` when it cannot be. */
  start(): Promise<void>;
  /** Stops everything in order within `budgetMs`; answers whether all of it did. May be called at any time, and twice. */
  stop(budgetMs: number): Promise<boolean>;
  /** The last minutes of events, oldest first, a line of JSON each. */
  record(): readonly string[];
}

interface Device {
  readonly deviceUuid: string;
  readonly name: string;
  readonly version: string;
}

/** What exists once playback is wired, for those who show and steer it. */
interface House {
  readonly config: Config;
  readonly device: Device;
  readonly store: Store;
  readonly service: Service;
  readonly player: Player;
  readonly engine: Engine;
  readonly access: Access;
}

// A clock set before 1970 counts as one that was never set.
const CLOCK: Clock = { epochMs: () => Math.max(0, Date.now()), steadyMs: () => performance.now() };

/** The agent: every edge is made, wired and started here, and nowhere else. */
export function createDaemon(options: {
  readonly config: Config;
  readonly version: string;
  readonly logger: Logger;
}): Daemon {
  const { config, version, logger } = options;
  const diagnosis = createDiagnosis({ clock: CLOCK, logger });
  const { incidents } = diagnosis;
  const steps: StopStep[] = [];
  let stopping: Promise<boolean> | undefined;
  const isStopping = () => stopping !== undefined;

  /** What came last goes first. */
  function stopLater(name: string, stop: StopStep['stop'], boundMs?: number): void {
    steps.unshift({ name, stop, ...(boundMs !== undefined && { boundMs }) });
  }

  async function start(): Promise<void> {
    limitMemory();
    const house = await furnish();
    const { http, control } = serve(house);
    if (isStopping()) return;
    const { engine, player, service } = house;
    // Health is told, and mpv started, before the larger part of the program is loaded; what sound needs comes first.
    await Promise.all([
      player
        .start(event => engine.dispatch(event))
        .then(() => {
          if (!isStopping()) engine.start();
        }),
      http
        .start()
        .then(() => service.start())
        .then(() => control.start()),
    ]);
    if (isStopping()) return;
    await beFound(house, http.port);
    const systemd = createSystemdLink({ config: config.systemd, engine, logger });
    stopLater('systemd', () => systemd.stop());
    await systemd.start();
    const { name, deviceUuid } = house.device;
    const { pairing } = engine.state;
    logger.info({ name, deviceUuid, port: http.port, pairing, mpv: player.version }, 'Tonearm is ready.');
  }

  /** State, service, player, engine. */
  async function furnish(): Promise<House> {
    const { stateDir, runtimeDir } = config;
    const store = await openStore({ stateDir, runtimeDir, clock: CLOCK, logger });
    stopLater('store', () => store.close());
    const configured = config.device.uuid;
    const deviceUuid = await resolveDeviceUuid({ device: store.device, configured, stateDir, logger });
    const { credentials, clients } = store;
    const service = createService({
      ...config.service,
      deviceUuid,
      credentials,
      clock: CLOCK,
      logger,
      onRenewed: outcome => diagnosis.tally.tokensRenewed(outcome),
    });
    // A renewal that was sent may take all the time there is: nothing sounds any more.
    stopLater('service', late => service.stop(late), Number.POSITIVE_INFINITY);
    const restored = toRestored(store.session.value, store.position.value, config.volume.start);
    const volume = Math.min(restored.volume, config.volume.max);
    const sound = await createSound({ config, volume, clock: CLOCK, logger });
    const { player } = sound;
    const engine = createEngine({
      player,
      service: service.playback,
      settings: {
        progressS: config.progressS,
        volumeMax: config.volume.max,
        resume: config.resume,
        releaseS: config.releaseS,
        soundWaits: config.events.command !== null && config.events.wait,
      },
      pairing: service.account.paired ? 'paired' : 'unpaired',
      restored,
      random: Math.random,
      clock: CLOCK,
      logger,
    });
    stopLater('link', watchLink({ engine, logger }));
    const memory = createMemory({ session: store.session, position: store.position, clock: CLOCK, logger });
    engine.watch(state => memory.observe(state));
    diagnosis.follow(engine, service);
    sound.follow(engine);
    stopLater('memory', () => memory.stop());
    stopLater('player', () => player.stop());
    stopLater('event command', () => sound.stop());
    stopLater('engine', () => {
      engine.stop();
      memory.freeze();
    });
    const { access: mode, token: fixedToken } = config.control;
    const access = createAccess({ clients, mode, fixedToken, incidents, clock: CLOCK, logger });
    return {
      config,
      device: { deviceUuid, name: config.device.name, version },
      store,
      service,
      player,
      engine,
      access,
    };
  }

  /** Pairing pages, the remote and the control API, on one port. */
  function serve(house: House): { readonly http: HttpServer; readonly control: Control } {
    const { device, service, player, engine, access } = house;
    const sinceMs = CLOCK.steadyMs();
    const avahiHost = createAvahiHostName();
    const redirectUri = () => config.redirectUri ?? defaultRedirectUri(config, http.port);
    const unpair = createUnpair(house);
    const versions = () => ({ tonearm: version, node: process.versions.node, mpv: player.version });
    const pairing = createLatePages(async () => {
      const { createPairing } = await import('./pairing/pairing.js');
      return createPairing({
        account: service.account,
        admission: access,
        deviceName: device.name,
        redirectUri,
        onPaired({ sameListener, peer }) {
          incidents.note('paired', peer);
          engine.dispatch({ type: 'pairing.began', sameListener });
        },
        clock: CLOCK,
        logger,
      }).pages;
    });
    const remote = createLatePages(async () => {
      const { createRemotePages } = await import('./remote/pages.js');
      return createRemotePages({ deviceName: device.name, version });
    });
    const control = createLateControl(async () => {
      const { createControl } = await import('./control/control.js');
      return createControl({
        access,
        incidents,
        agent: engine,
        library: service.library,
        device,
        unpair,
        address: () =>
          `${config.http.tls === null ? 'http' : 'https'}://${avahiHost.current() ?? localName()}:${http.port}`,
        runtimeDir: config.runtimeDir,
        record: () => ({ lines: diagnosis.recorder.lines(), audioHost: diagnosis.audio.host }),
        systemInfo: () => ({
          versions: versions(),
          deviceUuid: device.deviceUuid,
          name: device.name,
          uptimeMs: Math.round(CLOCK.steadyMs() - sinceMs),
          serviceProfile: config.service.profile,
        }),
        clock: CLOCK,
        logger,
      });
    });
    const health = () => toHealth(house);
    const about = { health, versions, state: () => engine.snapshot().state };
    const http = createHttpServer({
      ...config.http,
      hostNames: () => hostNames(redirectUri(), avahiHost.current()),
      origins: config.control.origins,
      pages: [pairing, remote],
      health,
      metrics: diagnosis.metricsRoute({ access, control, about }),
      control,
      incidents,
      logger,
    });
    stopLater('http', () => http.stop());
    stopLater('control', () => control.stop());
    return { http, control };
  }

  async function beFound({ device, engine }: House, port: number): Promise<void> {
    if (!config.mdns) return;
    const { advertise } = await import('./daemon/advertise.js');
    if (isStopping()) return;
    const advertiser = advertise({ config, device, engine, port, logger });
    stopLater('advertiser', () => advertiser.stop());
  }

  return {
    start,
    record: () => diagnosis.recorder.lines(),
    stop(budgetMs) {
      stopping ??= stopInOrder({ steps, budgetMs, logger });
      return stopping;
    },
  };
}
