import { MOST_LISTED } from '../../core/vocabulary/limits.js';
import type { FeedbackPage, LibraryPage } from '../../contract/library.js';
import type { Arguments } from '../command.js';
import { toCommandLine, toTyped } from './command-line.js';
import { parseTypes } from './kinds.js';
import { LIST_FIELDS, type None, toListing } from './list.js';
import { ORDERS, SORTS } from './options.js';
import { readOnly, refuseVerb, type Scene, type Verb, type VerbAction, type VerbUsage } from './verb.js';

const PAGING = ['limit', 'cursor'];
/** The options to repeat for the next page of the same list of the same speaker. A token is never printed. */
const KEPT = ['types', 'limit', 'sort', 'order', 'device', 'url'];
const FEWER = 'try fewer or other words, or other --types';
const FIND = '"tonearm ctl search WORDS" searches the music service';
const PLAY = '"tonearm ctl play NUMBER" plays the entry with that number.';

/** Reads the paging options, which all lists take. */
function readPage(verb: VerbUsage, { values }: Arguments) {
  const { limit, cursor } = values;
  const number = Number(limit);
  if (limit !== undefined && !(/^\d{1,2}$/.test(limit) && number >= 1 && number <= MOST_LISTED)) {
    throw refuseVerb(verb, `--limit must be a whole number from 1 to ${MOST_LISTED}`);
  }
  return { ...(limit !== undefined && { limit: number }), ...(cursor !== undefined && { cursor }) };
}

function readTypes(verb: VerbUsage, { values }: Arguments, isOwn: boolean) {
  if (values['types'] === undefined) return {};
  const types = parseTypes(values['types'], isOwn);
  if (typeof types === 'string') throw refuseVerb(verb, types);
  return { types };
}

/**
 * Returns a word of the service in capitals, or null. Known words may be typed in any case; others must be typed in
 * capitals.
 */
function readWord(
  verb: VerbUsage,
  { values }: Arguments,
  name: string,
  known: readonly string[],
): string | null {
  const word = values[name];
  if (word === undefined) return null;
  if (!known.includes(word.toLowerCase()) && !/^[A-Z][A-Z_]*$/.test(word))
    throw refuseVerb(verb, `--${name} must be ${known.join(', ')}`);
  return word.toUpperCase();
}

/** Returns the command that prints the next page. It is quoted, because a cursor may be any text. */
function toMore({ words, values }: Arguments, cursor: string | undefined): string | undefined {
  const kept = Object.fromEntries(KEPT.map(name => [name, values[name]]));
  return cursor === undefined ? undefined : toTyped(toCommandLine(words, { ...kept, cursor }));
}

/** Creates the action that requests a page and prints it; of a thumb, what it was given to. */
function list(
  ask: (scene: Scene) => Promise<LibraryPage | FeedbackPage>,
  { none, given }: { none: None; given: Arguments },
): VerbAction {
  return async scene => {
    const json = await ask(scene);
    const items = json.items.map(item => ('target' in item ? item.target : item));
    return toListing({ json, isJson: scene.isJson, items, more: toMore(given, json.cursor), none });
  };
}

const search: Verb = {
  name: 'search',
  usage: 'WORDS…',
  summary: 'searches the music service for words',
  notes: [PLAY, '  tonearm ctl search --types album,song blue'],
  options: ['types', ...PAGING],
  fields: LIST_FIELDS,
  read(words, given) {
    const query = words.join(' ').trim();
    if (query === '') throw refuseVerb(search, 'no words to search for');
    const params = { query, ...readTypes(search, given, false), ...readPage(search, given) };
    const none = { what: `nothing found for ${JSON.stringify(query)}`, remedy: FEWER };
    return list(({ client }) => client.call('library.search', params), { none, given });
  },
};

const collection: Verb = {
  name: 'collection',
  usage: '',
  summary: 'lists the listener’s collection',
  notes: [PLAY, '  tonearm ctl collection --types station --sort name --order desc'],
  options: ['types', ...PAGING, 'sort', 'order'],
  fields: LIST_FIELDS,
  read(_words, given) {
    const sortBy = readWord(collection, given, 'sort', SORTS);
    const sortOrder = readWord(collection, given, 'order', ORDERS);
    const params = {
      ...readTypes(collection, given, true),
      ...readPage(collection, given),
      ...(sortBy !== null && { sortBy }),
      ...(sortOrder !== null && { sortOrder }),
    };
    const none = { what: 'the collection is empty, or has nothing of that kind', remedy: FIND };
    return list(({ client }) => client.call('library.collection', params), { none, given });
  },
};

function own(
  name: string,
  method: 'library.recentFavorites' | 'library.topArtists',
  texts: { readonly summary: string; readonly none: string; readonly note: string },
): Verb {
  const none = { what: texts.none, remedy: FIND };
  const verb: Verb = {
    ...{ name, usage: '', summary: texts.summary, notes: [texts.note] },
    options: PAGING,
    fields: LIST_FIELDS,
    read(_words, given) {
      const params = readPage(verb, given);
      return list(({ client }) => client.call(method, params), { none, given });
    },
  };
  return verb;
}

const THUMBS = { up: 'UP', down: 'DOWN' } as const;

const thumbs: Verb = {
  name: 'thumbs',
  usage: '[up|down]',
  summary: 'lists the songs with a thumb up or down',
  words: Object.keys(THUMBS),
  notes: [`Without a word, it lists thumbs up. ${PLAY} "tonearm ctl thumb up" rates what is playing.`],
  options: PAGING,
  fields: LIST_FIELDS,
  read(words, given) {
    const word = readOnly(thumbs, words) ?? 'up';
    if (word !== 'up' && word !== 'down') throw refuseVerb(thumbs, 'choose up or down');
    const params = { values: [THUMBS[word]], ...readPage(thumbs, given) };
    const none = {
      what: `no song has a thumb ${word}`,
      remedy: `"tonearm ctl thumb ${word}" gives one to what is playing`,
    };
    return list(({ client }) => client.call('library.feedbacks', params), { none, given });
  },
};

export const LIBRARY_VERBS: readonly Verb[] = [
  search,
  collection,
  own('favorites', 'library.recentFavorites', {
    summary: 'lists what the listener has played most often lately',
    none: 'no recent favourites',
    note: PLAY,
  }),
  own('artists', 'library.topArtists', {
    summary: 'lists the artists that the listener has played most often lately',
    none: 'no recent artists',
    note: 'An artist cannot be played: "tonearm ctl search ARTIST" finds the artist’s stations, albums and songs.',
  }),
  thumbs,
];
