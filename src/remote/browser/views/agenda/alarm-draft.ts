import type { ListedAlarm } from '../../../../contract/unread-results.js';
import type { Methods } from '../../../../contract/methods.js';

/** What an alarm plays: the source of a preset, a source, or what played last. */
export type Plays =
  | { readonly preset: number }
  | { readonly sourceId: string }
  | Readonly<Record<string, never>>;

/** An alarm that is being set; one without an id is new. */
export interface Draft {
  readonly id?: string;
  readonly time: string;
  readonly days: readonly number[];
  readonly plays: Plays;
  /** Null: the volume stays what it is. */
  readonly volume: number | null;
  readonly enabled: boolean;
}

export function newDraft(volume: number): Draft {
  return { time: '07:00', days: [1, 2, 3, 4, 5], plays: {}, volume, enabled: true };
}

function playsOf({ preset, sourceId }: ListedAlarm): Plays {
  if (preset !== undefined) return { preset };
  return sourceId === undefined ? {} : { sourceId };
}

export function draftOf(alarm: ListedAlarm): Draft {
  const { id, time, days = [], volume = null, enabled } = alarm;
  return { id, time, days, plays: playsOf(alarm), volume, enabled };
}

/** Returns the params of `alarm.set`, which sets all of an alarm. */
export function toParams({ id, time, days, plays, volume, enabled }: Draft): Methods['alarm.set']['params'] {
  return {
    ...(id !== undefined && { id }),
    time,
    ...(days.length > 0 && { days }),
    ...plays,
    ...(volume !== null && { volume }),
    enabled,
  };
}

export function isSamePlays(a: Plays, b: Plays): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
