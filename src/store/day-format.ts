import type { Read } from '../contract/shape.js';
import { LOUDEST } from '../contract/shape.js';
import type { Preset } from '../core/model/agenda.js';
import type { DayRecord } from '../contract/records.js';
import {
  arrayOf,
  Invalid,
  number,
  orNull,
  shaped,
  text,
  textOf,
  wholeNumber,
  withoutNulls,
} from './fields.js';
import { parseSource } from './item-format.js';
import type { RecordFormat } from './persisted.js';

function within(least: number, most: number): Read<number> {
  return (value, at) => {
    const found = wholeNumber(value, at);
    if (found < least || found > most) throw new Invalid(`${at} is not from ${least} to ${most}`);
    return found;
  };
}

const parsePreset = shaped<Preset>({ number: within(1, 9), source: parseSource });

const parseAlarm = shaped<DayRecord['alarms'][number]>({
  id: textOf(1, 64),
  minute: within(0, 1439),
  days: arrayOf(within(1, 7)),
  sourceId: orNull(text),
  preset: orNull(within(1, 9)),
  volume: orNull(within(0, LOUDEST)),
  enabled: value => value === true,
  doneMs: number,
});

const parseRing = shaped<NonNullable<DayRecord['ring']>>({
  id: textOf(1, 64),
  is: value => (value === 'snoozed' ? 'snoozed' : 'ringing'),
  atMs: number,
  sinceMs: number,
  volumeBefore: within(0, LOUDEST),
});

const parseSleep = shaped<{ readonly endsAtMs: number }>({ endsAtMs: number });

/** What is planned by the clock, and what is under the numbers. A part that is not there is empty. */
export const dayFormat: RecordFormat<DayRecord> = {
  name: 'day.json',
  schema: 1,
  migrations: {},
  parse: shaped<DayRecord>({
    presets: (value, at) => orNull(arrayOf(parsePreset))(value, at) ?? [],
    alarms: (value, at) => orNull(arrayOf(parseAlarm))(value, at) ?? [],
    sleep: (value, at) => (value === 'item' ? 'item' : orNull(parseSleep)(value, at)),
    ring: orNull(parseRing),
  }),
  toFields: ({ presets, alarms, sleep, ring }) =>
    withoutNulls({
      presets: presets.map(({ number, source }) => ({ number, source: withoutNulls(source) })),
      alarms: alarms.map(withoutNulls),
      sleep,
      ring,
    }),
};
