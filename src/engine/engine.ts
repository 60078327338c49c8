import type { Agenda } from '../core/model/agenda.js';
import type { By, Command } from '../contract/command.js';
import type { Effect } from '../core/reconcile/effect.js';
import type { Event } from '../core/vocabulary/event.js';
import { REFUSALS } from '../core/vocabulary/refusals.js';
import { createState } from '../core/facts/state.js';
import type { Restored, Settings, State } from '../core/model/state.js';
import { toPlaying } from '../core/playing.js';
import { transition } from '../core/transition.js';
import { raise, RefusedError } from '../contract/errors.js';
import type { Agent, Clock, Decision, Logger, Player } from '../contract/ports.js';
import type { Snapshot, StateChange } from '../contract/protocol.js';
import type { PlaybackService } from '../contract/service-ports.js';
import { Callers } from './callers.js';
import { createExecutors, type Executors } from './executors.js';
import { createPublisher, type Publisher } from './publish.js';
import { createStory, type Story } from './story.js';
import { createTimers, type RunningTimers } from './timers.js';

/** A wall clock that deviates more than this from the steady clock was set. */
const CLOCK_TOLERANCE_MS = 100;

interface EngineOptions {
  readonly player: Player;
  readonly service: PlaybackService;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
  readonly settings: Settings;
  readonly restored: Restored;
  readonly agenda?: Agenda;
  readonly pairing: State['pairing']['is'];
  readonly account?: State['pairing']['account'];
}

const NO_MORE = { reason: 'unauthorized', message: 'this token is no longer valid' } as const;

type Watcher = (state: State, event: Event) => void;
type Follower = (decision: Decision) => void;

type Heard = Extract<Effect, { readonly type: `player.${string}` }>;

function isHeard(effect: Effect): effect is Heard {
  return effect.type.startsWith('player.');
}

/**
 * One inbox and one loop, the only owner of the playback state. The loop takes an event, lets the core decide, commits,
 * has the player act, notifies observers and performs the other effects.
 */
export class Engine implements Agent {
  readonly #options: EngineOptions;
  readonly #publisher: Publisher;
  readonly #timers: RunningTimers;
  readonly #story: Story;
  readonly #executors: Executors;
  readonly #inbox: Event[] = [];
  readonly #callers = new Callers();
  readonly #watchers = new Set<Watcher>();
  readonly #followers = new Set<Follower>();
  #state: State;
  #isDraining = false;
  #isStopped = false;

  constructor(options: EngineOptions) {
    const { player, service, clock, logger, random } = options;
    const now = clock.steadyMs();
    const dispatch = (event: Event): void => this.dispatch(event);
    this.#options = options;
    this.#state = createState({ ...options, epochOffsetMs: clock.epochMs() - now, now });
    this.#publisher = createPublisher({ clock, random, state: this.#state });
    this.#timers = createTimers({ clock, random, fire: name => dispatch({ type: 'timer.fired', name }) });
    this.#story = createStory({ logger, clock });
    this.#executors = createExecutors({ player, service, timers: this.#timers, logger, dispatch });
  }

  get state(): State {
    return this.#state;
  }

  /** False while events are being processed; code outside can see that only if the loop is stuck. */
  get isTurning(): boolean {
    return !this.#isDraining && this.#inbox.length === 0;
  }

  /** Starts to act. The player must be started separately, with its events passed to `dispatch`. */
  start(): void {
    const { service } = this.#options;
    const learn = () => this.dispatch({ type: 'service.abilitiesChanged', abilities: service.abilities });
    service.onAbilities(learn);
    learn();
    this.dispatch({ type: 'engine.started' });
  }

