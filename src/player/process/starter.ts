import type { LoadFault } from '../../core/vocabulary/player-event.js';
import type { Clock, Logger } from '../../contract/ports.js';
import { isReadable } from '../../lib/plain-file.js';
import { type Child, type ChildOptions, endsWell, spawnChild } from './child.js';
import { createMemoryBound, type MemoryBound } from './memory.js';
import { createOptionNames } from './option-names.js';
import { listPipes } from '../wire/pipes.js';
import { findProgram, playerEnvironment, unkept } from './program.js';
import { drawRoom, type Room, type RoomOptions } from './room.js';

export interface StarterOptions extends RoomOptions {
  /** Whether to confine players to a room where setpriv and the kernel support it. */
  readonly room: boolean;
  /** Arguments with which the player ends by itself, with exit code 0 if the sound device opens. */
  readonly trial: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Starts players in a room of their own (docs/player-room.md). Sound has priority over the room. */
export interface Starter {
  /**
   * Starts a player in the best way available. Until one has answered, a failed start is repeated in the next way.
   * Later, the way changes when setpriv itself has failed several times.
   */
  start(args: readonly string[]): Child;
  /** Returns how a program with these arguments would be started now. */
  plan(args: readonly string[]): ChildOptions;
  /** Reports that the newest player answers. */
  answered(): void;
  /** Reports that the newest player has produced sound. */
  sounded(): void;
  /** Returns why a new player might load what this one could not, such as files that are new; null: no reason. */
  whyAnew(fault: LoadFault): Promise<string | null>;
  /** Whether the sound device opens for a new player; true where that cannot be tried. */
  opensDevice(): Promise<boolean>;
}

/**
 * `room`: confined to a room, by setpriv of util-linux 2.41. `tied`: killed by the kernel when the agent dies, by
 * setpriv since 2.33, not BusyBox's. `bare`: without setpriv.
 */
type Confinement = 'room' | 'tied' | 'bare';

/** What setpriv prints if it or the kernel has no Landlock, or the kernel's is too old; in any language. */
const NO_LANDLOCK = /--landlock-access|landlock_create_ruleset|not (implemented|supported)/i;
const ROOMLESS = 'The player does not start in its room; it is started without one.';
const UNSEEN = 'it cannot see new files or devices of this machine';
const TOO_MUCH = 'too many paths would have to be listed for its room';
/** A failure of setpriv or prlimit, or its absence; checked only for a player that never answered, so got no media. */
const OF_SETPRIV = /^(exited with \d+: (setpriv|prlimit): |could not be started: spawn \S+ (ENOENT|EACCES))/;
const MOST_FAILURES = 3;
/** Files from which host names and certificates are resolved, on various systems. */
const OF_HOSTS = [
  ...['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf'],
  ...['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/cert.pem', '/etc/pki/tls/certs/ca-bundle.crt'],
];
/** How often a room is drawn for one start: a path may vanish between being listed and being given to the kernel. */
const DRAWINGS = 3;
const TRIAL_PAUSE_MS = 60_000;

/** A program to run in the room and outside. If only the run outside succeeds, `warning` is logged, `why` returned. */
interface Trial {
  readonly program: string;
  readonly args: readonly string[];
  readonly warning: string;
  readonly why: string;
}

export function createStarter(options: StarterOptions): Starter {
  return new PlayerStarter(options);
}

class PlayerStarter implements Starter {
  readonly #options: StarterOptions;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #setpriv: string | null;
  readonly #memory: MemoryBound;
  readonly #names = createOptionNames();
  readonly #ways: readonly Confinement[];
  #at = 0;
  #room: Room | null = null;
  /** Exit details of the players that did not answer, by way. */
  readonly #failures = new Map<Confinement, string>();
  /** Whether the newest player has answered, and the way of the last one that did. */
  #isAnswered = false;
  #answeredBy: Confinement | null = null;
  /** How often setpriv has failed since a player last answered. */
  #lapses = 0;
  #hasSounded = false;
  readonly #triedMs = new Map<string, number>();

  constructor(options: StarterOptions) {
    const { environment, room } = options;
    this.#options = options;
    this.#environment = playerEnvironment(environment);
    this.#setpriv = findProgram('setpriv', environment.PATH ?? '');
    this.#memory = createMemoryBound(options);
    const tied: readonly Confinement[] = this.#setpriv === null ? [] : ['tied'];
    this.#ways = [...(room && this.#setpriv !== null ? (['room'] as const) : []), ...tied, 'bare'];
  }

  get #way(): Confinement {
    return this.#ways[this.#at] ?? 'bare';
  }

