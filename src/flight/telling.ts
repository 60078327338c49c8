import type { Event } from '../core/vocabulary/event.js';
import type { Item } from '../core/vocabulary/item.js';
import type { Effect } from '../core/reconcile/effect.js';
import type { DecisionLine, ItemAgain } from './lines.js';
import { TABLES, type RowNames } from './rows.js';
import { TEXT } from './stand-ins.js';

/** Formats an effect, with its stand-ins, as one line: its values in their order, without names. */
export function tellEffect(effect: Effect): string {
  return valuesOf(effect).join(' ');
}

function valuesOf(value: object): readonly string[] {
  return Object.values(value).flatMap((member: unknown) => {
    if (typeof member === 'object' && member !== null) return valuesOf(member);
    return member === TEXT ? [] : [String(member)];
  });
}

export function tellEvent(event: Event): string {
  const { type, ...fields } = event;
  return [type, ...tellFields(fields)].join(' ');
}

/** Formats a line for the log: `event (×n): rows; effects`. */
export function tellLine(line: DecisionLine): string {
  const done = [...tellRows(line), ...(line.effects ?? [])];
  return [tellTime(line.atMs), tellEvents(line), ...(done.length === 0 ? [] : ['→', done.join('; ')])].join(
    ' ',
  );
}

export function tellEvents({ event, run }: Pick<DecisionLine, 'event' | 'run'>): string {
  return run === undefined
    ? tellEvent(event)
    : `${tellEvent(event)} … ${run.positionMs} (${run.count + 1} times)`;
}

export function tellRows(rows: Partial<RowNames>): string[] {
  return TABLES.flatMap(table => (rows[table] === undefined ? [] : [`${table}: ${rows[table]}`]));
}

export function tellTime(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

function tellFields(fields: object): string[] {
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    if (value === TEXT) return [];
    if (name === 'item' && value !== null) return [`item=${tellItem(value as Item | ItemAgain)}`];
    if (Array.isArray(value)) return [`${name}=${value.join(',')}`];
    if (typeof value === 'object' && value !== null) return tellMember(name, value);
    return [`${name}=${String(value)}`];
  });
}

/**
 * Formats an object. The names of its members say what they belong to; commands and sources are named by type or id.
 */
function tellMember(
  name: string,
  { type, id, ...rest }: { readonly type?: unknown; readonly id?: unknown },
): string[] {
  const own = [id ?? type].filter(one => typeof one === 'string');
  return [...own.map(one => `${name}=${one}`), ...tellFields(rest)];
}

/** What distinguishes the item, and what is unusual about it. */
function tellItem(item: Item | ItemAgain): string {
  if ('again' in item) return `told before (${item.audioUrl ?? 'no address'})`;
  const { typename, kind, index, trackToken, audioUrl, durationMs, feedback } = item;
  const what = kind === 'message' || kind === 'unknown' ? typename : kind;
  const length = durationMs === null ? 'no length' : `${durationMs / 1_000} s`;
  const rating = feedback === null ? [] : [feedback];
  const parts = [trackToken ?? 'no token', audioUrl ?? 'no address', length, ...rating];
  return `${what} ${index ?? 'without a place'} (${parts.join(', ')})`;
}
