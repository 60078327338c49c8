import type { Playable } from '../state/choosing.js';
import type { KnownSources } from '../state/known-sources.js';
import { typeWords } from './types.js';
import type { Words } from './words.js';

/** Returns the name of a source, or what kind of source it is. */
export function sourceWords(words: Words, source: Playable | undefined): string {
  if (source === undefined) return words.say('untitled');
  return source.name ?? (typeWords(words, source.id.slice(0, 2)) || words.say('untitled'));
}

/** Returns what an alarm plays. */
export function playsWords(
  words: Words,
  { preset, sourceId }: { readonly preset?: number | undefined; readonly sourceId?: string | undefined },
  { presets, sources }: KnownSources,
): string {
  if (preset !== undefined) {
    const source = presets.find(({ number }) => number === preset)?.source;
    return [words.digits(preset, 1), ...(source === undefined ? [] : [sourceWords(words, source)])].join(
      ' · ',
    );
  }
  if (sourceId === undefined) return words.say('alarmLast');
  const known = [...presets.map(({ source }) => source), ...sources].find(({ id }) => id === sourceId);
  return sourceWords(words, known ?? { id: sourceId });
}
