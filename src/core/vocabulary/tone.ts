import type { Item } from './item.js';

/** The address by which the player knows the tone of an alarm. */
export const TONE_URL = 'tone:alarm';
/** The number of its entry, which no other entry has. */
export const TONE_ENTRY = -1;

export const TONE_ITEM: Item = {
  typename: 'Tone',
  kind: 'message',
  index: null,
  trackToken: null,
  trackId: null,
  audioUrl: TONE_URL,
  title: '',
  artist: null,
  album: null,
  podcast: null,
  artUrl: null,
  durationMs: null,
  progressFrequencyS: null,
  feedback: null,
  interactions: [],
  gainDb: null,
  errorHeader: null,
  errorDescription: null,
};
