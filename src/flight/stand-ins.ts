import { originOf } from '../core/facts/hosts.js';
import { OWN_WORDS } from './own-words.js';

/** Returns what is written instead of a text, which is the value of the member with that name. */
export type Naming = (member: string, text: string) => string;

export interface StandIns {
  readonly name: Naming;
  /** Characters of the remembered texts. */
  readonly size: number;
  /** Forgets all texts except those that `tell` names again; their stand-ins stay the same. */
  renew<T>(tell: () => T): T;
}

/** Members whose texts are not told apart, as nothing compares them. */
const UNTOLD: ReadonlySet<string> = new Set(['message', 'serviceMessage', 'errorDescription', 'detail']);
export const TEXT = '…';
/** Members that never hold a word of the program's own. */
const FOREIGN: ReadonlySet<string> = new Set([
  'title',
  'artist',
  'album',
  'podcast',
  'trackToken',
  'trackId',
  'commandId',
]);

const WEB = /^https?:\/\//i;
const IN_ID = /^spoken$|id$/i;
/** An id with a type code, from which the core takes the type. */
const TYPED = /^([^:]*):/;
/** A time of day, which the core computes with. */
const TIME = /^\d\d:\d\d$/;
/** What the key of a timer may hold besides numbers and the program's own words. */
const IN_KEYS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'undefined']);

/**
 * Returns the value with stand-ins in place of texts. Numbers, booleans and the program's own words stay; members that
 * are undefined go.
 */
export function withStandIns<T>(value: T, name: Naming): T {
  return through('', value, name) as T;
}

function through(member: string, value: unknown, name: Naming): unknown {
  if (typeof value === 'string') return name(member, value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(one => through(member, one, name));
  const set = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(set.map(([key, inner]) => [key, through(key, inner, name)]));
}

/**
 * Stand-ins such as `title#3`, after the member in which a text was seen first: the same text gets the same one until it is
 * forgotten. An address keeps which host it is of, an id which type code it has.
 */
export function createStandIns(): StandIns {
  const counts = new Map<string, number>();
  let known = new Map<string, string>();
  let before: ReadonlyMap<string, string> = new Map();
  let size = 0;

  function numbered(text: string, start: string): string {
    const given = known.get(text);
    if (given !== undefined) return given;
    const standIn = before.get(text) ?? next(start);
    known.set(text, standIn);
    size += text.length + standIn.length;
    return standIn;
  }

  function next(start: string): string {
    const count = (counts.get(start) ?? 0) + 1;
    counts.set(start, count);
    return `${start}#${count}`;
  }

  /** What stands for the type code of an id, with its colon; null: it has none. */
  function typeIn(member: string, text: string): string | null {
    const [, type] = (IN_ID.test(member) ? TYPED.exec(text) : null) ?? [];
    if (type === undefined) return null;
    return `${OWN_WORDS.has(type) || type === '' ? type : numbered(type, 'type')}:`;
  }

  return {
    name(member, text) {
      if (text === '' || isOwn(member, text)) return text;
      if (UNTOLD.has(member)) return TEXT;
      if (!WEB.test(text)) return numbered(text, typeIn(member, text) ?? member);
      const origin = originOf(text);
      const host = numbered(origin, 'host');
      return text === origin ? host : `${host}/${numbered(text, member)}`;
    },
    get size() {
      return size;
    },
    renew(tell) {
      before = known;
      known = new Map();
      size = 0;
      const told = tell();
      before = new Map();
      return told;
    },
  };
}

function isOwn(member: string, text: string): boolean {
  if (OWN_WORDS.has(text)) return !FOREIGN.has(member);
  if (member === 'time') return TIME.test(text);
  return member === 'key' && text.split(' ').every(isInKey);
}

function isInKey(part: string): boolean {
  return OWN_WORDS.has(part) || IN_KEYS.has(part) || (part !== '' && Number.isFinite(Number(part)));
}

/** The naming for what was named before, and for what the core makes of it. */
export const asNamed: Naming = (member, text) =>
  UNTOLD.has(member) && !OWN_WORDS.has(text) && text !== '' ? TEXT : text;
