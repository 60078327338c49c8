import type { Config } from '../config/config.js';
import type { Access } from '../control/access/access.js';
import type { Engine } from '../engine/engine.js';
import type { Recent } from '../engine/recent.js';
import type { StopStep } from '../host/shutdown.js';
import type { Clock, Logger, Player, Store } from '../contract/ports.js';
import type { LimitName } from '../contract/limits.js';
import type { Meter } from '../lib/meter.js';
import type { Service } from '../service/service.js';
import type { Diagnosis } from './diagnosis.js';

/** What every part of the agent is created with. */
export interface Wiring {
  readonly config: Config;
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly diagnosis: Diagnosis;
  /** Of the table of limits. */
  readonly meter: Meter<LimitName>;
  /** Resolves once phones are answered, or it is certain that they will not be. */
  readonly served: Promise<void>;
  /**
   * Registers a part to stop on shutdown, in reverse order of registration; `boundMs` is the longest that its stop
   * may take.
   */
  readonly stopLater: (name: string, stop: StopStep['stop'], boundMs?: number) => void;
}

/** The parts that exist once playback is wired, for those that display and control it. */
export interface AgentParts {
  readonly config: Config;
  readonly device: { readonly deviceUuid: string; readonly name: string; readonly version: string };
  readonly store: Store;
  readonly service: Service;
  readonly player: Player;
  readonly engine: Engine;
  /** Resolves once what a restart needs is on the disk, or could not be written. */
  readonly kept: () => Promise<void>;
  readonly recent: Recent;
  readonly access: Access;
}
