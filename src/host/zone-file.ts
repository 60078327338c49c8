import type { Zone } from '../core/vocabulary/zone.js';

const HEADER_BYTES = 44;

/**
 * Reads the rules of local time from a zone file (TZif, RFC 9636) of version 2 or later, from `fromMs` to `toMs` (epoch):
 * Node's own are as old as Node. Throws for anything else.
 */
export function parseZone(file: Buffer, fromMs: number, toMs: number): Zone {
  const first = readHeader(file, 0);
  if (first.version < 2) throw new Error('the zone file is of version 1');
  const at = HEADER_BYTES + sizeOf(first, 4);
  const header = readHeader(file, at);
  const body = at + HEADER_BYTES;
  const { times, types } = header;
  const kinds = body + times * 9;
  const offsetOf = (type: number) => file.readInt32BE(kinds + type * 6) * 1000;
  const told = Array.from({ length: times }, (_, one) => ({
    atMs: Number(file.readBigInt64BE(body + one * 8)) * 1000,
    offsetMs: offsetOf(file.readUInt8(body + times * 8 + one)),
  }));
  const footer = file.subarray(body + sizeOf(header, 8)).toString('latin1');
  const rule = parseRule(/^\n([^\n]*)\n/.exec(footer)?.[1] ?? '');
  const lastMs = told.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
  const ruled = rule === null ? [] : expanded(rule, Math.max(lastMs, fromMs), toMs);
  const all = [...told, ...ruled];
  const before = all.findLast(({ atMs }) => atMs <= fromMs);
  const initial = before?.offsetMs ?? (types === 0 ? 0 : offsetOf(0));
  return [{ atMs: fromMs, offsetMs: initial }, ...all.filter(({ atMs }) => atMs > fromMs && atMs <= toMs)];
}

interface Header {
  readonly version: number;
  readonly times: number;
  readonly types: number;
  readonly rest: number;
  readonly leaps: number;
}

function readHeader(file: Buffer, at: number): Header {
  if (file.toString('latin1', at, at + 4) !== 'TZif') throw new Error('this is no zone file');
  const count = (index: number) => file.readUInt32BE(at + 20 + index * 4);
  const version = file.readUInt8(at + 4) === 0 ? 1 : 2;
  return { version, times: count(3), types: count(4), rest: count(0) + count(1) + count(5), leaps: count(2) };
}

/** The bytes of a body with times of this many bytes. */
function sizeOf({ times, types, rest, leaps }: Header, timeBytes: number): number {
  return times * (timeBytes + 1) + types * 6 + rest + leaps * (timeBytes + 4);
}

/** A day of each year, and the seconds since its local midnight, which may be negative or more than a day. */
interface Turn {
  readonly dayOf: (year: number) => number;
  readonly seconds: number;
}

/** The rule behind the last time of a zone file (POSIX TZ, RFC 9636 section 3.3). Offsets are seconds east of UTC. */
interface Rule {
  readonly standard: number;
  readonly summer: { readonly offset: number; readonly begins: Turn; readonly ends: Turn } | null;
}

const DAY_MS = 86_400_000;
const NAME = '(?:<[^>]+>|[A-Za-z]+)';
const TIME = '[+-]?\\d+(?::\\d+(?::\\d+)?)?';
const DATE = '(?:M\\d+\\.\\d\\.\\d|J?\\d+)';
const SHAPE = new RegExp(
  `^${NAME}(${TIME})(?:${NAME}(${TIME})?,(${DATE})(?:/(${TIME}))?,(${DATE})(?:/(${TIME}))?)?$`,
);

function parseRule(text: string): Rule | null {
  const [, standard, summer, begins, beginsAt, ends, endsAt] = SHAPE.exec(text) ?? [];
  if (standard === undefined) return null;
  const offset = -toSeconds(standard);
  if (begins === undefined || ends === undefined) return { standard: offset, summer: null };
  const ahead = summer === undefined ? offset + 3600 : -toSeconds(summer);
  return {
    standard: offset,
    summer: { offset: ahead, begins: toTurn(begins, beginsAt), ends: toTurn(ends, endsAt) },
  };
}

function toSeconds(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number);
  return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
}

function toTurn(date: string, time = '2'): Turn {
  return { dayOf: toDay(date), seconds: toSeconds(time) };
}

/** Returns the days since 1970 of that date in a year. */
function toDay(date: string): Turn['dayOf'] {
  const first = (year: number, month = 0) => Date.UTC(year, month, 1) / DAY_MS;
  const [, month, week, weekday] = (/^M(\d+)\.(\d)\.(\d)$/.exec(date) ?? []).map(Number);
  if (month !== undefined && week !== undefined && weekday !== undefined)
    return year => {
      const begin = first(year, month - 1);
      // 1970-01-01 was a Thursday; 0 is Sunday.
      const day = begin + ((weekday - ((begin + 4) % 7) + 7) % 7) + (week - 1) * 7;
      return day < first(year, month) ? day : day - 7;
    };
  const number = Number(date.replace('J', ''));
  if (!date.startsWith('J')) return year => first(year) + number;
  const isLeap = (year: number) => first(year + 1) - first(year) === 366;
  return year => first(year) + number - 1 + (isLeap(year) && number > 59 ? 1 : 0);
}

/** Returns what the rule makes after `afterMs`, up to `toMs`. */
function expanded({ standard, summer }: Rule, afterMs: number, toMs: number): Zone {
  if (summer === null) return [];
  const { offset, begins, ends } = summer;
  const last = new Date(toMs).getUTCFullYear();
  const years = Array.from(
    { length: last - new Date(afterMs).getUTCFullYear() + 3 },
    (_, one) => last + 1 - one,
  );
  const at = ({ dayOf, seconds }: Turn, year: number, before: number) =>
    dayOf(year) * DAY_MS + (seconds - before) * 1000;
  const turns = years.flatMap(year => [
    { atMs: at(begins, year, standard), offsetMs: offset * 1000 },
    { atMs: at(ends, year, offset), offsetMs: standard * 1000 },
  ]);
  return turns.filter(({ atMs }) => atMs > afterMs && atMs <= toMs).toSorted((a, b) => a.atMs - b.atMs);
}
