import { MOST_LISTED } from '../../core/limits.js';
import type { Arguments } from '../command.js';
import { toList } from './show.js';
import { readOnly, refuseVerb, type Verb } from './verb.js';

type Named = Pick<Verb, 'name' | 'usage'>;

/** What both lists take. */
function readPage(verb: Named, { values }: Arguments) {
  const { types, cursor } = values;
  const limit = values['limit'];
  const number = Number(limit);
  if (limit !== undefined && !(/^\d{1,2}$/.test(limit) && number >= 1 && number <= MOST_LISTED)) {
    throw refuseVerb(verb, `--limit must be a whole number from 1 to ${MOST_LISTED}`);
  }
  const words = types?.toUpperCase().split(',') ?? [];
  if (types !== undefined && !words.every(word => /^[A-Z_]+$/.test(word))) {
    throw refuseVerb(verb, '--types must be type codes such as ST,AL');
  }
  return {
    ...(types !== undefined && { types: words }),
    ...(limit !== undefined && { limit: number }),
    ...(cursor !== undefined && { cursor }),
  };
}

const search: Verb = {
  name: 'search',
  usage: 'WORDS…',
  summary: 'finds by words',
  options: ['types', 'limit', 'cursor'],
  read(words, given) {
    const query = words.join(' ').trim();
    if (query === '') throw refuseVerb(search, 'search for what?');
    const params = { query, ...readPage(search, given) };
    return async ({ client }) => {
      const page = await client.call('library.search', params);
      return { json: page, text: toList(page) };
    };
  },
};

const collection: Verb = {
  name: 'collection',
  usage: '',
  summary: 'lists what the listener has collected',
  options: ['types', 'limit', 'cursor', 'sort', 'order'],
  read(words, given) {
    const word = readOnly(collection, words);
    if (word !== null) throw refuseVerb(collection, `"ctl collection" takes no ${JSON.stringify(word)}`);
    const { sort, order } = given.values;
    const params = {
      ...readPage(collection, given),
      ...(sort !== undefined && { sortBy: sort.toUpperCase() }),
      ...(order !== undefined && { sortOrder: order.toUpperCase() }),
    };
    return async ({ client }) => {
      const page = await client.call('library.collection', params);
      return { json: page, text: toList(page) };
    };
  },
};

export const LIBRARY_VERBS: readonly Verb[] = [search, collection];
