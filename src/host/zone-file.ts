import type { Zone } from '../core/vocabulary/zone.js';
import { expanded, type Rule, parseRule } from './zone-rule.js';

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
  const all = [...told, ...ruled(rule, Math.max(lastMs, fromMs), toMs)];
  const before = all.findLast(({ atMs }) => atMs <= fromMs);
  const initial = before?.offsetMs ?? (types === 0 ? 0 : offsetOf(0));
  return [{ atMs: fromMs, offsetMs: initial }, ...all.filter(({ atMs }) => atMs > fromMs && atMs <= toMs)];
}

function ruled(rule: Rule | null, afterMs: number, toMs: number): Zone {
  if (rule === null) return [];
  return expanded(rule, afterMs, toMs);
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
