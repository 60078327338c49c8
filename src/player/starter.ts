import { accessSync, constants } from 'node:fs';
import type { LoadFault } from '../core/player-event.js';
import type { Clock, Logger } from '../ports.js';
import { type Child, type ChildOptions, endsWell, spawnChild } from './child.js';
import { createMemoryBound, type MemoryBound } from './memory.js';
import { listPipes } from './pipes.js';
import { findProgram, playerEnvironment } from './program.js';
import { drawRoom, type Room, type RoomOptions } from './room.js';

export interface StarterOptions extends RoomOptions {
  /** Whether players are kept in a room of their own where setpriv and the kernel can. */
  readonly room: boolean;
  /** Words by which the player ends by itself, well if the sound device opens. */
  readonly trial: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Starts players in a room of their own (docs/player-room.md); sound comes before the room. */
export interface Starter {
  /**
   * Starts one in the best way there is. Until one has answered, what cannot start is started in the next way; later,
   * where setpriv itself fails again and again.
   */
  start(args: readonly string[]): Child;
  /** The newest one answers. */
  answered(): void;
  /** Something has sounded from the newest one. */
  sounded(): void;
  /** What another one would see that this one did not, to which something would not load; null: nothing. */
  whyAnew(fault: LoadFault): Promise<string | null>;
}

/** In a room: setpriv of util-linux 2.41. Tied to our life alone: since 2.33, and not BusyBox's. */
type Way = 'room' | 'tied' | 'bare';

/** What setpriv says that knows no Landlock, or of a kernel that has none or one too old; in any language. */
const NO_LANDLOCK = /--landlock-access|landlock_create_ruleset|not (implemented|supported)/i;
const ROOMLESS = 'The player does not start in a room of its own, and is started without.';
const UNSEEN = 'it does not see what is new on this machine';
const TOO_MUCH = 'too much lies beside what is hidden';
/** setpriv's own fault, or that it is gone; from one that never answered, and so was given nothing to play. */
const OF_SETPRIV = /^(exited with \d+: (setpriv|prlimit): |could not be started: spawn \S+ (ENOENT|EACCES))/;
const MOST_FAILURES = 3;
/** What names and certificates are read from, by system. */
const OF_HOSTS = [
  ...['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf'],
  ...['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/cert.pem', '/etc/pki/tls/certs/ca-bundle.crt'],
];
/** A path may be gone between being listed and being told to the kernel. */
const DRAWINGS = 3;
const TRIAL_PAUSE_MS = 60_000;

/** What is tried within the room and without: the words of the log and of the end where only the latter goes well. */
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
  readonly #ways: readonly Way[];
  #at = 0;
  #room: Room | null = null;
  /** What became of those that did not answer. */
  readonly #failures = new Map<Way, string>();
  /** The newest one has, and any. */
  #isAnswered = false;
  #answeredBy: Way | null = null;
  /** Failures of setpriv's since one answered. */
  #lapses = 0;
  #hasSounded = false;
  readonly #triedMs = new Map<string, number>();

  constructor(options: StarterOptions) {
    const { environment, room } = options;
    this.#options = options;
    this.#environment = playerEnvironment(environment);
    this.#setpriv = findProgram('setpriv', environment.PATH ?? '');
    this.#memory = createMemoryBound(options);
    const tied: readonly Way[] = this.#setpriv === null ? [] : ['tied'];
    this.#ways = [...(room && this.#setpriv !== null ? (['room'] as const) : []), ...tied, 'bare'];
  }

