import { type Config, currentEnvironment } from '../config/config.js';
import { positionOf, toPlaying } from '../core/playing.js';
import { toPublicState } from '../core/projections.js';
import type { Engine } from '../engine/engine.js';
import { EventCommand } from '../host/event-command.js';
import { EventStory } from '../host/event-story.js';
import { createWaitingPlayer, type LoadPosition } from '../host/waiting-player.js';
import type { Clock, Logger, Player } from '../contract/ports.js';

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

/** Reports what `player` does to the event command and, if configured, makes the sound wait for that. */
export function withEventCommand(options: {
  readonly player: Player;
  readonly command: string;
  readonly events: Config['events'];
  readonly clock: Clock;
  readonly logger: Logger;
}): WatchedPlayer {
  const { events, clock, logger } = options;
  const command = new EventCommand({ command: options.command, environment: currentEnvironment(), logger });
  let engine: Engine | null = null;
  let story: EventStory | null = null;
  const player = createWaitingPlayer({
    player: options.player,
    // The player acts before observers are notified, so only the engine's state shows what it is about to play.
    announce: () => (engine === null ? null : (story?.announce(toPublicState(engine.state)) ?? null)),
    place: () => (engine === null ? null : placeOf(engine, clock)),
  });
  return {
    player: events.wait ? player : options.player,
    follow(followed) {
      engine = followed;
      const told = new EventStory({ command, idleS: events.idleS, first: followed.snapshot().state });
      story = told;
      followed.observe(() => told.observe(followed.snapshot().state));
    },
    tellStop: () => story?.stop(),
    stop: late => command.stop(late),
  };
}

function placeOf({ state }: Engine, clock: Clock): LoadPosition | null {
  const { loadId, hasBegun } = toPlaying(state);
  return loadId === null ? null : { loadId, positionMs: positionOf(state, clock.steadyMs()), hasBegun };
}
