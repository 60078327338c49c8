import type { Config } from '../config.js';
import type { Access } from '../control/access.js';
import type { Engine } from '../engine/engine.js';
import type { Recent } from '../engine/recent.js';
import type { StopStep } from '../host/shutdown.js';
import type { Clock, Logger, Player, Store } from '../ports.js';
import type { Service } from '../service/service.js';
import type { Diagnosis } from './diagnosis.js';

/** What every part of the agent is made with. */
export interface Wiring {
  readonly config: Config;
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly diagnosis: Diagnosis;
  /** What is made last is stopped first; `boundMs` is the longest that it may take. */
  readonly stopLater: (name: string, stop: StopStep['stop'], boundMs?: number) => void;
}

/** What exists once playback is wired, for those who show and control it. */
export interface AgentParts {
  readonly config: Config;
  readonly device: { readonly deviceUuid: string; readonly name: string; readonly version: string };
  readonly store: Store;
  readonly service: Service;
  readonly player: Player;
  readonly engine: Engine;
  readonly recent: Recent;
  readonly access: Access;
}