  get #way(): Way {
    return this.#ways[this.#at] ?? 'bare';
  }

  #before(way: Way, args: readonly string[]): readonly string[] {
    const bound = this.#memory.before(args);
    if (way === 'bare' || this.#setpriv === null) return bound;
    const room = way === 'room' ? (this.#room?.words ?? []) : [];
    return [this.#setpriv, '--pdeathsig', 'KILL', ...room, ...bound];
  }

  #toChild(way: Way, args: readonly string[]): ChildOptions {
    const { program } = this.#options;
    return { program, args, environment: this.#environment, before: this.#before(way, args) };
  }

  #spawn(args: readonly string[]): Child {
    this.#isAnswered = false;
    this.#room = this.#way === 'room' ? drawRoom(this.#options) : null;
    if (this.#way === 'room' && this.#room === null) this.#passOn(TOO_MUCH);
    return spawnChild(this.#toChild(this.#way, args));
  }

  /** What was not there as the room was drawn: whatever is gone is not missed by whom it did not serve. */
  #seesMoreNow(): boolean {
    const before = this.#room?.sights;
    const now = before === undefined ? null : drawRoom(this.#options);
    return [...(now?.sights ?? [])].some(sight => before?.has(sight) === false);
  }

  /** Whether there is another way to start what did not answer. */
  #passOn(detail: string): boolean {
    if (this.#memory.giveUp(detail)) return true;
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
      const isDrawnAnew = !isSettled && drawings < DRAWINGS && this.#seesMoreNow();
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

  answered(): void {
    this.#isAnswered = true;
    this.#lapses = 0;
    if (this.#answeredBy === this.#way) return;
    this.#answeredBy = this.#way;
    const { environment, logger } = this.#options;
    const why = this.#failures.get('room');
    if (this.#way === 'room') logger.debug({}, 'The player sees no file of the agent’s.');
    else if (why !== undefined && NO_LANDLOCK.test(why))
      logger.debug({ detail: why }, 'The player has no room of its own.');
    else if (why !== undefined) logger.warn({ detail: why }, ROOMLESS);
    if (this.#way !== 'bare') return;
    // The filter of an older unit keeps setpriv from its work; there systemd ends whatever a service leaves behind.
    if (environment['NOTIFY_SOCKET'] !== undefined) logger.debug({}, 'setpriv cannot be used.');
    else logger.warn({}, 'setpriv is missing: if this process is killed, its player may go on playing.');
  }

  sounded(): void {
    if (this.#way === 'room') this.#hasSounded = true;
  }

  async whyAnew(fault: LoadFault): Promise<string | null> {
    const trial = this.#trialOf(fault);
    if (this.#room === null || trial === null) return null;
    // What was decided while this one held something.
    if (this.#way !== 'room') return 'it is in a room that has been left';
    if (this.#seesMoreNow()) return UNSEEN;
    // Who takes a player over must not end the room by keeping it silent.
    const mayLeave = () => this.#way === 'room' && !this.#hasSounded;
    if (!mayLeave() || !this.#isDue(trial)) return null;
    const opens = (way: Way) => endsWell({ ...this.#toChild(way, trial.args), program: trial.program });
    if ((await opens('room')) || !(await opens('tied')) || !mayLeave()) return null;
    // It may have come between the two.
    if (this.#seesMoreNow()) return UNSEEN;
    this.#at += 1;
    this.#options.logger.warn({}, trial.warning);
    return trial.why;
  }

  #trialOf(fault: LoadFault): Trial | null {
    const { program, trial } = this.#options;
    if (fault === 'device')
      return {
        program,
        args: trial,
        warning: 'The sound device does not open in the player’s room, and the player is started without.',
        why: 'the sound device does not open in its room',
      };
    if (fault !== 'unreachable' && fault !== 'untrusted') return null;
    return {
      program: 'cat',
      args: OF_HOSTS.filter(isReadable),
      warning:
        'Hosts cannot be found, or trusted, from the player’s room, and the player is started without.',
      why: 'names or certificates cannot be read in its room',
    };
  }

  /** Once a minute. Silence that is written into a pipe would be heard where it leads. */
  #isDue({ program, why }: Trial): boolean {
    const nowMs = this.#options.clock.steadyMs();
    if (nowMs - (this.#triedMs.get(why) ?? Number.NEGATIVE_INFINITY) < TRIAL_PAUSE_MS) return false;
    this.#triedMs.set(why, nowMs);
    return listPipes(program).length === 0;
  }
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
