import type { Engine } from '../engine/engine.js';
import type { Player } from '../ports.js';

/** The player, and the program that is told what it does (contract, section 2, `TONEARM_EVENT_COMMAND`). */
export interface Sound {
  readonly player: Player;
  /** Begins to tell the program, where there is one. */
  follow(engine: Engine): void;
  /** Of the program, not of the player. */
  stop(): Promise<void>;
}
