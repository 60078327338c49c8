import { type PublicState, RESTS } from '../core/public-state.js';
import type { EventCommand, EventFields, EventName } from './event-command.js';

export interface EventStory {
  /** To be told every state; tells the program what of it is news. */
  observe(state: PublicState): void;
  /** Sound is about to come: tells `playing` unless it was told. Resolves when the program has returned; null: it has. */
  announce(): Promise<void> | null;
  stop(): void;
}

/**
 * Makes events out of states. A listener's wish decides, so that nothing is told between tracks or while a fault is
 * waited out; `idle` comes once, when nothing has been wanted for a while after something was.
 */
export function createEventStory(options: {
  readonly command: Pick<EventCommand, 'tell'>;
  readonly idleS: number;
  readonly first: PublicState;
}): EventStory {
  const { command, idleS } = options;
  let state = options.first;
  let told: 'playing' | 'paused' | 'stopped' | null = null;
  let announcing: Promise<void> | null = null;
  let toldItem: string | null = null;
  let toldVolume = audible(state);
  let idle: NodeJS.Timeout | null = null;

  const tell = (event: EventName): Promise<void> => command.tell(event, toFields(state));

  function announce(): Promise<void> | null {
    if (told === 'playing') return announcing;
    told = 'playing';
    const telling = tell('playing').finally(() => {
      if (announcing === telling) announcing = null;
    });
    announcing = telling;
    return telling;
  }

  function tellStatus(): void {
    if (isSounding(state)) void announce();
    else if (isAtRest(state) && told !== null) {
      const rest = state.playbackStatus === 'paused' ? 'paused' : 'stopped';
      if (rest === told) return;
      told = rest;
      void tell(rest);
    }
  }

  function tellItem(): void {
    const item = isSounding(state) ? toItemKey(state) : null;
    if (item === null || item === toldItem) return;
    toldItem = item;
    void tell('trackChanged');
  }

  function tellVolume(): void {
    const volume = audible(state);
    if (volume === toldVolume) return;
    toldVolume = volume;
    void tell('volumeChanged');
  }

  function watchIdle(): void {
    if (isAtRest(state) && told !== null) idle ??= setTimeout(() => void tell('idle'), idleS * 1_000);
    else {
      if (idle !== null) clearTimeout(idle);
      idle = null;
    }
  }

  return {
    observe(next) {
      state = next;
      tellStatus();
      tellItem();
      tellVolume();
      watchIdle();
    },
    announce,
    stop() {
      if (idle !== null) clearTimeout(idle);
    },
  };
}

function isSounding({ silenceReason }: PublicState): boolean {
  return silenceReason === null || silenceReason === 'muted';
}

function isAtRest({ silenceReason, playbackStatus }: PublicState): boolean {
  const isLasting = RESTS.some(rest => rest === silenceReason);
  return isLasting || (playbackStatus !== 'playing' && silenceReason !== null);
}

/** What is heard of it: none while muted. */
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
