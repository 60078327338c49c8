import type { RecentItem } from '../../contract/library.js';
import { MOST_RECENT } from '../../contract/library-queries.js';
import type { Arguments } from '../command.js';
import { columnsOf } from '../output.js';
import { toTable } from '../text/table.js';
import { createTrouble } from '../trouble.js';
import { toNext } from './command-line.js';
import { toClock, toMinute } from './show.js';
import { refuseVerb, type FormatRow, type Told, type Verb } from './verb.js';

/** The number of entries to list if the user names none. */
const USUAL = 20;

/** Lists what the speaker played, newest first. The numbers refer to the track alone or, without its id, to the source. */
export const recent: Verb = {
  name: 'recent',
  usage: '',
  summary: 'lists what this speaker has played, the latest first',
  notes: [
    `It lists the last ${USUAL} entries, or with --limit up to ${MOST_RECENT}. "tonearm ctl play NUMBER" plays the entry with ` +
      'that number again.',
    "  tonearm ctl recent --format '{{time}} {{artist}} - {{name}}'",
  ],
  options: ['limit'],
  fields: [
    ...['number', 'time', 'kind', 'name', 'artist', 'album', 'podcast', 'duration', 'thumb'],
    ...['source', 'sourceId', 'id'],
  ],
  read(_words, given) {
    const limit = readLimit(given);
    return async ({ client, isJson }) => {
      const json = await client.call('library.recent', { limit });
      if (json.items.length > 0) return toTold(json.items, json);
      const remedy = `play something first: "${toNext('tonearm ctl collection', client.url)}" lists the collection`;
      const problem = createTrouble('this speaker has not played anything yet', remedy);
      if (!isJson) throw problem;
      return { json, text: '', problem };
    };
  },
};

function readLimit({ values }: Arguments): number {
  const { limit = String(USUAL) } = values;
  const number = Number(limit);
  if (/^\d{1,3}$/.test(limit) && number >= 1 && number <= MOST_RECENT) return number;
  throw refuseVerb(recent, `--limit must be a whole number from 1 to ${MOST_RECENT}`);
}

function toTold(items: readonly RecentItem[], json: unknown): Told {
  const rows = items.map(toRow);
  const text = toTable(
    rows.map(row => [
      { text: row['number'] ?? '', style: 'dim', isRight: true },
      { text: row['time'] ?? '', style: 'dim' },
      { text: row['kind'] ?? '' },
      { text: row['name'] ?? '', style: 'bold' },
      { text: row['artist'] || row['podcast'] || '' },
      { text: row['source'] ?? '', isSpare: true },
      { text: row['id'] ?? '', style: 'dim' },
    ]),
    columnsOf(),
  );
  return { json, text, rows, ids: items.map(toId) };
}

function toId({ trackId, source }: RecentItem): string {
  return trackId ?? source.id;
}

function toRow(played: RecentItem, at: number): FormatRow {
  const { item, source, playedAtMs, feedback } = played;
  const { kind, title, artist = '', album = '', podcast = '', durationMs } = item;
  return {
    ...{ number: String(at + 1), time: toMinute(playedAtMs), kind: kind === 'track' ? 'song' : kind },
    ...{ name: title, artist, album, podcast, thumb: feedback?.toLowerCase() ?? '' },
    duration: durationMs === undefined ? '' : toClock(durationMs),
    ...{ source: source.name ?? '', sourceId: source.id, id: toId(played) },
  };
}
