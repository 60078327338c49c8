import type { PublicState } from '../../contract/public-state.js';
import type { AdmittedClient } from '../../contract/protocol.js';
import type { Config } from '../../config/config.js';
import type { AwayError } from '../local-agent.js';
import type { Findings, Found } from './finding.js';
import type { AgentRecord } from './record.js';
import type { Run } from './run-program.js';

/** The examined properties of an admitted client. */
export type Client = Pick<AdmittedClient, 'name' | 'role' | 'createdMs' | 'lastSeenMs' | 'expiresAtMs'>;

/** The agent of this device, called through `control.sock`. */
export interface RunningAgent {
  readonly version: string;
  readonly deviceUuid: string;
  readonly state: PublicState;
  /**
   * Makes the agent call the service as the listener. Resolves with the reason and message of a refusal, or null on
   * success.
   */
  askService(): Promise<{ readonly reason: string; readonly message: string } | null>;
  /** Returns the admitted clients. */
  clients(): Promise<readonly Client[]>;
  /** Returns what only the speaker's own doctor is told; null if it is told nothing. */
  record(): Promise<Omit<AgentRecord, 'lines'> | null>;
}

/** The sources of facts for the checks; a test supplies its own files and programs. */
export interface Scene {
  /** Null if the configuration is not valid. */
  readonly config: Config | null;
  /** The problems of the configuration, one a line; `warnings` are not errors. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** What follows the @ of its unit; null: the first speaker. */
  readonly instance: string | null;
  readonly stateDir: string | null;
  readonly runtimeDir: string;
  /** The directory that holds /proc, /sys, /etc, /run and /dev. */
  readonly root: string;
  readonly version: string;
  /** The Node that runs the command: its version without a v, and its path. */
  readonly node: { readonly version: string; readonly path: string };
  readonly agent: RunningAgent | null;
  /** Why this machine's agent cannot be reached; null if it can, or if there is none. */
  readonly away: AwayError | null;
  /** Whether root runs the command, who may read every file. */
  readonly isRoot: boolean;
  readonly epochMs: () => number;
  readonly run: Run;
  /** Whether to play a test tone. */
  readonly tone: boolean;
}

/** The check of one dependency of the agent. The caller limits its time: `signal` is aborted when that is up. */
export interface Check {
  readonly name: string;
  /** Set if the check would mistake an agent that this user may not reach for a missing one. */
  readonly needsAgent?: true;
  readonly look: (scene: Scene, findings: Findings, signal: AbortSignal) => Promise<Found> | Found;
}
