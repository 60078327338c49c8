import type { DayRecord } from '../records.js';
import { arrayOf, fieldsOf, Invalid, orNull, type Read, wholeNumber, withoutNulls } from './fields.js';
import { parseSource } from './item-format.js';
import type { Format } from './persisted.js';

type Preset = DayRecord['presets'][number];

const parsePreset: Read<Preset> = (value, at) => {
  const fields = fieldsOf(value, at);
  const number = wholeNumber(fields['number'], `${at}.number`);
  if (number < 1 || number > 9) throw new Invalid(`${at}.number is not from 1 to 9`);
  return { number, source: parseSource(fields['source'], `${at}.source`) };
};

/** What is planned by the clock, and what is under the numbers. A part that is not there is empty. */
export const dayFormat: Format<DayRecord> = {
  name: 'day.json',
  schema: 1,
  migrations: {},
  parse: fields => ({
    presets: orNull(arrayOf(parsePreset))(fields['presets'], 'presets') ?? [],
  }),
  toFields: ({ presets }) => ({
    presets: presets.map(({ number, source }) => ({ number, source: withoutNulls(source) })),
  }),
};
