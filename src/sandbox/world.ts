import type { GraphQLSchema } from 'graphql';
import type { AudioAddresses } from './audio/addresses.js';
import type { Synth } from './audio/synth.js';
import type { Faults } from './faults/switchboard.js';
import type { Catalogue } from './library/catalogue.js';
import type { Listener } from './library/listeners.js';
import type { Grants } from './oauth/grants.js';
import type { Moves } from './playback/moves.js';
import type { Stage } from './playback/stage.js';
import type { RequestLog } from './requests.js';

/** Everything the routes of one sandbox share. */
export interface World {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[] | 'any';
  readonly trackSeconds: number | null;
  /** Lifetime of an audio address; null: an hour for stations, five minutes on demand. */
  readonly audioUrlSeconds: number | null;
  readonly catalogue: Catalogue;
  readonly listeners: readonly Listener[];
  readonly grants: Grants;
  readonly stage: Stage;
  readonly moves: Moves;
  readonly addresses: AudioAddresses;
  readonly synth: Synth;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly schema: GraphQLSchema;
  /** Fields that are refused although the schema has them. */
  readonly lacks: readonly string[];
  /** Aborted when the sandbox stops. */
  readonly closing: AbortSignal;
}
