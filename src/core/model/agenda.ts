import type { Source } from '../vocabulary/item.js';
import type { Zone } from '../vocabulary/zone.js';

/** A source under a number from 1 to 9. */
export interface Preset {
  readonly number: number;
  readonly source: Source;
}

/** `minute`: since local midnight. Without `days` it rings once. Without a source it plays what played last. */
export interface Alarm {
  readonly id: string;
  readonly minute: number;
  readonly days: readonly number[];
  readonly sourceId: string | null;
  readonly preset: number | null;
  readonly volume: number | null;
  readonly enabled: boolean;
  /** When it last rang, was set or was missed (epoch): only later times are still to come. 0: set without a clock. */
  readonly doneMs: number;
}

/** `endsMs` is steady. `item`: with the item that plays. */
export type Sleep = { readonly by: 'time'; readonly endsMs: number } | { readonly by: 'item' };

/** An alarm that rings, or will again after a snooze. Times are steady, except `atMs`. */
export interface Ring {
  readonly id: string;
  /** Epoch. */
  readonly atMs: number;
  readonly is: 'ringing' | 'snoozed';
  /** Since when it rings, or when it will ring again. */
  readonly sinceMs: number;
  /** Since when it has been heard; null: not yet. */
  readonly heardMs: number | null;
  /** A tone of the speaker's own sounds until the source is available. */
  readonly fallback: boolean;
  readonly volumeBefore: number;
}

/** A clip to be heard over the music. `volume` null: as loud as the music was. */
export interface Announcement {
  readonly id: string;
  /** The name of the client. */
  readonly by: string;
  readonly lengthMs: number;
  readonly volume: number | null;
  /** Since when it sounds, steady; null: it waits for its turn. */
  readonly sinceMs: number | null;
}

/** What the speaker does on schedule and by number. Presets, alarms and sleep outlast a restart. */
export interface Agenda {
  /** In the order of their numbers. */
  readonly presets: readonly Preset[];
  readonly alarms: readonly Alarm[];
  readonly sleep: Sleep | null;
  readonly ring: Ring | null;
  readonly zone: Zone;
  /** False: the clock has not been set since power-on, so nothing can be scheduled by it. */
  readonly isClockSet: boolean;
  /** In their order; the first one sounds. */
  readonly announcements: readonly Announcement[];
  /** The id of the one that was begun last and whose end is not reported yet. */
  readonly spoken: string | null;
  /** The moment (epoch) of the alarm whose source was last asked for early; null: of none. */
  readonly preparedMs: number | null;
  /** The level from which the sound glides down to a ceiling, and since when (steady). */
  readonly glide: { readonly from: number; readonly sinceMs: number } | null;
}

export const EMPTY_AGENDA: Agenda = {
  presets: [],
  alarms: [],
  sleep: null,
  ring: null,
  zone: [],
  isClockSet: true,
  announcements: [],
  spoken: null,
  preparedMs: null,
  glide: null,
};
