import { MOST_LISTED } from '../../core/vocabulary/limits.js';
import { MOST_RECENT } from '../../contract/library-queries.js';
import type { Option } from '../command.js';
import { KINDS } from './kinds.js';

/** The known sort fields and orders of the service, which may have more. */
export const SORTS = ['added_time', 'modified_time', 'name'];
export const ORDERS = ['asc', 'desc'];

/** Options that every verb takes. */
export const COMMON: readonly string[] = ['json', 'device', 'url', 'token'];

/** All options of all verbs; `toOptions` selects those of one verb. */
export const OPTIONS: Readonly<Record<string, Option>> = {
  json: { value: null, summary: 'print JSON' },
  device: { value: 'NAME', summary: 'choose the speaker by its name or id' },
  url: { value: 'URL', summary: 'choose the speaker by its address, such as kitchen.local' },
  token: { value: 'TOKEN', summary: 'the control token; TONEARM_CONTROL_TOKEN or "ctl claim" is safer' },
  format: { value: 'FORMAT', summary: 'print each entry in this format' },
  types: {
    value: 'LIST',
    summary: `only these kinds: ${KINDS.join(', ')}, or codes of the music service such as ST; separated by commas`,
    words: KINDS,
    isList: true,
  },
  limit: {
    value: 'NUMBER',
    summary: `list at most this many entries: 1 to ${MOST_LISTED}, with recent 1 to ${MOST_RECENT}`,
  },
  cursor: { value: 'CURSOR', summary: 'continue where the last list ended' },
  sort: { value: 'FIELD', summary: `sort by ${SORTS.join(', ')}`, words: SORTS },
  order: { value: 'ORDER', summary: `sort order, ${ORDERS.join(' or ')}`, words: ORDERS },
  name: { value: 'NAME', summary: 'the name by which the speaker lists you' },
  volume: { value: '0…100', summary: 'the volume of the alarm or the announcement' },
};

/**
 * Returns a verb's options for help and completion, its own first. `fields`: the fields of `--format`, if the verb
 * takes it.
 */
export function toOptions(
  own: readonly string[],
  fields: readonly string[] = [],
): Readonly<Record<string, Option>> {
  const names = [...own, ...(fields.length > 0 ? ['format'] : []), ...COMMON];
  const known = names.flatMap(name => {
    const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
    return option === undefined
      ? []
      : [[name, name === 'format' ? withFields(option, fields) : option] as const];
  });
  return Object.fromEntries(known);
}

function withFields(option: Option, fields: readonly string[]): Option {
  return {
    ...option,
    summary: `print FORMAT, with each {{NAME}} replaced by its value: ${fields.join(' ')}`,
  };
}
