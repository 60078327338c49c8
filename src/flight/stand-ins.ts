import { REASONS } from '../contract/command.js';
import { NOTICE_DETAILS, SILENCE_REASONS } from '../contract/public-state.js';
import { originOf } from '../core/facts/hosts.js';
import { TONE_URL } from '../core/vocabulary/tone.js';

/**
 * The kinds of stand-in for a text from outside, such as `title#3`: the same text always gets the same one. An `address`
 * keeps which host it is of; an `id` keeps its type code; a `word` or a timer's `key` stays if it is one of the program's own, or a time of day; a `text`,
 * which nothing compares, is dropped. What the core says of an alarm stays.
 */
export type StandIn = 'address' | 'host' | 'title' | 'token' | 'id' | 'client' | 'word' | 'key' | 'text';

/** Returns what is written instead of the text. */
export type Naming = (kind: StandIn, text: string) => string;

export interface StandIns {
  readonly name: Naming;
  /** Characters of the remembered texts. */
  readonly size: number;
  /** Forgets all texts except those that `tell` names again; their stand-ins stay the same. */
  renew<T>(tell: () => T): T;
}

/** What the core itself says where others say texts of theirs: the tone of an alarm, and the cause of what an alarm does. */
const SAID: ReadonlySet<string> = new Set([TONE_URL, 'alarm', 'alarm.set']);

/** A time of day, which the core computes with. */
const TIME = /^\d\d:\d\d$/;

/** The specification's type codes. */
const TYPES = ['ST', 'SF', 'AL', 'TR', 'AR', 'PL', 'PE', 'PC', 'LI'];

/** Words that the core or a reader interprets. */
const KNOWN: ReadonlySet<string> = new Set([
  ...TYPES,
  ...REASONS,
  ...SILENCE_REASONS,
  ...['itemUnplayable', 'alarmMissed', 'clockNotSet', ...NOTICE_DETAILS],
  ...['TrackItem', 'PodcastEpisodeItem', 'IdleTimeoutItem', 'SimStreamViolationItem'],
  ...['SKIP', 'REPLAY', 'SEEK', 'PREVIOUS', 'THUMB', 'FORCE_ACTIVE', 'FORWARD_15_SECONDS', 'BACK_15_SECONDS'],
]);

/** The words that keys of timers consist of, besides numbers. */
const IN_KEYS: ReadonlySet<string> = new Set([
  ...['device', 'address', 'offline', 'serviceError', 'paused'],
  ...['opening', 'sounding', 'starved', 'seeking', 'over', 'true', 'false', 'null', 'undefined'],
]);

export const TEXT = '…';

export function createStandIns(): StandIns {
  const counts = new Map<StandIn, number>();
  let known: Texts = new Map();
  let before: Texts = new Map();
  let size = 0;

  function numbered(kind: StandIn, text: string): string {
    const ofKind = known.get(kind) ?? new Map<string, string>();
    known.set(kind, ofKind);
    const given = ofKind.get(text);
    if (given !== undefined) return given;
    const standIn = before.get(kind)?.get(text) ?? next(kind, text);
    ofKind.set(text, standIn);
    size += text.length + standIn.length;
    return standIn;
  }

  function next(kind: StandIn, text: string): string {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const type = text.slice(0, 2);
    return kind === 'id' && text[2] === ':' && TYPES.includes(type)
      ? `${type}:#${count}`
      : `${kind}#${count}`;
  }

  return {
    name(kind, text) {
      if (kind === 'text') return TEXT;
      const isOurs = SAID.has(text) || (kind === 'word' && isWord(text)) || (kind === 'key' && isKey(text));
      if (isOurs || text === '') return text;
      const standIn = numbered(kind, text);
      return kind === 'address' ? `${numbered('host', originOf(text))}/${standIn}` : standIn;
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

type Texts = Map<StandIn, Map<string, string>>;

function isWord(text: string): boolean {
  return KNOWN.has(text) || TIME.test(text);
}

function isKey(text: string): boolean {
  return text.split(' ').every(part => IN_KEYS.has(part) || (part !== '' && Number.isFinite(Number(part))));
}

/** The naming for values that were filtered before. */
export const asNamed: Naming = (kind, text) => (kind === 'text' ? TEXT : text);
