import type { Read } from '../contract/shape.js';
import { LOUDEST } from '../contract/shape.js';
import type { Preset } from '../core/model/agenda.js';
import type { DayRecord } from '../contract/records.js';
import { arrayOf, fieldsOf, Invalid, number, orNull, text, wholeNumber, withoutNulls } from './fields.js';
import { parseSource } from './item-format.js';
import type { RecordFormat } from './persisted.js';

const parsePreset: Read<Preset> = (value, at) => {
  const fields = fieldsOf(value, at);
  return {
    number: within(1, 9)(fields['number'], `${at}.number`),
    source: parseSource(fields['source'], `${at}.source`),
  };
};

function within(least: number, most: number): Read<number> {
  return (value, at) => {
    const found = wholeNumber(value, at);
    if (found < least || found > most) throw new Invalid(`${at} is not from ${least} to ${most}`);
    return found;
  };
}

const parseAlarm: Read<DayRecord['alarms'][number]> = (value, at) => {
  const fields = fieldsOf(value, at);
  return {
    id: text(fields['id'], `${at}.id`, 1, 64),
    minute: within(0, 1439)(fields['minute'], `${at}.minute`),
    days: arrayOf(within(1, 7))(fields['days'], `${at}.days`),
    sourceId: orNull(text)(fields['sourceId'], `${at}.sourceId`),
    preset: orNull(within(1, 9))(fields['preset'], `${at}.preset`),
    volume: orNull(within(0, LOUDEST))(fields['volume'], `${at}.volume`),
    enabled: fields['enabled'] === true,
    doneMs: number(fields['doneMs'], `${at}.doneMs`),
  };
};

const parseRing: Read<NonNullable<DayRecord['ring']>> = (value, at) => {
  const fields = fieldsOf(value, at);
  return {
    id: text(fields['id'], `${at}.id`, 1, 64),
    is: fields['is'] === 'snoozed' ? 'snoozed' : 'ringing',
    atMs: number(fields['atMs'], `${at}.atMs`),
    sinceMs: number(fields['sinceMs'], `${at}.sinceMs`),
    volumeBefore: within(0, LOUDEST)(fields['volumeBefore'], `${at}.volumeBefore`),
  };
};

const parseSleep: Read<{ readonly endsAtMs: number }> = (value, at) => ({
  endsAtMs: number(fieldsOf(value, at)['endsAtMs'], `${at}.endsAtMs`),
});

/** What is planned by the clock, and what is under the numbers. A part that is not there is empty. */
export const dayFormat: RecordFormat<DayRecord> = {
  name: 'day.json',
  schema: 1,
  migrations: {},
  parse: fields => ({
    presets: orNull(arrayOf(parsePreset))(fields['presets'], 'presets') ?? [],
    alarms: orNull(arrayOf(parseAlarm))(fields['alarms'], 'alarms') ?? [],
    sleep: fields['sleep'] === 'item' ? 'item' : orNull(parseSleep)(fields['sleep'], 'sleep'),
    ring: orNull(parseRing)(fields['ring'], 'ring'),
  }),
  toFields: ({ presets, alarms, sleep, ring }) =>
    withoutNulls({
      presets: presets.map(({ number, source }) => ({ number, source: withoutNulls(source) })),
      alarms: alarms.map(withoutNulls),
      sleep,
      ring,
    }),
};
