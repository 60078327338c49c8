import type { Cause, Command } from '../core/command.js';
import type { Effect } from '../core/reconcile/effect.js';
import type { Event } from '../core/event.js';
import type { TimerName } from '../core/timer.js';
import { REFUSALS } from '../core/refusals.js';
import { createState } from '../core/facts/state.js';
import type { Restored, Settings, State } from '../core/model/state.js';
import { type Playing, toPlaying } from '../core/playing.js';
import { LIMITS } from '../core/limits.js';
import { transition } from '../core/transition.js';
import { raise, RefusedError } from '../errors.js';
import type { Agent, Clock, Decision, Logger, Player } from '../ports.js';
import type { PlaybackService } from '../service-ports.js';
import { createExecutors } from './executors.js';
import { createPublisher } from './publish.js';
import { createTimers } from './timers.js';

/** A wall clock that moves against the steady one by more than this was set. */
const CLOCK_TOLERANCE_MS = 100;

export interface Engine extends Agent {
  readonly state: State;
  /** False while an event is being decided, which nobody outside can ever see but in a loop that got stuck. */
  readonly isTurning: boolean;
  /** Begins to act; the player must be started separately and its events given to `dispatch`. */
  start(): void;
  /**
   * Takes an event in; it is decided upon before this returns, unless one is being decided already. Never throws: what
   * core or an observer throws ends the process, through whatever the event came.
   */
  dispatch(event: Event): void;
  /** Told after every event that changed the state, and of the event. */
  watch(listener: (state: State, event: Event) => void): () => void;
  /** Told of every event, whether it changed anything or not, before its effects are performed. */
  follow(listener: (decision: Decision) => void): () => void;
  stop(): void;
}

interface Caller {
  readonly resolve: (outcome: { revision: number }) => void;
  readonly reject: (error: RefusedError) => void;
  readonly limit: NodeJS.Timeout;
}

/**
 * One inbox, one loop: takes an event, lets core decide, commits, tells observers, performs the effects.
 * The only owner of the playback state.
 */
