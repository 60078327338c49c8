import type { Logger } from '../../contract/ports.js';
import { type Child, type ChildOptions, endsWell, spawnChild } from './child.js';
import { boundMemory } from './memory.js';
import { createOptionNames } from './option-names.js';
import { listPipes } from '../wire/pipes.js';
import { findProgram, playerEnvironment, unkept } from './program.js';
import { drawRoom, hostsIn, type RoomOptions } from './room.js';

export interface StarterOptions extends RoomOptions {
  /** Whether to confine players to a room where setpriv and the kernel support it. */
  readonly room: boolean;
  /** Arguments with which the player ends by itself, with exit code 0 if the sound device opens. */
  readonly trial: readonly string[];
  readonly logger: Logger;
}

/**
 * `room`: confined to a room, by setpriv of util-linux 2.41. `tied`: killed by the kernel when the agent dies, by
 * setpriv since 2.33, not BusyBox's. `bare`: without setpriv.
 */
type Confinement = 'room' | 'tied' | 'bare';

/** What setpriv prints if it or the kernel has no Landlock, or the kernel's is too old; in any language. */
const NO_LANDLOCK = /--landlock-access|landlock_create_ruleset|not (implemented|supported)/i;
const ROOMLESS = 'The player does not start in its room; it is started without one.';
const BARE = 'setpriv is missing or fails: if the agent is killed, its player may keep playing.';
const UNBOUND = 'The player’s memory cannot be limited; the player starts without a limit.';
const TOO_MUCH = 'too many paths would have to be listed for its room';
/** A failure of setpriv itself, as over a path that vanished after the room was drawn. */
const OF_SETPRIV = /^exited with \d+: setpriv: /;
const OF_PRLIMIT = /^exited with \d+: prlimit: /;

/** Starts players in a room of their own (docs/player-room.md). Sound has priority over the room. */
export class Starter {
  readonly #options: StarterOptions;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #setpriv: string | null;
  readonly #names = createOptionNames();
  readonly #ways: readonly Confinement[];
  #at = 0;
  #isDrawnAgain = false;
  #isBound = true;
  /** The words before the newest player, and what its room showed then of the files that names are read from. */
  #room: readonly string[] = [];
  #hosts = '';
  /** Exit details of the players that did not answer, by way. */
  readonly #failures = new Map<Confinement, string>();
  #answeredBy: Confinement | null = null;

  constructor(options: StarterOptions) {
    const { environment, room } = options;
    this.#options = options;
    this.#environment = playerEnvironment(environment);
    this.#setpriv = findProgram('setpriv', environment.PATH ?? '');
    const tied: readonly Confinement[] = this.#setpriv === null ? [] : ['tied'];
    this.#ways = [...(room && this.#setpriv !== null ? (['room'] as const) : []), ...tied, 'bare'];
  }

  get #way(): Confinement {
    return this.#ways[this.#at] ?? 'bare';
  }

  #before(args: readonly string[]): readonly string[] {
    const room = this.#way === 'room' ? drawRoom(this.#options) : [];
    if (room === null) this.#passOn(TOO_MUCH);
    const bound = this.#isBound ? boundMemory(args, this.#options.environment) : [];
    if (this.#way === 'bare' || this.#setpriv === null) return bound;
    return [this.#setpriv, '--pdeathsig', 'KILL', ...(room ?? []), ...bound];
  }

  /** Moves on to the next way to start a player. Returns false if all ways have been tried. */
  #passOn(detail: string): boolean {
    if (this.#names.giveUp(detail) || this.#unbind(detail)) return true;
    const isOfDrawing = this.#way === 'room' && OF_SETPRIV.test(detail) && !NO_LANDLOCK.test(detail);
    if (isOfDrawing && !this.#isDrawnAgain) return (this.#isDrawnAgain = true);
    this.#failures.set(this.#way, detail);
    this.#at = (this.#at + 1) % this.#ways.length;
    return this.#at > 0 || this.#unbind(detail, true);
  }

  /** Leaves prlimit out if that has failed, as far as is known; it reports the same error if the player itself is gone. */
  #unbind(detail: string, isLast = false): boolean {
    const isAtFault = isLast || (OF_PRLIMIT.test(detail) && !detail.includes(this.#options.program));
    if (!this.#isBound || !isAtFault) return false;
    this.#isBound = false;
    this.#options.logger.warn({ detail }, UNBOUND);
    return true;
  }

  #spawn(args: readonly string[]): Child {
    const options = this.plan(args);
    this.#room = options.before;
    this.#hosts = hostsIn(this.#room);
    return spawnChild(options);
  }

  /** Starts a player. Until one has answered, a failed start is repeated in the next way; that one's way is kept. */
  start(args: readonly string[]): Child {
    let child = this.#spawn(args);
    let isOver = false;
    const live = async (): Promise<string> => {
      const detail = await child.exited;
      if (this.#answeredBy !== null) this.#unbind(detail);
      isOver ||= this.#answeredBy !== null || !this.#passOn(detail);
      if (isOver) return detail;
      child = this.#spawn(args);
      return await live();
    };
    return {
      exited: live(),
      kill: detail => {
        if (!isOver && this.#answeredBy === null) this.#passOn(detail);
        isOver = true;
        child.kill(detail);
      },
    };
  }

  /**
   * Returns how a program with these arguments would be started now. The room is drawn anew for each: setpriv fails for
   * a path that has vanished.
   */
  plan(args: readonly string[]): ChildOptions {
    const { program } = this.#options;
    const environment = unkept(this.#environment);
    return { program, args: this.#names.of(args), environment, before: this.#before(args) };
  }

  /** Reports that the newest player answers. */
  answered(): void {
    if (this.#answeredBy === this.#way) return;
    this.#answeredBy = this.#way;
    const { logger } = this.#options;
    const detail = this.#failures.get('room') ?? this.#failures.get('tied');
    if (this.#way === 'room') logger.debug({}, 'The player cannot see the agent’s files.');
    else if (this.#way === 'bare') logger.warn({ detail }, BARE);
    else if (detail !== undefined && NO_LANDLOCK.test(detail))
      logger.debug({ detail }, 'The player has no room of its own.');
    else if (detail !== undefined) logger.warn({ detail }, ROOMLESS);
  }

  /** Whether the sound device opens for a new player; true where that cannot be tried. */
  async opensDevice(): Promise<boolean> {
    const { program, trial } = this.#options;
    // Its silence would be heard in a pipe.
    return listPipes(program).length > 0 || endsWell(this.plan(trial));
  }

  /** Whether the files that names and certificates are read from were replaced, so that the newest player's room lacks them. */
  hasOldHosts(): boolean {
    return this.#hosts !== hostsIn(this.#room);
  }
}
