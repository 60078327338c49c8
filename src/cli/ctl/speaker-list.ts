import type { Speaker } from '../../contract/protocol.js';
import { parseSightings } from '../../contract/sightings.js';
import { columnsOf } from '../output.js';
import { toTable } from '../text/table.js';
import { createTrouble } from '../trouble.js';
import { lookForSpeakers, parseSpeakers } from './speakers.js';
import { readNone, type FormatRow, type Told, type Verb } from './verb.js';

/** Lists the network's speakers as the chosen speaker sees them. */
export const speakers: Verb = {
  name: 'speakers',
  usage: '',
  summary: 'lists the speakers on the network',
  notes: [
    '--device takes a name from this list. The other speakers advertise their names, and whether they are paired, themselves.',
  ],
  options: [],
  fields: ['name', 'self', 'paired', 'url', 'id'],
  read(words) {
    readNone(speakers, words);
    return async ({ client }) => toTold((await client.call('speakers.list', {})).speakers);
  },
};

/** Lists the speakers from a machine that is not a speaker itself, so that the user can choose one. */
export async function listFromHere(environment: NodeJS.ProcessEnv): Promise<Told> {
  const output = await lookForSpeakers(environment);
  const sightings = parseSightings(output);
  const paired = new Set(
    sightings.filter(({ txt }) => txt.get('paired') === '1').map(({ name, txt }) => txt.get('id') ?? name),
  );
  const found = parseSpeakers(output).map(
    ({ deviceUuid: id, name, url }): Speaker => ({
      ...{ id, name, self: false, paired: paired.has(id) },
      url: toPlain(url),
    }),
  );
  if (found.length === 0)
    throw createTrouble('no speaker answers', 'is it switched on, and on this network?');
  return toTold(found);
}

function toTold(found: readonly Speaker[]): Told {
  const rows = found.map(toRow);
  const table = toTable(
    rows.map(({ name = '', self = '', paired = '', url = '', id = '' }) => [
      { text: name, style: 'bold' },
      { text: self },
      { text: paired },
      { text: url },
      { text: id, style: 'dim', isSpare: true },
    ]),
    columnsOf(),
  );
  return { json: { speakers: found }, text: table, rows };
}

function toRow({ id, name, url, self, paired }: Speaker): FormatRow {
  return { name, self: self ? 'this one' : '', paired: paired ? 'paired' : 'not paired', url, id };
}

/**
 * Returns the address in the form that the agent lists: the default port of one scheme is not the default of the other.
 */
function toPlain(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  const ordinary = protocol === 'wss:' ? '443' : '80';
  return new URL(`http://${hostname}:${port || ordinary}`).origin;
}
