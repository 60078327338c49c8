import type { Execute } from './graphql/execution.js';
import type { AudioAddresses } from './audio/addresses.js';
import type { Faults } from './faults/switchboard.js';
import type { MusicCatalogue } from './library/catalogue.js';
import type { Listener } from './library/listeners.js';
import type { Grants } from './oauth/grants.js';
import type { Moves } from './playback/moves.js';
import type { Stage } from './playback/stage.js';
import type { Rate } from './rate.js';
import type { RequestLog } from './requests.js';
import type { Scenery } from './scenery/scenery.js';

/** The state that all routes of one sandbox share. */
export interface World {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly trackSeconds: number | null;
  readonly catalogue: MusicCatalogue;
  readonly listeners: readonly Listener[];
  readonly grants: Grants;
  readonly stage: Stage;
  readonly moves: Moves;
  readonly addresses: AudioAddresses;
  readonly scenery: Scenery;
  readonly faults: Faults;
  readonly requests: RequestLog;
  /** Limit on the requests of each account; null: unlimited. */
  readonly rate: Rate | null;
  readonly execute: Execute;
  /** Aborts when the sandbox stops. */
  readonly closing: AbortSignal;
}
