import { type PublicState, RESTS, type Wish } from '../contract/public-state.js';
import type { EventCommand, EventFields, EventName } from './event-command.js';

export interface EventStoryOptions {
  readonly command: Pick<EventCommand, 'tell'>;
  readonly idleS: number;
  readonly first: PublicState;
}

/**
 * Derives events from states. The listener's wish decides, so nothing is reported between tracks or while a fault is
 * waited out. `idle` comes once, when nothing has been wanted for a while after something was.
 */
export class EventStory {
  readonly #options: EventStoryOptions;
  #state: PublicState;
  #told: Wish | null = null;
  #announcing: Promise<void> | null = null;
  #toldItem: string | null = null;
  #toldVolume: number;
  #idle: NodeJS.Timeout | null = null;
  #isIdleTold = false;

  constructor(options: EventStoryOptions) {
    this.#options = options;
    this.#state = options.first;
    this.#toldVolume = audible(this.#state);
  }

  #tell(event: EventName): Promise<void> {
    return this.#options.command.tell(event, toFields(this.#state));
  }

  /**
   * Reports `playing` before the sound begins, unless it was reported. Resolves when the program has exited; null if
   * there is nothing to wait for.
   */
  announce(state: PublicState): Promise<void> | null {
    if (this.#told === 'playing') return this.#announcing;
    this.#told = 'playing';
    const telling = this.#options.command.tell('playing', toFields(state)).finally(() => {
      if (this.#announcing === telling) this.#announcing = null;
    });
    this.#announcing = telling;
    return telling;
  }

  #tellStatus(): void {
    if (isSounding(this.#state)) void this.announce(this.#state);
    else if (isAtRest(this.#state) && this.#told !== null) {
      const rest = this.#state.playbackStatus === 'paused' ? 'paused' : 'stopped';
      if (rest === this.#told) return;
      this.#told = rest;
      void this.#tell(rest);
    }
  }

  #tellItem(): void {
    const item = isSounding(this.#state) ? toItemKey(this.#state) : null;
    if (item === null || item === this.#toldItem) return;
    this.#toldItem = item;
    void this.#tell('trackChanged');
  }

  #tellVolume(): void {
    const volume = audible(this.#state);
    if (volume === this.#toldVolume) return;
    this.#toldVolume = volume;
    void this.#tell('volumeChanged');
  }

  #tellIdle(): void {
    this.#isIdleTold = true;
    void this.#tell('idle');
  }

  #watchIdle(): void {
    if (isAtRest(this.#state) && this.#told !== null)
      this.#idle ??= setTimeout(() => this.#tellIdle(), this.#options.idleS * 1_000);
    else {
      if (this.#idle !== null) clearTimeout(this.#idle);
      this.#idle = null;
      this.#isIdleTold = false;
    }
  }

  /** Must receive every state; notifies the program of the changes. */
  observe(next: PublicState): void {
    this.#state = next;
    this.#tellStatus();
    this.#tellItem();
    this.#tellVolume();
    this.#watchIdle();
  }

  /** Reports `stopped` if something plays, and `idle` unless nothing was reported since it was last idle. */
  stop(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    if (this.#told === 'playing') void this.#tell('stopped');
    if (this.#told !== null && !this.#isIdleTold) this.#tellIdle();
  }
}

function isSounding({ silenceReason }: PublicState): boolean {
  return silenceReason === null || silenceReason === 'muted';
}

function isAtRest({ silenceReason, playbackStatus }: PublicState): boolean {
  const isLasting = RESTS.some(rest => rest === silenceReason);
  return isLasting || (playbackStatus !== 'playing' && silenceReason !== null);
}

/** The audible volume: 0 while muted. */
function audible({ volume, muted }: PublicState): number {
  return muted ? 0 : volume;
}

function toItemKey({ source, item }: PublicState): string | null {
  return item === null ? null : JSON.stringify([source?.id, item.index, item.title]);
}

function toFields(state: PublicState): EventFields {
  const { source, item } = state;
  return {
    TONEARM_EVENT_SOURCE_ID: source?.id ?? '',
    TONEARM_EVENT_TITLE: item?.title ?? '',
    TONEARM_EVENT_ARTIST: item?.artist ?? '',
    TONEARM_EVENT_ALBUM: item?.album ?? item?.podcast ?? '',
    TONEARM_EVENT_DURATION_MS: String(item?.durationMs ?? ''),
    TONEARM_EVENT_VOLUME: String(audible(state)),
  };
}
