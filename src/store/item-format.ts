import { FEEDBACKS, ITEM_KINDS, type Item, type Source } from '../core/vocabulary/item.js';
import type { Read } from '../contract/shape.js';
import {
  arrayOf,
  Invalid,
  number,
  oneOf,
  orNull,
  shaped,
  text,
  textOf,
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

const parseGain: Read<number> = (value, at) => {
  if (typeof value !== 'number') throw new Invalid(`${at} is not a number`);
  return value;
};

export const parseItem = shaped<Item>({
  typename: (value, at) => orNull(text)(value, at) ?? USUAL.typename,
  kind: oneOf(ITEM_KINDS),
  index: orNull(wholeNumber),
  trackToken: orNull(text),
  trackId: orNull(text),
  audioUrl: () => null,
  title: text,
  artist: orNull(text),
  album: orNull(text),
  podcast: orNull(text),
  artUrl: orNull(text),
  durationMs: orNull(number),
  progressFrequencyS: orNull(number),
  feedback: orNull(oneOf(FEEDBACKS)),
  interactions: arrayOf(text),
  gainDb: orNull(parseGain),
  errorHeader: orNull(text),
  errorDescription: orNull(text),
});

export const parseSource = shaped<Source>({
  id: textOf(1),
  // Empty if neither the service nor the id reveals it.
  type: text,
  name: orNull(text),
});
