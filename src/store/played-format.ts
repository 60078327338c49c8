import { FEEDBACKS, ITEM_KINDS } from '../core/vocabulary/item.js';
import type { PlayedRecord } from '../contract/records.js';
import {
  fieldsOf,
  Invalid,
  nullable,
  number,
  oneOf,
  optional,
  shaped,
  text,
  textOf,
  wholeNumber,
} from './fields.js';

/** One record per line, after a first line with the schema: adding a record costs only its own bytes. */
export const playedFile = { name: 'recent.jsonl', schema: 1 } as const;

const parseRecord = shaped<PlayedRecord>({
  playedAtMs: wholeNumber,
  item: shaped<PlayedRecord['item']>({
    kind: oneOf(ITEM_KINDS),
    index: nullable(wholeNumber),
    title: text,
    artist: optional(text),
    album: optional(text),
    podcast: optional(text),
    artUrl: optional(text),
    durationMs: optional(number),
  }),
  source: shaped<PlayedRecord['source']>({ id: textOf(1), type: text, name: optional(text) }),
  trackId: optional(text),
  feedback: optional(oneOf(FEEDBACKS)),
});

export type ReadPlayed =
  /** `isTorn`: the last line is incomplete; its write was never reported as durable. */
  | { readonly outcome: 'value'; readonly records: readonly PlayedRecord[]; readonly isTorn: boolean }
  | { readonly outcome: 'invalid'; readonly problem: string }
  | { readonly outcome: 'newer'; readonly schema: number };

export function parsePlayed(content: string): ReadPlayed {
  const lines = content.split('\n');
  // The text after the last end of line.
  const rest = lines.pop();
  try {
    const [head, ...entries] = lines;
    if (head === undefined) throw new Invalid('the file is empty');
    const schema = wholeNumber(fieldsOf(JSON.parse(head), 'the first line')['schema'], 'schema');
    if (schema < 1) throw new Invalid('schema is below 1');
    if (schema > playedFile.schema) return { outcome: 'newer', schema };
    const records = new Map<number, PlayedRecord>();
    for (const line of entries) {
      const record = parseRecord(JSON.parse(line));
      records.set(record.playedAtMs, record);
    }
    return { outcome: 'value', records: [...records.values()], isTorn: rest !== '' };
  } catch (error) {
    return { outcome: 'invalid', problem: error instanceof Invalid ? error.message : 'not JSON' };
  }
}

/** Adds a record, in the place of an earlier one with the same time. */
export function withPlayed(records: readonly PlayedRecord[], record: PlayedRecord): readonly PlayedRecord[] {
  const at = records.findIndex(({ playedAtMs }) => playedAtMs === record.playedAtMs);
  return at === -1 ? [...records, record] : records.with(at, record);
}

/** The content of the whole file. */
export function toPlayedFile(records: readonly PlayedRecord[]): string {
  return [JSON.stringify({ schema: playedFile.schema }), ...records.map(toLine)].join('\n').concat('\n');
}

/** One record without its end of line. Throws `Invalid` if the next start would refuse it. */
export function toLine(record: PlayedRecord): string {
  const line = JSON.stringify(record);
  parseRecord(JSON.parse(line));
  return line;
}
