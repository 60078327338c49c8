import type { Config } from '../config/config.js';
import type { AgentParts, Wiring } from './agent-parts.js';
import { createDiagnosis, type Diagnosis } from './diagnosis.js';
import { openPlayback } from './playback.js';
import { serve } from './serving.js';
import { createSystemdLink } from './systemd.js';
import { type StopStep, stopInOrder } from '../host/shutdown.js';
import { createUpClock } from '../host/up-clock.js';
import { LIMITS } from '../contract/limits.js';
import type { Clock, Logger } from '../contract/ports.js';
import { createMeter } from '../lib/meter.js';

export interface DaemonOptions {
  readonly config: Config;
  readonly version: string;
  readonly logger: Logger;
}

// A clock set before 1970 counts as never set.
const CLOCK: Clock = {
  epochMs: () => Math.max(0, Date.now()),
  steadyMs: () => performance.now(),
  upMs: createUpClock({ steadyMs: () => performance.now() }),
};

/** The running agent. Every edge is created, wired and started here and in `daemon/`, and nowhere else. */
export class Daemon {
  readonly #options: DaemonOptions;
  readonly #diagnosis: Diagnosis;
  readonly #steps: StopStep[] = [];
  #stopping: Promise<boolean> | undefined;

  constructor(options: DaemonOptions) {
    this.#options = options;
    this.#diagnosis = createDiagnosis(options);
  }

  /** Resolves once the API answers and the player was tried; rejects with an `ExitError` if the API cannot be served. */
  async start(): Promise<void> {
    let tellServed = (): void => undefined;
    const served = new Promise<void>(resolve => {
      tellServed = resolve;
    });
    const wiring = {
      ...this.#options,
      clock: CLOCK,
      diagnosis: this.#diagnosis,
      meter: createMeter(LIMITS, () => CLOCK.steadyMs()),
      served,
      stopLater: (name, stop, boundMs) => this.#stopLater(name, stop, boundMs),
    } satisfies Wiring;
    const parts = await openPlayback(wiring);
    const { http, control, address, isPairingOver } = serve(wiring, parts);
    if (this.#isStopping()) {
      tellServed();
      return;
    }
    const { engine, player, service } = parts;
    // Open the port, answer phones and start mpv before what asks the service is loaded.
    await Promise.all([
      player.start(event => engine.dispatch(event)),
      http
        .start()
        .then(() => {
          if (!this.#isStopping()) engine.start();
          return control.start();
        })
        .finally(tellServed)
        .then(() => service.start()),
    ]);
    if (this.#isStopping()) return;
    const { mdns, mpd, inputDevices } = this.#options.config;
    const { host } = mpd;
    if (mdns)
      await this.#startPart('advertiser', async () =>
        (await import('./advertise.js')).advertise({ ...wiring, ...parts, port: http.port }),
      );
    if (host !== null)
      await this.#startPart('MPD', async () =>
        (await import('./mpd.js')).serveMpd(wiring, parts, control, host),
      );
    if (inputDevices !== 'off')
      await this.#startPart('input', async () =>
        (await import('./input.js')).heedInput(wiring, parts, control, inputDevices),
      );
    await this.#tellReady(parts, http.port, { address, isPairingOver });
  }

  /** Returns the newest `count` decisions as text, oldest first. */
  latest(count: number): readonly string[] {
    return this.#diagnosis.recorder.latest(count);
  }

  /**
   * Stops everything in order within `budgetMs`; resolves with whether all of it stopped. May be called at any time,
   * and twice.
   */
  stop(budgetMs: number): Promise<boolean> {
    const { logger } = this.#options;
    this.#stopping ??= stopInOrder({ steps: this.#steps, budgetMs, logger });
    return this.#stopping;
  }

  #isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** Registers a stop step; steps run in reverse order. */
  #stopLater(name: string, stop: StopStep['stop'], boundMs?: number): void {
    this.#steps.unshift({ name, stop, ...(boundMs !== undefined && { boundMs }) });
  }

  /** Starts a part that not every speaker has; one that starts during the stop is stopped at once. */
  async #startPart(
    name: string,
    start: () => Promise<{ readonly stop: () => Promise<void> | void }>,
  ): Promise<void> {
    if (this.#isStopping()) return;
    const part = await start();
    this.#stopLater(name, () => part.stop());
    if (this.#isStopping()) await part.stop();
  }

  async #tellReady(
    { device, engine, player }: AgentParts,
    port: number,
    told: { readonly address: () => string; readonly isPairingOver: () => boolean },
  ): Promise<void> {
    const { config, logger } = this.#options;
    const systemd = createSystemdLink({ config: config.systemd, engine, ...told, logger });
    this.#stopLater('systemd', () => systemd.stop());
    await systemd.start();
    const { name, deviceUuid } = device;
    const { pairing } = engine.state;
    logger.info({ name, deviceUuid, port, pairing, mpv: player.version }, 'Tonearm is ready.');
  }
}
