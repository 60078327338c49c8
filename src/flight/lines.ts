import type { Fields } from '../contract/shape.js';
import type { Event } from '../core/vocabulary/event.js';
import type { Item } from '../core/vocabulary/item.js';
import type { State } from '../core/model/state.js';
import { OWN_WORDS } from './own-words.js';
import { type RowNames, rowsOf } from './rows.js';

/** The version of the line format; rises with every change of it. */
export const FORMAT = 1;

/** The first line of a record. */
export interface RecordHeader {
  readonly flightRecord: number;
  /** The version of the program that wrote it. */
  readonly version: string;
  readonly node: string;
}

/** The state before the next line. */
export interface SnapshotLine {
  readonly state: State;
}

/**
 * An item recorded in full earlier since the snapshot: `again` is its index among those items, `audioUrl` its present
 * address.
 */
export interface ItemAgain {
  readonly again: number;
  readonly audioUrl: string | null;
}

/** One decision, or a run of like positions; `atMs` is on the steady clock, as in the state. */
export interface DecisionLine extends Partial<RowNames> {
  readonly atMs: number;
  readonly event: Event;
  /** Further evenly spaced positions of the same kind, up to the last one. */
  readonly run?: PositionRun;
  /** The effects; absent if there are none. RowNames that are absent are the same as in the line before. */
  readonly effects?: readonly string[];
}

export interface PositionRun {
  readonly count: number;
  readonly atMs: number;
  readonly positionMs: number;
}

export type RecordLine = SnapshotLine | DecisionLine;

export interface FlightRecord {
  readonly header: RecordHeader;
  readonly lines: readonly RecordLine[];
}

/** The text is no record that this program can read; the message says why. */
export class RecordError extends Error {}

/** Replaces items that were recorded before by references. */
export function createItemCode() {
  const told = new Map<string, number>();
  let size = 0;
  return {
    encode(event: Event): unknown {
      if (event.type !== 'service.answered' || event.item === null) return event;
      const { audioUrl, ...rest } = event.item;
      const key = JSON.stringify(rest);
      const again = told.get(key);
      if (again !== undefined) return { ...event, item: { again, audioUrl } satisfies ItemAgain };
      told.set(key, told.size);
      size += key.length;
      return event;
    },
    /** Characters held to recognize items. */
    get size(): number {
      return size;
    },
  };
}

/** Parses a flight record. Throws a `RecordError`. */
export function parseRecord(text: string): FlightRecord {
  const [first, ...rest] = text.split('\n').filter(line => line.trim() !== '');
  const header = parseHeader(first === undefined ? null : parseJson(first, 1));
  const lines: RecordLine[] = [];
  let items: Item[] = [];
  for (const [at, one] of rest.entries()) {
    const value = parseJson(one, at + 2);
    if ('state' in value) {
      items = [];
      lines.push({ state: parseState(value['state'], at + 2) });
    } else lines.push(parseDecision(value, { items, at: at + 2 }));
  }
  if (lines[0] === undefined || !('state' in lines[0]))
    throw new RecordError('it does not start with a snapshot');
  return { header, lines };
}

/** The most positions in one line: more than a day of them. */
const LONGEST_RUN = 100_000;

function parseJson(text: string, at: number): Fields {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null) return value as Fields;
  } catch {
    // Reported below.
  }
  throw new RecordError(`line ${at} is not a JSON object`);
}

function parseHeader(fields: Fields | null): RecordHeader {
  const format = fields?.['flightRecord'];
  if (typeof format !== 'number') throw new RecordError('it does not start like a flight record');
  if (format !== FORMAT)
    throw new RecordError(`it has format ${format}, but this program reads format ${FORMAT}`);
  const { version, node } = fields ?? {};
  if (typeof version !== 'string' || typeof node !== 'string')
    throw new RecordError('the version that wrote it is missing');
  return { flightRecord: format, version, node };
}

function parseState(value: unknown, at: number): State {
  if (typeof value !== 'object' || value === null) throw new RecordError(`line ${at} is not a state`);
  try {
    rowsOf(value as State);
  } catch {
    throw new RecordError(`line ${at} is not a state`);
  }
  return value as State;
}

function parseDecision(value: Fields, { items, at }: { items: Item[]; at: number }): DecisionLine {
  const { atMs, event: told, run, effects, sound, place, command } = value;
  const event = withItem(told, items) as Event | null;
  if (typeof atMs !== 'number' || event === null || !OWN_WORDS.has(event.type))
    throw new RecordError(`line ${at} is not a decision`);
  const rows = Object.entries({ sound, place, command }).filter(([, name]) => typeof name === 'string');
  return {
    atMs,
    event,
    ...(isRun(run) && { run }),
    ...(Object.fromEntries(rows) as Partial<RowNames>),
    ...(Array.isArray(effects) && { effects: effects.filter(effect => typeof effect === 'string') }),
  };
}

function isRun(value: unknown): value is PositionRun {
  const { count, atMs, positionMs } = (value ?? {}) as Partial<PositionRun>;
  const isOfRecorder = Number.isInteger(count) && Number(count) >= 1 && Number(count) <= LONGEST_RUN;
  return isOfRecorder && [atMs, positionMs].every(Number.isFinite);
}

/** The event with its item restored from a reference; null: it is none. An item in full is kept for later references. */
function withItem(event: unknown, items: Item[]): unknown {
  if (typeof event !== 'object' || event === null) return null;
  const { item } = event as { readonly item?: unknown };
  if (item === undefined || item === null) return event;
  if (typeof item !== 'object') return null;
  const { again, audioUrl } = item as Partial<ItemAgain>;
  if (again !== undefined) return { ...event, item: { ...items[again], audioUrl } };
  items.push(item as Item);
  return event;
}
