import type { MpdClient } from './visit.js';

/** What a command answers with before `OK`: lines, each with its end, or bytes. */
export type MpdAnswer = string | Buffer | undefined;

/** A command. */
export interface MpdCommand {
  /** The least and the most arguments; none if left out. */
  readonly args?: readonly [least: number, most: number];
  /** Whether it is answered before the password. */
  readonly free?: true;
  /** Throws or rejects with an `Ack` to refuse. Arguments that were left out are undefined. */
  run(visit: MpdClient, ...args: string[]): MpdAnswer | Promise<MpdAnswer>;
}
