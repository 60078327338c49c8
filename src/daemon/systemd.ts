import type { Config } from '../config.js';
import type { Engine } from '../engine/engine.js';
import { createSdNotify } from '../host/sd-notify.js';
import { toStatusLine } from '../host/status-line.js';
import type { Logger } from '../ports.js';
import { createVitalSigns } from './vital-signs.js';

/** Reports readiness, the status line and signs of life to systemd. */
export interface SystemdLink {
  /** Resolves once systemd was told everything that may be said so far. */
  start(): Promise<void>;
  stop(): Promise<void> | void;
}

export function createSystemdLink(options: {
  readonly config: Config['systemd'];
  readonly engine: Engine;
  /** Where browsers reach the speaker. */
  readonly address: () => string;
  readonly logger: Logger;
}): SystemdLink {
  const { config, engine, address, logger } = options;
  const systemd = createSdNotify({ ...config, ailment: createVitalSigns(engine), logger });
  return {
    async start() {
      const tell = () => systemd.status(toStatusLine(engine.snapshot().state, address()));
      engine.observe(tell);
      tell();
      // Without the player the speaker serves its reason for silence, but systemd must not count the start as
      // complete.
      if (engine.state.player.alive) return systemd.ready();
      const unwatch = engine.watch(({ player }) => {
        if (!player.alive) return;
        unwatch();
        void systemd.ready();
      });
    },
    stop: () => systemd.stopping(),
  };
}
