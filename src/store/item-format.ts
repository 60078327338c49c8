import { FEEDBACKS, ITEM_KINDS, type Item, type Source } from '../core/vocabulary/item.js';
import {
  arrayOf,
  fieldsOf,
  Invalid,
  number,
  oneOf,
  orNull,
  text,
  wholeNumber,
  withoutNulls,
} from './fields.js';

/** The usual values, left out of the file: each item would be stored with them five times. */
const USUAL = { kind: 'track', typename: 'TrackItem' } as const;

/**
 * Converts an item for the file. An audio address is secret and short-lived: it is removed here so that it never
 * reaches the disk.
 */
export function toItemFields(item: Item): object {
  const isUsual = item.kind === USUAL.kind && item.typename === USUAL.typename;
  return withoutNulls({ ...item, typename: isUsual ? null : item.typename, audioUrl: null });
}

/** Parses an item; an absent `typename` is the usual one. */
export function parseItem(value: unknown, at: string): Item {
  const fields = fieldsOf(value, at);
  const optionalText = (name: string) => orNull(text)(fields[name], `${at}.${name}`);
  const optionalNumber = (name: string) => orNull(number)(fields[name], `${at}.${name}`);
  return {
    typename: optionalText('typename') ?? USUAL.typename,
    kind: oneOf(ITEM_KINDS)(fields['kind'], `${at}.kind`),
    index: orNull(wholeNumber)(fields['index'], `${at}.index`),
    trackToken: optionalText('trackToken'),
    trackId: optionalText('trackId'),
    audioUrl: null,
    title: text(fields['title'], `${at}.title`),
    artist: optionalText('artist'),
    album: optionalText('album'),
    podcast: optionalText('podcast'),
    artUrl: optionalText('artUrl'),
    durationMs: optionalNumber('durationMs'),
    progressFrequencyS: optionalNumber('progressFrequencyS'),
    feedback: orNull(oneOf(FEEDBACKS))(fields['feedback'], `${at}.feedback`),
    interactions: arrayOf(text)(fields['interactions'], `${at}.interactions`),
    gainDb: orNull(parseGain)(fields['gainDb'], `${at}.gainDb`),
    errorHeader: optionalText('errorHeader'),
    errorDescription: optionalText('errorDescription'),
  };
}

function parseGain(value: unknown, at: string): number {
  if (typeof value !== 'number') throw new Invalid(`${at} is not a number`);
  return value;
}

export function parseSource(value: unknown, at: string): Source {
  const fields = fieldsOf(value, at);
  return {
    id: text(fields['id'], `${at}.id`, 1),
    // Empty if neither the service nor the id reveals it.
    type: text(fields['type'], `${at}.type`),
    name: orNull(text)(fields['name'], `${at}.name`),
  };
}
