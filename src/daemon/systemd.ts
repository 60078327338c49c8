import type { Config } from '../config/config.js';
import { toPlaying } from '../core/playing.js';
import type { Engine } from '../engine/engine.js';
import { createSdNotify } from '../host/sd-notify.js';
import { toStatusLine } from '../host/status-line.js';
import type { Logger } from '../contract/ports.js';

/** Reports readiness, the status line and signs of life to systemd. */
export interface SystemdLink {
  /** Resolves once systemd was told everything that may be said so far. */
  start(): Promise<void>;
  stop(): Promise<void> | void;
}

const LOOK_MS = 60_000;

export function createSystemdLink(options: {
  readonly config: Config['systemd'];
  readonly engine: Engine;
  /** Where browsers reach the speaker. */
  readonly address: () => string;
  /** Whether the time in which anybody nearby may pair the speaker is over. */
  readonly isPairingOver: () => boolean;
  readonly logger: Logger;
}): SystemdLink {
  const { config, engine, address, isPairingOver, logger } = options;
  const systemd = createSdNotify({ ...config, ailment: createVitalSigns(engine), logger });
  let look: NodeJS.Timeout | undefined;
  return {
    async start() {
      const tell = () =>
        systemd.status(
          toStatusLine(engine.snapshot().state, { address: address(), isPairingOver: isPairingOver() }),
        );
      engine.observe(tell);
      tell();
      // No change of the state announces the end of the time for pairing.
      if (config.notifySocket !== null) look = setInterval(tell, LOOK_MS).unref();
      // Without the player the speaker serves its reason for silence, but systemd must not count the start as
      // complete.
      if (engine.state.player.alive) return systemd.ready();
      const unwatch = engine.watch(({ player }) => {
        if (!player.alive) return;
        unwatch();
        void systemd.ready();
      });
    },
    stop() {
      clearInterval(look);
      return systemd.stopping();
    },
  };
}

/**
 * Creates a check that returns what is wrong with the agent, or null: whether its loop is stuck, its player dead or,
 * when sound is due, the position still. Call it at intervals longer than it takes to notice and repair a fault.
 */
export function createVitalSigns(engine: Pick<Engine, 'state' | 'isTurning'>): () => string | null {
  let wasDead = false;
  let lastPlace: string | null = null;

  return () => {
    if (!engine.isTurning) return 'the event loop is stuck';
    const { isPlayerAlive, isSounding, loadId, heardToMs } = toPlaying(engine.state);
    // A player that has just died is being replaced.
    const isDead = !isPlayerAlive;
    const isDeadStill = isDead && wasDead;
    wasDead = isDead;
    const place = isSounding ? `${loadId} at ${heardToMs}` : null;
    const isStuck = place !== null && place === lastPlace;
    lastPlace = place;
    if (isDeadStill) return 'the player does not answer';
    return isStuck ? 'playback is stuck although sound is due' : null;
  };
}
