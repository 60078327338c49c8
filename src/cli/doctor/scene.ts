import type { Pairing, PublicState } from '../../core/public-state.js';
import type { AudioHost } from '../../ports.js';
import type { AdmittedClient } from '../../protocol.js';
import type { Config } from '../../config.js';
import type { AwayError } from '../local-agent.js';
import type { Finding, Findings } from './finding.js';
import type { Run } from './run-program.js';

/** What is looked at of somebody who is admitted. */
export type Client = Pick<AdmittedClient, 'name' | 'role' | 'createdMs' | 'lastSeenMs' | 'expiresAtMs'>;

/** The agent of this device, spoken to through `control.sock`. */
export interface RunningAgent {
  readonly version: string;
  readonly deviceUuid: string;
  readonly state: PublicState;
  readonly pairing: Pairing;
  /** Asks the service something as the listener; answers the word of the refusal and a sentence, or null when it went well. */
  askService(): Promise<{ readonly reason: string; readonly message: string } | null>;
  /** Who is admitted. */
  clients(): Promise<readonly Client[]>;
  /** The host that it last had audio from, or tried to; null where it asked none yet. */
  audioHost(): Promise<AudioHost | null>;
}

/** What the checks take their facts from; a test gives real files and programs of its own. */
export interface Scene {
  /** Null where the configuration is not valid. */
  readonly config: Config | null;
  /** What is wrong with the configuration, a line for each problem; and what is only odd. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly stateDir: string | null;
  readonly runtimeDir: string;
  /** Below it lie /proc, /sys, /etc, /run and /dev. */
  readonly root: string;
  readonly version: string;
  readonly agent: RunningAgent | null;
  /** Why this machine's agent cannot be spoken to; null where it can, or there is none. */
  readonly away: AwayError | null;
  readonly epochMs: () => number;
  readonly run: Run;
  /** Play a test tone. */
  readonly tone: boolean;
}

/** One thing the agent depends on. Bounded from outside; `signal` is aborted when its time is up. */
export interface Check {
  readonly name: string;
  /** Would mistake an agent that this user may not speak to for none. */
  readonly needsAgent?: true;
  readonly look: (
    scene: Scene,
    findings: Findings,
    signal: AbortSignal,
  ) => Promise<readonly Finding[]> | readonly Finding[];
}
