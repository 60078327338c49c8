import type { Fields } from '../contract/shape.js';
import { largestBytes } from './file.js';
import { fieldsOf, Invalid, wholeNumber } from './fields.js';

/** The format of a file in the state directory, and how its content is validated. */
export interface RecordFormat<T> {
  readonly name: string;
  readonly schema: number;
  /** `migrations[n]` converts the fields of schema n to schema n + 1; one for each n from 1 on. */
  readonly migrations: Readonly<Record<number, (fields: Fields) => Fields>>;
  /** Strict and pure; throws `Invalid`. Unknown members are dropped. */
  readonly parse: (fields: Fields) => T;
  /** Selects what of a value may be stored; default: the whole value. */
  readonly toFields?: (value: T) => object;
}

export type ParsedRecord<T> =
  /** `schema` is the one in which the file was written. */
  | { readonly outcome: 'value'; readonly value: T; readonly schema: number }
  | { readonly outcome: 'invalid'; readonly problem: string }
  | { readonly outcome: 'newer'; readonly schema: number };

/** Parses the text of a state file (contract, section 6) and migrates it to the present schema. */
export function parsePersisted<T>(
  format: Omit<RecordFormat<T>, 'toFields'>,
  content: string,
): ParsedRecord<T> {
  try {
    const all = fieldsOf(JSON.parse(content), 'the file');
    const schema = wholeNumber(all['schema'], 'schema');
    if (schema < 1) throw new Invalid('schema is below 1');
    if (schema > format.schema) return { outcome: 'newer', schema };
    let fields = all;
    for (let step = schema; step < format.schema; step += 1) {
      const migrate = format.migrations[step];
      if (migrate === undefined)
        throw new Invalid(`there is no migration from schema ${step} to ${step + 1}`);
      fields = migrate(fields);
    }
    return { outcome: 'value', value: format.parse(fields), schema };
  } catch (error) {
    // The message of a SyntaxError quotes the file, which may hold a token.
    return { outcome: 'invalid', problem: error instanceof Invalid ? error.message : 'not JSON' };
  }
}

/** A value that the next start would refuse, so it is not written. The message names the member, not its content. */
export class UnreadableState extends Error {
  readonly code = 'ERR_STATE_UNREADABLE';

  constructor(file: string, problem: string) {
    super(`${file} was not written, because the next start would refuse it: ${problem}`);
    this.name = 'UnreadableState';
  }
}

/**
 * Serializes a value so that `readContent` and `parsePersisted` accept it; throws `UnreadableState` if they would
 * not.
 */
export function toReadable<T extends object>(format: RecordFormat<T>, value: T): string {
  const content = toPersisted(format, value);
  const bytes = Buffer.byteLength(content);
  if (bytes > largestBytes) throw new UnreadableState(format.name, `${bytes} bytes long`);
  const parsed = parsePersisted(format, content);
  if (parsed.outcome === 'invalid') throw new UnreadableState(format.name, parsed.problem);
  return content;
}

/** The inverse of `parsePersisted`; one line, and equal values give equal text. */
export function toPersisted<T extends object>(format: RecordFormat<T>, value: T): string {
  return `${JSON.stringify({ schema: format.schema, ...(format.toFields?.(value) ?? value) })}\n`;
}
