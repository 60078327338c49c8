import { suggestName } from '../../config/nearest-name.js';
import { printAround } from '../output.js';
import { type Format, refuseVerb, type FormatRow, type ShownVerb } from './verb.js';

const FIELD = /\{\{ *(\w+) *\}\}/;

/**
 * Parses a format such as `{{artist}} - {{title}}`. For a field that the verb lacks it throws an `ExitError` 64 that
 * lists the verb's fields.
 */
export function parseFormat(verb: ShownVerb, text: string): Format {
  const fields = verb.fields ?? [];
  // Splitting by one capture group alternates between literal text and names.
  const parts = text.split(FIELD);
  const names = parts.filter((_, at) => at % 2 === 1);
  const foreign = names.find(name => !fields.includes(name));
  if (foreign !== undefined) {
    const near = suggestName(foreign, fields) || `; it has ${fields.join(' ')}`;
    throw refuseVerb(verb, `--format: "ctl ${verb.name}" has no ${JSON.stringify(foreign)}${near}`);
  }
  return { own: parts.filter((_, at) => at % 2 === 0), names };
}

export function valuesOf({ names }: Format, row: FormatRow): string[] {
  return names.map(name => row[name] ?? '');
}

export function printRow(format: Format, row: FormatRow): void {
  printAround(format.own, valuesOf(format, row));
}
