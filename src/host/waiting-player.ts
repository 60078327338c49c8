import type { PlayerEvent } from '../core/vocabulary/player-event.js';
import type { LoadRequest, Player } from '../contract/ports.js';
import type { Announcer } from '../contract/announcer-port.js';

/** The longest that the program, and those before it, may delay the sound, milliseconds. */
const LIMIT_MS = 10_000;

/** The loaded sound and its position. `hasBegun`: part of it was heard already. */
export interface LoadPosition {
  readonly loadId: number;
  readonly positionMs: number;
  readonly hasBegun: boolean;
}

interface Gate {
  readonly open: Promise<void>;
  readonly loadId: number | null;
  /** The `player.started` held back while the gate is closed: the load is ready to sound. */
  started: PlayerEvent | null;
  /** The `player.fetched` held back with it: it has no meaning before the start. */
  fetched: PlayerEvent | null;
  readonly hasBegun: boolean;
}

export interface WaitingPlayerOptions {
  readonly player: Player;
  /** Notifies the program; null: nothing to wait for. */
  readonly announce: () => Promise<void> | null;
  readonly place: () => LoadPosition | null;
}

/**
 * Creates a player whose sound waits for a program to exit (contract, section 2, `TONEARM_EVENT_WAIT`). The item is
 * loaded meanwhile; the engine learns of its start, and of resuming after a pause (`soundWaits`), when the sound
 * begins. Everything else is passed through.
 */
export function createWaitingPlayer(options: WaitingPlayerOptions): Player {
  return new WaitingPlayer(options);
}

class WaitingPlayer implements Player {
  readonly seek: Player['seek'] = positionMs => this.#options.player.seek(positionMs);
  readonly dropAppended: Player['dropAppended'] = () => this.#options.player.dropAppended();
  readonly releaseDevice: Player['releaseDevice'] = () => this.#options.player.releaseDevice();
  readonly setVolume: Player['setVolume'] = volume => this.#options.player.setVolume(volume);
  readonly setMuted: Player['setMuted'] = muted => this.#options.player.setMuted(muted);
  readonly duck: Player['duck'] = isDucked => this.#options.player.duck(isDucked);
  readonly #options: WaitingPlayerOptions;
  #gate: Gate | null = null;
  /** The load that has run out of data; null if none has. */
  #dryId: number | null = null;
  #emit: (event: PlayerEvent) => void = () => undefined;

  constructor(options: WaitingPlayerOptions) {
    this.#options = options;
  }

  #wait(): Promise<void> | null {
    const told = this.#options.announce();
    if (told === null) return null;
    let late: NodeJS.Timeout | undefined;
    const limit = new Promise<void>(resolve => {
      late = setTimeout(resolve, LIMIT_MS);
    });
    return Promise.race([told, limit]).finally(() => clearTimeout(late));
  }

  /** Stops waiting, and emits the events that were held back. */
  #release(): void {
    const opened = this.#gate;
    this.#gate = null;
    if (opened === null) return;
    const { started, fetched, hasBegun, loadId } = opened;
    if (started !== null) {
      this.#emit(started);
      if (fetched !== null) this.#emit(fetched);
    }
    if (started === null && hasBegun && loadId !== null && loadId !== this.#dryId) {
      this.#emit({ type: 'player.flowing', loadId, positionMs: this.#positionOf(loadId) });
    }
  }

  #positionOf(loadId: number): number {
    const now = this.#options.place();
    return now?.loadId === loadId ? now.positionMs : 0;
  }

  /** Starts the sound as soon as the gate opens, unless something else is wanted by then. */
  async #soundLater(closed: Gate): Promise<void> {
    await closed.open;
    if (this.#gate !== closed) return;
    try {
      await this.#options.player.resume();
    } finally {
      if (this.#gate === closed) this.#release();
    }
  }

  #close(open: Promise<void>, loadId: number | null, hasBegun: boolean): Gate {
    const closed: Gate = { open, loadId, started: null, fetched: null, hasBegun };
    this.#gate = closed;
    return closed;
  }

  #isClosed(closed: Gate | null): boolean {
    return this.#gate === closed;
  }

  #receive(event: PlayerEvent): void {
    if (event.type === 'player.starved') this.#dryId = event.loadId;
    else if ('loadId' in event && event.loadId === this.#dryId && event.type !== 'player.fetched')
      this.#dryId = null;
    if (this.#gate === null || !('loadId' in event) || event.loadId !== this.#gate.loadId) {
      if (event.type === 'player.died') this.#gate = null;
      this.#emit(event);
      return;
    }
    switch (event.type) {
      case 'player.started':
        this.#gate.started = event;
        return;
      case 'player.fetched':
        if (this.#gate.hasBegun) this.#emit(event);
        else this.#gate.fetched = event;
        return;
      case 'player.starved':
      case 'player.flowing':
      case 'player.position':
      case 'player.cut':
        return;
      case 'player.seeked':
        // It is at another position, and still silent.
        this.#emit(this.#gate.hasBegun ? { ...event, type: 'player.starved' } : event);
        return;
      case 'player.probed':
        this.#emit(event);
        return;
      case 'player.ended':
      case 'player.failed':
      case 'player.stopped':
        this.#gate = null;
        this.#emit(event);
    }
  }

  start(listener: (event: PlayerEvent) => void): Promise<void> {
    this.#emit = listener;
    return this.#options.player.start(event => this.#receive(event));
  }

  async load(request: LoadRequest): Promise<void> {
    if (request.mode === 'append') return this.#options.player.load(request);
    this.#gate = null;
    const open = request.paused ? null : this.#wait();
    if (open === null) return this.#options.player.load(request);
    const closed = this.#close(open, request.loadId, false);
    try {
      await this.#options.player.load({ ...request, paused: true });
    } catch (error) {
      if (this.#isClosed(closed)) this.#gate = null;
      throw error;
    }
    await this.#soundLater(closed);
  }

  async pause(): Promise<void> {
    this.#release();
    await this.#options.player.pause();
  }

  async resume(): Promise<void> {
    const now = this.#options.place();
    const open = this.#wait() ?? Promise.resolve();
    if (now === null) return this.#options.player.resume();
    await this.#soundLater(this.#close(open, now.loadId, now.hasBegun));
  }

  async next(): Promise<void> {
    const open = this.#wait();
    const closed = open === null ? null : this.#close(open, null, false);
    await open;
    if (!this.#isClosed(closed)) throw new Error('something else is wanted by now');
    this.#gate = null;
    await this.#options.player.next();
  }

  async unload(): Promise<void> {
    this.#gate = null;
    await this.#options.player.unload();
  }

  get announcer(): Announcer {
    return this.#options.player.announcer;
  }

  async stop(): Promise<void> {
    this.#gate = null;
    await this.#options.player.stop();
  }

  get version(): string | null {
    return this.#options.player.version;
  }
}
