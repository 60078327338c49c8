import type { Engine } from '../engine/engine.js';
import type { Player } from '../contract/ports.js';

/** The player, and the program that is notified of what it does (contract, section 2, `TONEARM_EVENT_COMMAND`). */
export interface WatchedPlayer {
  readonly player: Player;
  /** Starts to notify the program, if there is one. */
  follow(engine: Engine): void;
  /** Notifies the program that the agent stops. */
  tellStop(): void;
  /** Waits for the program, at the latest until `late`, then stops it; not the player. */
  stop(late: AbortSignal): Promise<void>;
}
