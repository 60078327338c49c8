import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { isBug, raise } from '../contract/errors.js';
import type { InnerDoor } from '../contract/inner-ports.js';
import { Ack, toAckLine } from './ack.js';
import { refuse, runCommand, toSubsystems, Unknown } from './commands.js';
import type { Subsystem } from './queue.js';
import { isUnread, untilRead } from './unread.js';
import type { MpdAnswer, MpdShared, MpdClient } from './visit.js';
import { isCommandLine, splitLine } from './words.js';

/** The longest line (contract, section 7), and the most bytes of a list of commands. */
const LONGEST_LINE = 4096;
const LONGEST_LIST = 256 * 1024;
/** After so many lines the others get their turn. */
const IN_A_ROW = 32;
/** The kernel looks for a dead peer after this, milliseconds. */
const ALIVE_MS = 60_000;
const CHUNK = 8192;
/** How long a client may take to read the last answers, milliseconds. */
const GOODBYE_MS = 5_000;
const NEWLINE = 0x0a;

interface List {
  readonly lines: string[];
  readonly saysEach: boolean;
  bytes: number;
}

/** Serves one client until it goes, or has to (contract, section 7). */
export function serveClient(socket: Socket, room: MpdShared, door: InnerDoor): void {
  new MpdConnection(socket, room, door).start();
}

class MpdConnection {
  readonly #socket: Socket;
  readonly #door: InnerDoor;
  readonly #visit: MpdClient;
  readonly #unfollow: () => void;
  /** What has changed since the client was last told. */
  readonly #changed = new Set<Subsystem>();
  /** What the client waits for; null if it does not. */
  #awaited: ReadonlySet<string> | null = null;
  #list: List | null = null;
  #isBusy = false;
  #isLeaving = false;

  constructor(socket: Socket, room: MpdShared, door: InnerDoor) {
    this.#socket = socket;
    this.#door = door;
    const session = door.enter(socket, () => this.#leave());
    this.#visit = { room, session, binaryLimit: CHUNK };
    this.#unfollow = room.queue.follow(changed => {
      for (const each of changed) this.#changed.add(each);
      if (this.#awaited !== null) this.#tell(this.#awaited);
    });
  }