  #before(way: Confinement, args: readonly string[]): readonly string[] {
    const bound = this.#memory.before(args);
    if (way === 'bare' || this.#setpriv === null) return bound;
    const room = way === 'room' ? (this.#room?.words ?? []) : [];
    return [this.#setpriv, '--pdeathsig', 'KILL', ...room, ...bound];
  }

  #toChild(way: Confinement, args: readonly string[]): ChildOptions {
    const { program } = this.#options;
    const before = this.#before(way, args);
    return { program, args: this.#names.of(args), environment: unkept(this.#environment), before };
  }

  #spawn(args: readonly string[]): Child {
    this.#isAnswered = false;
    this.#room = this.#way === 'room' ? drawRoom(this.#options) : null;
    if (this.#way === 'room' && this.#room === null) this.#passOn(TOO_MUCH);
    return spawnChild(this.#toChild(this.#way, args));
  }

  /** Whether a new room would show something that this one does not. Paths that vanished do not count. */
  #seesMoreNow(): boolean {
    const before = this.#room?.sights;
    const now = before === undefined ? null : drawRoom(this.#options);
    return [...(now?.sights ?? [])].some(sight => before?.has(sight) === false);
  }

  /** Moves on to the next way to start a player. Returns false if all ways have been tried. */
  #passOn(detail: string): boolean {
    if (this.#memory.giveUp(detail) || this.#names.giveUp(detail)) return true;
    this.#failures.set(this.#way, detail);
    this.#at = (this.#at + 1) % this.#ways.length;
    return this.#at > 0;
  }

  #lapse(detail: string): void {
    if (this.#isAnswered || !OF_SETPRIV.test(detail)) return;
    if (this.#way === 'bare' && !this.#memory.isAtFault(detail)) return;
    this.#lapses += 1;
    if (this.#lapses % MOST_FAILURES === 0) this.#passOn(detail);
  }

  start(args: readonly string[]): Child {
    let child = this.#spawn(args);
    let isSettled = false;
    const live = async (drawings = 1): Promise<string> => {
      const detail = await child.exited;
      if (isSettled) return detail;
      isSettled = this.#answeredBy !== null;
      if (isSettled) this.#lapse(detail);
      const isInVain = isSettled || NO_LANDLOCK.test(detail);
      const isDrawnAnew = !isInVain && drawings < DRAWINGS && this.#seesMoreNow();
      isSettled ||= !isDrawnAnew && !this.#passOn(detail);
      if (isSettled) return detail;
      child = this.#spawn(args);
      return await live(isDrawnAnew ? drawings + 1 : 1);
    };
    return {
      exited: live(),
      kill: detail => {
        if (!isSettled && this.#answeredBy === null) this.#passOn(detail);
        isSettled = true;
        child.kill(detail);
      },
    };
  }

  plan(args: readonly string[]): ChildOptions {
    return this.#toChild(this.#way, args);
  }

  answered(): void {
    this.#isAnswered = true;
    this.#lapses = 0;
    if (this.#answeredBy === this.#way) return;
    this.#answeredBy = this.#way;
    const { environment, logger } = this.#options;
    const why = this.#failures.get('room');
    if (this.#way === 'room') logger.debug({}, 'The player cannot see the agent’s files.');
    else if (why !== undefined && NO_LANDLOCK.test(why))
      logger.debug({ detail: why }, 'The player has no room of its own.');
    else if (why !== undefined) logger.warn({ detail: why }, ROOMLESS);
    if (this.#way !== 'bare') return;
    // An older unit's system call filter blocks setpriv; there, systemd ends all that a service leaves behind.
    if (environment['NOTIFY_SOCKET'] !== undefined) logger.debug({}, 'setpriv cannot be used.');
    else logger.warn({}, 'setpriv is missing: if the agent is killed, its player may keep playing.');
  }

  sounded(): void {
    if (this.#way === 'room') this.#hasSounded = true;
  }

  async whyAnew(fault: LoadFault): Promise<string | null> {
    const trial = this.#trialOf(fault);
    if (this.#room === null || trial === null) return null;
    // The way changed while this player still held a load.
    if (this.#way !== 'room') return 'it still runs in the room that is no longer used';
    if (this.#seesMoreNow()) return UNSEEN;
    // An attacker who controls a player must not be able to end the room by keeping the player silent.
    const mayLeave = () => this.#way === 'room' && !this.#hasSounded;
    if (!mayLeave() || !this.#isDue(trial)) return null;
    const opens = (way: Confinement) =>
      endsWell({ ...this.#toChild(way, trial.args), program: trial.program });
    if ((await opens('room')) || !(await opens('tied'))) return null;
    // A file or device may have appeared, or a sound server begun to answer, between the two runs.
    if (this.#seesMoreNow()) return UNSEEN;
    if ((await opens('room')) || !mayLeave()) return null;
    this.#at += 1;
    this.#options.logger.warn({}, trial.warning);
    return trial.why;
  }

  async opensDevice(): Promise<boolean> {
    const { program, trial } = this.#options;
    return listPipes(program).length > 0 || endsWell(this.plan(trial));
  }

  #trialOf(fault: LoadFault): Trial | null {
    const { program, trial } = this.#options;
    if (fault === 'device')
      return {
        program,
        args: trial,
        warning: 'The sound device does not open in the player’s room; the player is started without one.',
        why: 'the sound device does not open in its room',
      };
    if (fault !== 'unreachable' && fault !== 'untrusted') return null;
    return {
      program: 'cat',
      args: OF_HOSTS.filter(isReadable),
      warning:
        'Host names or certificates cannot be read in the player’s room; the player is started without one.',
      why: 'host names or certificates cannot be read in its room',
    };
  }

  /** Allows each trial once a minute, and none where the player writes to a pipe: its silence would be heard there. */
  #isDue({ program, why }: Trial): boolean {
    const nowMs = this.#options.clock.steadyMs();
    if (nowMs - (this.#triedMs.get(why) ?? Number.NEGATIVE_INFINITY) < TRIAL_PAUSE_MS) return false;
    this.#triedMs.set(why, nowMs);
    return listPipes(program).length === 0;
  }
}