  /**
   * Accepts an event and processes it before returning, unless another event is being processed. Never throws: an
   * exception of the core or of an observer ends the process, whatever the source of the event.
   */
  dispatch(event: Event): void {
    if (this.#isStopped) return;
    this.#inbox.push(event);
    if (this.#isDraining) return;
    this.#isDraining = true;
    try {
      for (let next = this.#inbox.shift(); next !== undefined; next = this.#inbox.shift()) this.#decide(next);
    } catch (bug) {
      // The event was processed only in part, so no further decision is possible.
      this.#isStopped = true;
      raise(bug);
    } finally {
      this.#isDraining = false;
    }
  }

  #decide(event: Event): void {
    const now = this.#options.clock.steadyMs();
    this.#noticeClock(now);
    this.#commit(event, now);
  }

  /** Publishes a new anchor before any message that carries the new wall clock. */
  #noticeClock(now: number): void {
    const epochOffsetMs = this.#options.clock.epochMs() - now;
    if (Math.abs(epochOffsetMs - this.#state.epochOffsetMs) > CLOCK_TOLERANCE_MS) {
      this.#commit({ type: 'clock.set', epochOffsetMs }, now);
    }
  }

  #commit(event: Event, now: number): void {
    const before = this.#state;
    const { state: after, effects, cause } = this.#decided(event, now);
    this.#state = after;
    try {
      // Those who wait come first, the player and the clients: the recorder, the log and the disk take longer than the
      // decision itself.
      for (const effect of effects) if (isHeard(effect)) this.#executors.run(effect);
      if (after !== before) this.#publisher.publish(after, cause);
    } finally {
      this.#tell({ event, before, after, effects, steadyMs: now });
    }
    if (after !== before) {
      this.#story.tell(toPlaying(before), toPlaying(after), event);
      for (const watcher of [...this.#watchers]) watcher(after, event);
    }
    for (const effect of effects) if (!isHeard(effect)) this.#perform(effect);
  }

  #decided(event: Event, now: number): ReturnType<typeof transition> {
    const before = this.#state;
    try {
      return transition(before, event, now);
    } catch (bug) {
      // The recorder must hold the event that the core could not decide.
      this.#tell({ event, before, after: before, effects: [], steadyMs: now });
      throw bug;
    }
  }

  #tell(decision: Decision): void {
    for (const follower of [...this.#followers]) follower(decision);
  }

  #perform(effect: Exclude<Effect, Heard>): void {
    if (effect.type === 'command.resolve' || effect.type === 'command.reject')
      this.#callers.answer(effect, this.#publisher.revision);
    else this.#executors.run(effect);
  }

  execute(command: Command, cause: By): Promise<{ revision: number }> {
    if (this.#isStopped) return Promise.reject(new RefusedError(REFUSALS.offline));
    return this.#callers.wait(
      ref => this.dispatch({ type: 'command.received', ref, command, cause }),
      ref => this.dispatch({ type: 'command.expired', ref }),
    );
  }

  /**
   * Refuses the waiting commands of these clients, named by the `key` of the cause: the clients have lost their
   * access.
   */
  dismiss(clients: ReadonlySet<string>): void {
    // Last first: removing the first one would let the next begin.
    for (const { ref, cause, progress } of this.#state.queue.toReversed()) {
      if (progress.at !== 'waiting' || !clients.has(cause.key ?? '')) continue;
      this.#callers.refuse(ref, NO_MORE);
      this.dispatch({ type: 'command.expired', ref });
    }
  }

  snapshot(): Snapshot {
    this.#noticeClock(this.#options.clock.steadyMs());
    return this.#publisher.snapshot();
  }

  observe(listener: (change: StateChange) => void): () => void {
    return this.#publisher.observe(listener);
  }

  /** Calls the listener after every event that changed the state, with that event. */
  watch(listener: Watcher): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  /**
   * Calls the listener for every event, even one that changes nothing, before those of `watch` and before the effects
   * except those for the player. If the core throws at an event, the listener receives it as one that changes
   * nothing.
   */
  follow(listener: Follower): () => void {
    this.#followers.add(listener);
    return () => void this.#followers.delete(listener);
  }

  stop(): void {
    this.#isStopped = true;
    this.#timers.stop();
    this.#executors.stop();
    this.#callers.stop();
  }
}