  start(): void {
    const socket = this.#socket;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, ALIVE_MS);
    // Errors of a connection end it; there is nobody to tell.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isLeaving = true;
      this.#unfollow();
      this.#visit.session.leave();
    });
    this.#read().catch((error: unknown) => {
      if (isBug(error)) raise(error);
      socket.destroy();
    });
  }

  async #read(): Promise<void> {
    await this.#visit.session.ready;
    this.#socket.write('OK MPD 0.23.5\n');
    let begun = Buffer.alloc(0);
    for await (const chunk of this.#socket.iterator({ destroyOnReturn: false })) {
      const bytes = begun.length === 0 ? (chunk as Buffer) : Buffer.concat([begun, chunk as Buffer]);
      begun = Buffer.from(bytes.subarray(await this.#readLines(bytes)));
      if (begun.length > LONGEST_LINE) this.#leaveFor('A line is too long');
      if (this.#isLeaving) break;
    }
    this.#end();
  }

  /** Handles the complete lines; resolves with where the last one ends. */
  async #readLines(bytes: Buffer): Promise<number> {
    let from = 0;
    let row = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      if (end - from > LONGEST_LINE) this.#leaveFor('A line is too long');
      if (this.#isLeaving) break;
      // What the speaker ends meanwhile gets this line's answer first.
      this.#isBusy = true;
      // Bytes that are no UTF-8 name nothing that there is.
      const doing = this.#take(bytes.toString('utf8', from, end));
      if (doing !== undefined) await doing;
      this.#isBusy = false;
      if (isUnread(this.#socket)) await this.#untilRead();
      row += 1;
      if (row % IN_A_ROW === 0) await setImmediate();
      from = end + 1;
    }
    return from;
  }

  #end(): void {
    const socket = this.#socket;
    if (socket.destroyed || socket.writableEnded) return;
    socket.destroySoon();
    const cutter = setTimeout(() => socket.destroy(), GOODBYE_MS);
    socket.once('close', () => clearTimeout(cutter));
  }

  #leave(): void {
    this.#isLeaving = true;
    if (!this.#isBusy) this.#end();
  }

  #leaveFor(reason: string): void {
    this.#door.noteWrong(this.#socket, 'wrongRequest', reason);
    this.#leave();
  }

  #untilRead(): Promise<void> {
    return untilRead(this.#socket, () => this.#door.noteWrong(this.#socket, 'slowReader'));
  }

  /** Handles a line; returns a promise if its answer has to be waited for. */
  #take(line: string): Promise<void> | undefined {
    if (!isCommandLine(line)) {
      this.#leaveFor('A line begins with no small letter');
      return undefined;
    }
    const word = /^[a-z_]+/.exec(line)?.[0];
    if (this.#awaited !== null) {
      if (word === 'noidle') this.#tell(this.#awaited, true);
      // As MPD does: whoever waits may only stop waiting.
      else this.#leaveFor('A command within idle');
      return undefined;
    }
    if (this.#list !== null) return this.#collect(this.#list, word, line);
    if (word === 'command_list_begin' || word === 'command_list_ok_begin') {
      this.#list = { lines: [], saysEach: word === 'command_list_ok_begin', bytes: 0 };
      return undefined;
    }
    return this.#run([line], false);
  }

  #collect(list: List, word: string | undefined, line: string): Promise<void> | undefined {
    if (word === 'command_list_end') {
      this.#list = null;
      return this.#run(list.lines, list.saysEach);
    }
    list.lines.push(line);
    list.bytes += line.length;
    if (list.bytes > LONGEST_LIST) this.#leaveFor('A list of commands is too long');
    return undefined;
  }

  /** Runs commands one after another, up to the first that is refused. */
  #run(lines: readonly string[], saysEach: boolean, from = 0): Promise<void> | undefined {
    for (const [place, line] of lines.entries()) {
      if (place < from) continue;
      const words = splitLine(line);
      const [name = ''] = 'wrong' in words ? [] : words;
      const goOn = (answer: MpdAnswer): boolean => this.#say(answer, saysEach);
      try {
        const answer = 'wrong' in words ? refuseWords(words.wrong) : this.#perform(words);
        if (answer instanceof Promise)
          return answer
            .then(goOn, (error: unknown) => this.#refuse(error, place, name))
            .then(goes => (goes ? this.#rest(lines, saysEach, place + 1) : undefined));
        if (answer === WAITING || !goOn(answer)) return undefined;
      } catch (error) {
        this.#refuse(error, place, name);
        return undefined;
      }
      if (place % IN_A_ROW === IN_A_ROW - 1) return this.#rest(lines, saysEach, place + 1);
    }
    this.#socket.write('OK\n');
    return undefined;
  }

  /** Runs the rest of a list, once the client has read what was said so far. */
  async #rest(lines: readonly string[], saysEach: boolean, from: number): Promise<void> {
    await setImmediate();
    if (isUnread(this.#socket)) await this.#untilRead();
    if (!this.#socket.destroyed) await this.#run(lines, saysEach, from);
  }

  #perform(words: readonly string[]): MpdAnswer | Promise<MpdAnswer> | typeof WAITING {
    const [name, ...args] = words;
    if (name === 'close') {
      this.#leave();
      return WAITING;
    }
    if (name === 'noidle') return WAITING;
    if (name !== 'idle') return runCommand(this.#visit, words);
    if (!this.#visit.session.isOpen) refuse(name);
    this.#awaited = toSubsystems(args);
    this.#tell(this.#awaited);
    return WAITING;
  }

  /** Tells what has changed, if anything that the client waits for has, or if it `stops` waiting. */
  #tell(awaited: ReadonlySet<string>, stops = false): void {
    const told = [...this.#changed].filter(each => awaited.has(each));
    if (told.length === 0 && !stops) return;
    for (const each of told) this.#changed.delete(each);
    this.#awaited = null;
    this.#socket.write(`${told.map(each => `changed: ${each}\n`).join('')}OK\n`);
  }

  #say(answer: MpdAnswer, saysEach: boolean): boolean {
    if (answer !== undefined && answer.length > 0) this.#socket.write(answer);
    if (saysEach) this.#socket.write('list_OK\n');
    return !this.#isLeaving;
  }

  #refuse(error: unknown, place: number, name: string): false {
    if (!(error instanceof Ack)) throw error;
    this.#socket.write(toAckLine(error, place, error instanceof Unknown ? '' : name));
    return false;
  }
}

/** Nothing is to be said now. */
const WAITING = Symbol('waiting');

function refuseWords(wrong: string): never {
  throw new Unknown(wrong);
}
