import { type FSWatcher, watch } from 'node:fs';
import {
  ANY,
  EVENT,
  findInputDevice,
  listInputDevices,
  meaningOf,
  type Traits,
  turnsVolume,
} from '../lib/input-devices.js';
import type { Clock, Logger } from '../contract/ports.js';
import { type OpenDevice, openDevice } from './device.js';
import { createEventStream, type InputEvent } from './event-stream.js';
import { placeToWatch } from './places.js';
import { createPresses, type PressesOptions } from './presses.js';

export interface InputOptions extends PressesOptions {
  /** `auto`: the machine's devices that have keys for a speaker; otherwise these paths. */
  readonly devices: 'auto' | readonly string[];
  readonly clock: Pick<Clock, 'steadyMs'>;
  readonly logger: Logger;
}

/** SYN_DROPPED: events were lost, so that a key may have been let go. */
const DROPPED = 3;
/** A device comes in several steps: its node, its access, its links. Milliseconds. */
const SETTLE_MS = 100;
/** Where devices come that need no path of their own. */
const ANY_DEVICE = '/dev/input/event0';
/** Read at the same time. */
const MOST = 32;

/** How long a device that ends has been read that may be read again at once. */
const LONG_MS = 10_000;
/** What is told of a path that is read. */
const READ = 'read';
const UNREAD = 'Input devices cannot be read.';
const NOISE = 'An input device says what no input device would say, and that is ignored.';

interface WantedInput {
  readonly path: string;
  readonly name?: string;
  readonly traits: Traits;
}

/** Buttons, knobs and remote controls (contract, section 7, "Input devices"). */
export class Input {
  readonly #options: InputOptions;
  readonly #presses;
  readonly #open = new Map<string, OpenDevice>();
  /** What was said of each path: that it is read, or why not. */
  readonly #told = new Map<string, string>();
  /** Those of which it was said that they say what no device would say. */
  readonly #noisy = new Set<string>();
  readonly #watchers = new Map<string, FSWatcher>();
  #looking: Promise<void> | null = null;
  #isLookDue = false;
  #settling: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: InputOptions) {
    this.#options = options;
    this.#presses = createPresses(options);
  }

  /** Resolves once those that are there are read. */
  start(): Promise<void> {
    return this.#look();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#settling);
    this.#presses.stop();
    for (const watcher of this.#watchers.values()) watcher.close();
    for (const device of this.#open.values()) device.close();
  }

  #isOver(): boolean {
    return this.#isStopped;
  }

  #wanted(): readonly WantedInput[] {
    const { devices } = this.#options;
    if (devices === 'auto') return listInputDevices('/').filter(({ isUsed }) => isUsed);
    return devices.map(path => ({ path, traits: traitsOf(path) }));
  }

  /** Looks for devices until nothing has changed meanwhile. */
  #look(): Promise<void> {
    this.#isLookDue = true;
    this.#looking ??= this.#lookOn().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #lookOn(): Promise<void> {
    while (this.#isLookDue && !this.#isStopped) {
      this.#isLookDue = false;
      // Before it looks: whatever comes later is told. Anew, as the folder may be another one of the same name.
      this.#unwatch(() => true);
      for (const place of this.#places()) this.#follow(place);
      const missing = this.#wanted().filter(({ path }) => !this.#open.has(path));
      const unread: { readonly path: string; readonly code: string }[] = [];
      for (const wanted of missing) {
        const code = await this.#read(wanted);
        if (code !== null && this.#told.get(wanted.path) !== code) unread.push({ path: wanted.path, code });
      }
      for (const { path, code } of unread) this.#told.set(path, code);
      if (unread.length > 0) this.#options.logger.warn({ devices: unread }, UNREAD);
      const places = this.#places();
      this.#unwatch(place => !places.has(place));
    }
  }

  #lookSoon(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      void this.#look();
    }, SETTLE_MS);
  }

  /** Resolves with null, or with why it cannot be read. */
  async #read(wanted: WantedInput): Promise<string | null> {
    const { path, name } = wanted;
    if (this.#isStopped || this.#open.size >= MOST) return null;
    const { clock, logger } = this.#options;
    const sinceMs = clock.steadyMs();
    try {
      const device = await openDevice({
        path,
        onBytes: this.#listen(wanted),
        onEnd: isFifo => this.#ended(path, isFifo, clock.steadyMs() - sinceMs),
      });
      this.#open.set(path, device);
      if (this.#isOver()) device.close();
      if (this.#told.get(path) !== READ) logger.info({ path, name }, 'An input device is read.');
      this.#told.set(path, READ);
      return null;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    }
  }

  #listen({ path, traits }: WantedInput): (bytes: Buffer) => boolean {
    const { clock, logger } = this.#options;
    const onEvent = (event: InputEvent): void => this.#take(path, traits, event);
    const stream = createEventStream({ onEvent, steadyMs: () => clock.steadyMs() });
    return bytes => {
      const isSound = stream.take(bytes);
      if (!isSound && !this.#noisy.has(path)) logger.warn({ path }, NOISE);
      if (!isSound) this.#noisy.add(path);
      return isSound;
    };
  }

  #take(path: string, traits: Traits, { type, code, value }: InputEvent): void {
    if (type === EVENT.rel && turnsVolume(code, traits)) this.#presses.turn(value);
    else if (type === EVENT.syn && code === DROPPED) this.#presses.letGo(`${path} `);
    else if (type === EVENT.key) {
      const meaning = meaningOf(code, traits);
      if (meaning !== null) this.#presses.key(`${path} ${code}`, meaning, value);
    }
  }

  #ended(path: string, isFifo: boolean, readMs: number): void {
    this.#open.delete(path);
    this.#presses.letGo(`${path} `);
    if (this.#isStopped) return;
    if (isFifo) {
      // Its writer has left, and the next finds a reader.
      void this.#look();
      return;
    }
    this.#told.set(path, 'ENOENT');
    this.#options.logger.info({ path }, 'An input device is gone.');
    // What ended at once, such as a file, would end at once again.
    if (readMs > LONG_MS) this.#lookSoon();
    else for (const place of this.#places()) if (!this.#watchers.has(place)) this.#follow(place);
  }

  /** Where what is missing would come. */
  #places(): ReadonlySet<string> {
    const { devices } = this.#options;
    const awaited = devices === 'auto' ? [ANY_DEVICE] : devices.filter(path => !this.#open.has(path));
    return new Set(awaited.map(path => placeToWatch(path)).filter(place => place !== null));
  }

  #unwatch(isOver: (place: string) => boolean): void {
    for (const [place, watcher] of this.#watchers) {
      if (!isOver(place)) continue;
      watcher.close();
      this.#watchers.delete(place);
    }
  }

  #follow(place: string): void {
    try {
      const watcher = watch(place, () => this.#lookSoon());
      watcher.unref();
      watcher.on('error', () => watcher.close());
      this.#watchers.set(place, watcher);
    } catch (error) {
      this.#options.logger.warn({ place, err: error }, 'Input devices that come later are not noticed.');
    }
  }
}

function traitsOf(path: string): Traits {
  const known = findInputDevice('/', path);
  // The owner means the number keys of a device that he names; the wheel of a mouse is no knob.
  return known === null ? ANY : { ...known.traits, hasLetters: false };
}