export function createEngine(options: {
  readonly player: Player;
  readonly service: PlaybackService;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
  readonly settings: Settings;
  readonly restored: Restored;
  readonly pairing: State['pairing']['is'];
}): Engine {
  const { player, service, clock, logger, random, settings, restored, pairing } = options;
  const offset = () => clock.epochMs() - clock.steadyMs();
  let state = createState({
    settings,
    restored,
    pairing,
    epochOffsetMs: offset(),
    now: clock.steadyMs(),
  });
  let isDraining = false;
  let isStopped = false;
  let lastRef = 0;
  const inbox: Event[] = [];
  const callers = new Map<number, Caller>();
  const watchers = new Set<(state: State, event: Event) => void>();
  const followers = new Set<(decision: Decision) => void>();
  const publisher = createPublisher({ clock, random, state });
  const timers = createTimers({ random, fire: (name: TimerName) => dispatch({ type: 'timer.fired', name }) });
  const executors = createExecutors({ player, service, timers, logger, dispatch });

  function dispatch(event: Event): void {
    if (isStopped) return;
    inbox.push(event);
    if (isDraining) return;
    isDraining = true;
    try {
      for (let next = inbox.shift(); next !== undefined; next = inbox.shift()) decide(next);
    } catch (bug) {
      // Half an event has been dealt with: nothing can be decided from here.
      isStopped = true;
      raise(bug);
    } finally {
      isDraining = false;
    }
  }

  function decide(event: Event): void {
    const now = clock.steadyMs();
    noticeClock(now);
    commit(event, now);
  }

  /** A new anchor goes out before anything that carries the new wall clock. */
  function noticeClock(now: number): void {
    const epochOffsetMs = clock.epochMs() - now;
    if (Math.abs(epochOffsetMs - state.epochOffsetMs) > CLOCK_TOLERANCE_MS) {
      commit({ type: 'clock.set', epochOffsetMs }, now);
    }
  }

  function commit(event: Event, now: number): void {
    const before = state;
    const { state: after, effects, cause } = transition(before, event, now);
    state = after;
    if (after !== before) {
      logRow(logger, toPlaying(before), toPlaying(after), event);
      publisher.publish(after, cause);
      for (const watcher of [...watchers]) watcher(after, event);
    }
    for (const follower of [...followers]) follower({ event, before, after, effects, steadyMs: now });
    for (const effect of effects) perform(effect);
  }

  function perform(effect: Effect): void {
    if (effect.type === 'command.resolve') answer(effect.ref)?.resolve({ revision: publisher.revision });
    else if (effect.type === 'command.reject') answer(effect.ref)?.reject(new RefusedError(effect.refusal));
    else executors.run(effect);
  }

  function answer(ref: number): Caller | undefined {
    const caller = callers.get(ref);
    clearTimeout(caller?.limit);
    callers.delete(ref);
    return caller;
  }

  function execute(command: Command, cause: Cause): Promise<{ revision: number }> {
    if (isStopped) return Promise.reject(new RefusedError(REFUSALS.offline));
    lastRef += 1;
    const ref = lastRef;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        answer(ref)?.reject(new RefusedError(REFUSALS.offline));
        dispatch({ type: 'command.expired', ref });
      }, LIMITS.command);
      callers.set(ref, { resolve, reject, limit });
      dispatch({ type: 'command.received', ref, command, cause });
    });
  }

  return {
    get state() {
      return state;
    },
    get isTurning() {
      return !isDraining && inbox.length === 0;
    },
    start() {
      const learn = () => dispatch({ type: 'service.abilitiesChanged', abilities: service.abilities });
      service.onAbilities(learn);
      learn();
      dispatch({ type: 'engine.started' });
    },
    dispatch,
    execute,
    snapshot() {
      noticeClock(clock.steadyMs());
      return publisher.snapshot();
    },
    observe: listener => publisher.observe(listener),
    watch(listener) {
      watchers.add(listener);
      return () => void watchers.delete(listener);
    },
    follow(listener) {
      followers.add(listener);
      return () => void followers.delete(listener);
    },
    stop() {
      isStopped = true;
      timers.stop();
      executors.stop();
      for (const ref of [...callers.keys()]) answer(ref)?.reject(new RefusedError(REFUSALS.offline));
    },
  };
}

/**
 * The story of playback: a line for each change of what sounds, or of the item, and one whenever the service has to be
 * waited for (again).
 */
function logRow(logger: Logger, before: Playing, after: Playing, event: Event): void {
  const { sound, place, item } = after;
  const isWaiting = place !== before.place && WORRYING.includes(place);
  if (before.sound === sound && before.item === item && !isWaiting) return;
  const details = {
    event: event.type,
    sound,
    place,
    ...toReason(event),
    ...(item === null ? {} : { index: item.index, title: item.title }),
  };
  const row = isWaiting ? place : sound;
  if (WORRYING.includes(row)) logger.warn(details, `Playback: ${row}.`);
  else logger.info(details, `Playback: ${row}.`);
}

const WORRYING: readonly string[] = [
  'waiting the service out',
  'waiting a fault of the sound out',
  'the stream is taken',
  'given up',
  'the player is away',
];

/** Who or what brought the change about, as far as it can be said without a secret. */
function toReason(event: Event): object {
  switch (event.type) {
    case 'command.received':
      return { by: event.cause.client, method: event.cause.method };
    case 'service.failed': {
      const { code, serviceCode } = event.failure;
      return { reason: code, ...(serviceCode !== null && { serviceCode }) };
    }
    case 'player.failed': {
      const { fault, httpStatus } = event;
      return { reason: fault, ...(httpStatus !== null && { httpStatus }) };
    }
    default:
      return {};
  }
}
