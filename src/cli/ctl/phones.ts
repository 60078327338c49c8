import type { AdmittedClient } from '../../contract/protocol.js';
import type { Line } from '../text/line.js';
import { toTable } from '../text/table.js';
import { createTrouble } from '../trouble.js';
import { toNext } from './command-line.js';
import { toMinute } from './show.js';
import { refuseVerb, type Verb } from './verb.js';

/** Lists the admitted clients, or removes one and lists the rest. */
export const phones: Verb = {
  name: 'phones',
  usage: '[remove NAME|ID]',
  summary: 'lists who is admitted, with role and time limit, or removes one',
  words: ['remove'],
  options: [],
  read(words) {
    const [word, ...rest] = words;
    const meant = rest.join(' ').trim();
    if (word !== undefined && word !== 'remove')
      throw refuseVerb(phones, `"ctl phones" does not take ${JSON.stringify(word)}`);
    if (word !== undefined && meant === '') throw refuseVerb(phones, 'name the phone to remove');
    return async ({ client }) => {
      const { clients: before } = await client.call('access.list', {});
      const removed = word === undefined ? null : find(before, meant, client.url);
      if (removed !== null) await client.call('access.revoke', { id: removed.id });
      // Do not request the list again: a client that removes itself has no session any more.
      const clients = before.filter(each => each !== removed);
      return { json: { clients }, text: toLines(clients) };
    };
  },
};

function find(clients: readonly AdmittedClient[], meant: string, url: string): AdmittedClient {
  const wanted = meant.toLowerCase();
  const found = clients.find(({ id, name }) => id === meant || name.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const names = clients.map(({ name }) => JSON.stringify(name)).join(', ');
  throw createTrouble(
    `nobody called ${JSON.stringify(meant)} is admitted`,
    names === ''
      ? `nobody is admitted: see "${toNext('tonearm ctl phones', url)}"`
      : `choose one that "${toNext('tonearm ctl phones', url)}" lists: ${names}`,
  );
}

function toLines(clients: readonly AdmittedClient[]): readonly Line[] {
  if (clients.length === 0) return [['nobody is admitted']];
  const rows = clients.map(client => [
    { text: client.name, style: 'bold' as const },
    { text: toFacts(client, clients) },
  ]);
  return toTable(rows, Number.POSITIVE_INFINITY);
}

function toFacts(client: AdmittedClient, clients: readonly AdmittedClient[]): string {
  const { role, createdMs, lastSeenMs, expiresAtMs, volumeMax, self, invitedBy, invitedByName } = client;
  const inviter = clients.find(({ id }) => id === invitedBy)?.name ?? invitedByName;
  return [
    role,
    ...(expiresAtMs === undefined ? [] : [`until ${toMinute(expiresAtMs)}`]),
    ...(volumeMax === undefined ? [] : [`volume up to ${volumeMax}`]),
    ...(inviter === undefined ? [] : [`invited by ${inviter}`]),
    // A client that has not reconnected since it joined has no last-seen time; show when it joined.
    lastSeenMs === undefined ? `joined ${toMinute(createdMs)}` : `seen ${toMinute(lastSeenMs)}`,
    ...(self === true ? ['you'] : []),
  ].join(', ');
}
