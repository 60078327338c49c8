import { SOURCE_TYPES } from '../../core/vocabulary/item.js';
import type { LibraryItem } from '../../contract/library.js';
import { columnsOf } from '../output.js';
import type { Line } from '../text/line.js';
import { toTable } from '../text/table.js';
import { createTrouble } from '../trouble.js';
import { toKind } from './kinds.js';
import { toClock } from './show.js';
import type { FormatRow, Told } from './verb.js';

/** The fields of a list entry for `--format`. */
export const LIST_FIELDS = [
  ...['number', 'kind', 'name', 'artist', 'album', 'podcast', 'date', 'duration', 'id'],
] as const;

export interface None {
  readonly what: string;
  readonly remedy: string;
}

export interface ListOptions {
  /** The answer as received. */
  readonly json: unknown;
  readonly isJson: boolean;
  readonly items: readonly LibraryItem[];
  /** The command that prints the next page. */
  readonly more?: string | undefined;
  /** The message for an empty list, and what to do about it. */
  readonly none: None;
}

/**
 * Returns a numbered list for people. An empty list throws an `ExitError` 1, or with `isJson` is returned with it as
 * `problem`.
 */
export function toListing({ json, isJson, items, more, none }: ListOptions): Told {
  if (items.length === 0) {
    const problem = createTrouble(none.what, none.remedy);
    if (!isJson) throw problem;
    return { json, text: '', problem };
  }
  // What cannot be played has no number: `ctl play NUMBER` would be refused.
  const playable = items.filter(isPlayable);
  const rows = items.map(item => toRow(item, isPlayable(item) ? String(playable.indexOf(item) + 1) : ''));
  const table = toTable(
    rows.map(({ number = '', kind = '', name = '', artist = '', podcast = '', date = '', id = '' }) => [
      { text: number, style: 'dim', isRight: true },
      { text: kind },
      { text: name, style: 'bold' },
      { text: [artist || podcast, date].filter(text => text !== '').join(' – ') },
      { text: id, style: 'dim' },
    ]),
    columnsOf(),
  );
  const rest: Line[] = more === undefined ? [] : [[{ text: `more: ${more}`, style: 'dim' }]];
  return { json, text: [...table, ...rest], rows, ids: playable.map(({ id }) => id) };
}

function isPlayable({ type }: LibraryItem): boolean {
  return Object.hasOwn(SOURCE_TYPES, type);
}

function toRow(item: LibraryItem, number: string): FormatRow {
  const { id, type, name, artist = '', album = '', podcast = '', durationMs, releaseDate = '' } = item;
  return {
    ...{ number, kind: toKind(type), name, artist, album, podcast, id },
    date: /^\d{4}-\d\d-\d\d/.exec(releaseDate)?.[0] ?? '',
    duration: durationMs === undefined ? '' : toClock(durationMs),
  };
}
