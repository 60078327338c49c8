import type { Fields } from '../contract/shape.js';
import { type Feedback, FEEDBACKS, type Item, type ItemKind, type Source } from '../core/vocabulary/item.js';
import type { SourceSet } from '../contract/service-ports.js';
import { toAddress, toCount, toFields, toId, toList, toNumber, toText, typeOfId } from './fields.js';

const KINDS: Readonly<Record<string, ItemKind>> = {
  TrackItem: 'track',
  CustomTrackItem: 'track',
  PodcastEpisodeItem: 'episode',
  AudioAdItem: 'ad',
  ArtistMessageItem: 'message',
  VoiceTrackItem: 'message',
};

const UNTITLED: Readonly<Record<ItemKind, string>> = {
  track: 'Untitled track',
  episode: 'Untitled episode',
  ad: 'Advertisement',
  message: 'Message',
  unknown: 'Unknown item',
};

const LONGEST_MS = 30 * 24 * 3_600_000;
const MOST_INTERACTIONS = 32;
const LOWEST_GAIN_DB = -24;

/**
 * Parses a playback item (specification, section 2); null if the value is no object. A field of the wrong type counts
 * as missing. Seconds become milliseconds; the audio address stays as sent, byte for byte.
 */
export function parseItem(value: unknown): Item | null {
  const fields = toFields(value);
  if (fields !== value) return null;
  const typename = toText(fields['__typename'], 80) ?? '';
  const kind = toKind(typename, fields);
  const content = toFields(fields[kind === 'episode' ? 'podcastEpisode' : 'track']);
  const title = toText(content['name']);
  const item: Item = {
    typename,
    kind,
    index: toCount(fields['index']),
    trackToken: toId(fields['trackToken'], 4_096),
    trackId: kind === 'track' ? toId(content['id']) : null,
    audioUrl: toAddress(fields['audioUrl']),
    title: title ?? UNTITLED[kind],
    artist: toText(toFields(content['artist'])['name']),
    album: toText(toFields(content['album'])['name']),
    podcast: toText(toFields(content['podcast'])['name']),
    artUrl: toAddress(toFields(content['art'])['url']),
    durationMs: toDurationMs(content['duration']),
    progressFrequencyS: toFrequency(fields['progressFrequency']),
    feedback: toFeedback(fields['feedbackValue']),
    interactions: toInteractions(fields['interactions']),
    gainDb: toGain(fields['fileGain']),
    errorHeader: toText(fields['errorHeader']),
    errorDescription: toText(fields['errorDescription'], 2_000),
  };
  const usable = title ?? item.index ?? item.audioUrl ?? item.errorHeader ?? item.interactions[0];
  return usable === undefined ? { ...item, kind: 'unknown', title: UNTITLED.unknown } : item;
}

/** Parses the answer of `setSource`; if it has no usable id, the requested id stays in force. */
export function parseSourceSet(value: unknown, askedId: string): SourceSet {
  const source = parseSource(value) ?? { id: askedId, type: typeOfId(askedId), name: null };
  return { source, item: parseItem(toFields(value)['current']) };
}

/** Parses a source; null if it has no usable id. */
export function parseSource(value: unknown): Source | null {
  const fields = toFields(value);
  const id = toId(fields['id']);
  if (id === null) return null;
  return { id, type: toText(fields['type'], 40) ?? typeOfId(id), name: toText(fields['name']) };
}

/** Converts seconds to whole milliseconds; null if the value is not a plausible length. */
export function toDurationMs(value: unknown): number | null {
  const seconds = toNumber(value);
  if (seconds === null || seconds <= 0) return null;
  const ms = Math.round(seconds * 1_000);
  return ms > LONGEST_MS ? null : ms;
}

function toFeedback(value: unknown): Feedback | null {
  return FEEDBACKS.find(feedback => feedback === value) ?? null;
}

function toKind(typename: string, fields: Fields): ItemKind {
  const known = Object.hasOwn(KINDS, typename) ? KINDS[typename] : undefined;
  if (known) return known;
  if (typename !== '') return 'unknown';
  // Without a type name, the item's content determines its kind.
  if (toFields(fields['track']) === fields['track']) return 'track';
  return toFields(fields['podcastEpisode']) === fields['podcastEpisode'] ? 'episode' : 'unknown';
}

/** A value below one second means that the service leaves the choice to the speaker. */
function toFrequency(value: unknown): number | null {
  const seconds = toNumber(value);
  return seconds === null || seconds < 1 ? null : Math.min(Math.floor(seconds), 3_600);
}

function toInteractions(value: unknown): readonly string[] {
  const words = toList(value).filter(
    word => typeof word === 'string' && /^[_A-Z][_0-9A-Z]{0,63}$/.test(word),
  );
  return (words as string[]).slice(0, MOST_INTERACTIONS);
}

function toGain(value: unknown): number | null {
  const gain = toNumber(value);
  return gain === null ? null : Math.min(0, Math.max(LOWEST_GAIN_DB, gain));
}
