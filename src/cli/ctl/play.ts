import type { ControlClient } from '../../client/control-client.js';
import { currentEnvironment } from '../../config/config.js';
import { SOURCE_TYPES } from '../../core/vocabulary/item.js';
import { MOST_LISTED } from '../../core/vocabulary/limits.js';
import type { LibraryItem } from '../../contract/library.js';
import { createTrouble } from '../trouble.js';
import type { Connected } from './connect.js';
import { recallList } from './last-list.js';
import { toListing } from './list.js';
import { toNext } from './command-line.js';
import { toDone } from './show.js';
import type { Scene, Told, Verb } from './verb.js';

/** The number of collection pages to search: a thousand entries. */
const PAGES = 20;
const SOURCE_ID = /^[A-Z]{2}:\S+$/;

function toLists({ url }: Connected): string {
  return `"${toNext('tonearm ctl collection', url)}" lists the collection, "${toNext('tonearm ctl search WORDS', url)}" finds more`;
}

export const play: Verb = {
  name: 'play',
  usage: '[WHAT]',
  summary: 'plays what you name, or resumes',
  notes: [
    'WHAT is a number from the list last printed (by collection, search or another verb), the id of a source such as ' +
      'ST:123, or words. Words must match one entry of the collection or, if none matches, one result of a search. If ' +
      'several match, they are listed, and the exit code is 1.',
    '  tonearm ctl play',
    '  tonearm ctl play morning jazz',
    '  tonearm ctl collection; tonearm ctl play 3',
  ],
  options: [],
  read: words => {
    const what = words.join(' ').trim();
    return async scene => {
      const { client } = scene;
      if (what === '') return toDone(client, await client.call('player.play', {}));
      const sourceId = await findPlayable(scene, what);
      if (typeof sourceId !== 'string') return sourceId;
      return toDone(client, await client.call('player.play', { sourceId }));
    };
  },
};

/** Null where it is words. */
function findId(what: string, client: Connected): string | null {
  if (SOURCE_ID.test(what)) return what;
  if (!/^-?\d{1,3}$/.test(what)) return null;
  const list = recallList(currentEnvironment());
  if (list === null) throw createTrouble('no list has been printed to take a number from', toLists(client));
  if (list.deviceUuid !== client.hello?.deviceUuid)
    throw createTrouble('the list last printed belongs to another speaker', toLists(client));
  const id = list.ids[Number(what) - 1];
  if (id !== undefined) return id;
  const { length } = list.ids;
  const search = toNext(`tonearm ctl search ${what}`, client.url);
  throw createTrouble(
    `the last list has no number ${what}: it has ${length === 1 ? 'one entry' : `${length} entries`}`,
    `${length === 1 ? 'choose 1' : `choose from 1 to ${length}`}, or search for the name: ${search}`,
  );
}

/** Returns the id of the one source that is meant, as for `ctl play`; several matches are listed. */
export async function findPlayable(scene: Scene, what: string): Promise<string | Told> {
  const id = /\s/.test(what) ? null : findId(what, scene.client);
  if (id !== null) return id;
  const found = await findOne(scene, what);
  return found !== null && 'type' in found ? found.id : found;
}

async function findOne({ client, isJson }: Scene, words: string): Promise<LibraryItem | Told> {
  const found = await find(client, words);
  const [only, ...others] = found;
  if (only === undefined)
    throw createTrouble(`nothing that can be played matches ${JSON.stringify(words)}`, toLists(client));
  if (others.length === 0) return only;
  const problem = createTrouble(
    `${found.length} entries match ${JSON.stringify(words)}`,
    `choose one by its number: ${toNext('tonearm ctl play 1', client.url)}`,
  );
  const told = toListing({ json: { items: found }, isJson, items: found, none: { what: '', remedy: '' } });
  return told && { ...told, problem };
}

/** Returns the matches in the collection, or if there are none, those of the service's search. */
async function find(client: ControlClient, words: string): Promise<readonly LibraryItem[]> {
  const collected = (await readCollection(client)).filter(item => isMatch(item, words));
  const own = narrow(collected, words);
  if (own.length > 0) return own;
  const { items } = await client.call('library.search', { query: words, limit: MOST_LISTED });
  return narrow(items, words);
}

/** Returns the playable items, or the only one whose name matches exactly. */
function narrow(items: readonly LibraryItem[], words: string): readonly LibraryItem[] {
  const playable = items.filter(({ type }) => Object.hasOwn(SOURCE_TYPES, type));
  const named = playable.filter(({ name }) => simplify(name) === simplify(words));
  return named.length === 1 ? named : playable;
}

async function readCollection(client: ControlClient): Promise<readonly LibraryItem[]> {
  const all: LibraryItem[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const { items, cursor: next } = await client.call('library.collection', {
      limit: MOST_LISTED,
      ...(cursor !== undefined && { cursor }),
    });
    all.push(...items);
    if (next === undefined || next === cursor || items.length === 0) break;
    cursor = next;
  }
  return all;
}

/** Scripts written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const NO_LETTER = /[^\p{L}\p{N}]+/u;

/** Returns whether each word begins a word of the item, ignoring case and diacritics. */
function isMatch({ name, artist = '', podcast = '' }: LibraryItem, words: string): boolean {
  const text = simplify([name, artist, podcast].join(' '));
  const there = [...text.split(' '), ...text.split(NO_LETTER)];
  return simplify(words)
    .split(' ')
    .every(word => (UNSPACED.test(word) ? text.includes(word) : there.some(one => one.startsWith(word))));
}

function simplify(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
