import type { Effect } from '../core/reconcile/effect.js';
import type { Event } from '../core/vocabulary/event.js';
import { isBug } from '../contract/errors.js';
import type { Logger, Player } from '../contract/ports.js';
import type { PlaybackService } from '../contract/service-ports.js';
import { ServiceCalls } from './calls.js';
import type { RunningTimers } from './timers.js';

type OutsideEffect = Exclude<Effect['type'], `command.${string}`>;
type Executor<Type extends OutsideEffect> = (effect: Extract<Effect, { readonly type: Type }>) => void;

export interface Executors {
  run(effect: Extract<Effect, { readonly type: OutsideEffect }>): void;
  /** Aborts all calls in progress. */
  stop(): void;
}

/** Maps each effect to a call of a port, and its outcome to an event. */
export function createExecutors(options: {
  readonly player: Player;
  readonly service: PlaybackService;
  readonly timers: RunningTimers;
  readonly logger: Logger;
  readonly dispatch: (event: Event) => void;
}): Executors {
  const { player, service, timers, logger, dispatch } = options;
  const calls = new ServiceCalls(service, dispatch);

  const tell = (what: string, call: Promise<void>): void => {
    void call.catch((error: unknown) => {
      if (isBug(error)) throw error;
      logger.debug({ err: error }, `The player did not ${what}.`);
    });
  };

  /** Treats a load that the player did not accept as a failed one. */
  const sound = (loadId: number, call: Promise<void>): void => {
    void call.catch((error: unknown) => {
      if (isBug(error)) throw error;
      logger.debug({ err: error }, 'The player did not accept the load command.');
      const failed = { fault: 'unreachable', httpStatus: null, positionMs: null } as const;
      dispatch({ type: 'player.failed', loadId, ...failed, detail: 'The player did not accept the item.' });
    });
  };

  const speak = (id: string, volume: number): void => {
    void player.announcer.begin(id, volume).then(() => dispatch({ type: 'announcement.over', id }));
  };

  const table: { readonly [Type in OutsideEffect]: Executor<Type> } = {
    'player.load': ({ type: _, ...request }) => sound(request.loadId, player.load(request)),
    'player.next': ({ loadId }) => sound(loadId, player.next()),
    'player.dropAppended': () => tell('drop the next item', player.dropAppended()),
    'player.pause': () => tell('pause', player.pause()),
    'player.resume': () => tell('resume', player.resume()),
    'player.releaseDevice': () => tell('release the sound device', player.releaseDevice()),
    'player.seek': ({ positionMs }) => tell('seek', player.seek(positionMs)),
    'player.unload': () => tell('unload', player.unload()),
    'player.setVolume': ({ volume }) => tell('set the volume', player.setVolume(volume)),
    'player.setMuted': ({ muted }) => tell('mute', player.setMuted(muted)),
    'player.duck': ({ isDucked }) => tell('lower the sound', player.duck(isDucked)),
    'announcement.begin': ({ id, volume }) => speak(id, volume),
    'service.ask': ({ question, ask }) => calls.put(question, ask),
    'service.abort': ({ question }) => calls.giveUp(question),
    'timer.set': ({ name, delayMs, spreadMs }) => timers.set(name, delayMs, spreadMs),
    'timer.cancel': ({ name }) => timers.cancel(name),
  };

  return {
    run: effect => (table[effect.type] as Executor<typeof effect.type>)(effect),
    stop: () => calls.stop(),
  };
}
