import type { PlainKey } from './catalogue.js';
import type { Words } from './words.js';

const TYPES: ReadonlyMap<string, PlainKey> = new Map<string, PlainKey>([
  ['ST', 'type.station'],
  ['SF', 'type.station'],
  ['AL', 'type.album'],
  ['TR', 'type.song'],
  ['AR', 'type.artist'],
  ['PL', 'type.playlist'],
  ['PC', 'type.podcast'],
  ['PE', 'type.episode'],
  ['AP', 'type.artist'],
]);

/** Returns the name of a type code; empty for an unknown one. */
export function typeWords({ say }: Words, type: string): string {
  const key = TYPES.get(type);
  return key === undefined ? '' : say(key);
}
