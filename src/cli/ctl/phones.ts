import { EXIT, ExitError } from '../../errors.js';
import type { AdmittedClient } from '../../protocol.js';
import { oneLine } from '../output.js';
import { refuseVerb, type Verb } from './verb.js';

/** Lists who is admitted, or takes somebody's access away; what is left is shown. */
export const phones: Verb = {
  name: 'phones',
  usage: '[remove NAME|ID]',
  summary: 'lists who is admitted, with role and end; removes one',
  options: [],
  read(words) {
    const [word, ...rest] = words;
    const meant = rest.join(' ').trim();
    if (word !== undefined && word !== 'remove') throw refuseVerb(phones, `phones ${JSON.stringify(word)}?`);
    if (word !== undefined && meant === '') throw refuseVerb(phones, 'remove whom?');
    return async ({ client }) => {
      if (word !== undefined) {
        const { clients } = await client.call('access.list', {});
        await client.call('access.revoke', { id: find(clients, meant).id });
      }
      const { clients } = await client.call('access.list', {});
      return { json: { clients }, text: toTable(clients) };
    };
  },
};

function find(clients: readonly AdmittedClient[], meant: string): AdmittedClient {
  const wanted = meant.toLowerCase();
  const found = clients.find(({ id, name }) => id === meant || name.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const names = clients.map(({ name }) => JSON.stringify(name)).join(', ');
  const others = names === '' ? 'nobody is' : `there is ${names}`;
  throw new ExitError(EXIT.fault, `nobody called ${JSON.stringify(meant)} is admitted; ${others}`);
}

function toTable(clients: readonly AdmittedClient[]): string {
  if (clients.length === 0) return 'nobody is admitted';
  const width = Math.max(...clients.map(({ name }) => name.length));
  return clients
    .map(client => oneLine(`${client.name.padEnd(width)}  ${toFacts(client, clients)}`))
    .join('\n');
}

function toFacts(client: AdmittedClient, clients: readonly AdmittedClient[]): string {
  const { role, lastSeenMs, expiresAtMs, volumeMax, invitedBy, self } = client;
  const inviter = clients.find(({ id }) => id === invitedBy)?.name;
  return [
    role,
    ...(expiresAtMs === undefined ? [] : [`until ${toMinute(expiresAtMs)}`]),
    ...(volumeMax === undefined ? [] : [`volume up to ${volumeMax}`]),
    ...(inviter === undefined ? [] : [`invited by ${inviter}`]),
    lastSeenMs === undefined ? 'never seen' : `seen ${toMinute(lastSeenMs)}`,
    ...(self === true ? ['yourself'] : []),
  ].join(', ');
}

/** Local time: `2026-03-01 18:05`. */
function toMinute(ms: number): string {
  return new Date(ms).toLocaleString('sv-SE').slice(0, 16);
}
