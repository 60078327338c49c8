import type { ControlClient } from '../../client/control-client.js';
import type { Profile } from '../../contract/library.js';
import type { SystemInfo } from '../../contract/unread-results.js';
import type { Line } from '../text/line.js';
import { toTable } from '../text/table.js';
import type { Verb } from './verb.js';

/** Returns the speaker's address for browsers, or null if the speaker does not report one. */
export async function addressOf(client: ControlClient): Promise<string | null> {
  const { address } = await client.call('system.info', {});
  return address === undefined ? null : `${address}/`;
}

export const info: Verb = {
  name: 'info',
  usage: '',
  summary: 'shows the versions, address and id of the speaker',
  options: [],
  read:
    () =>
    async ({ client }) => {
      const told = await client.call('system.info', {});
      return { json: told, text: describe(told) };
    },
};

function describe({ name, address, versions, deviceUuid, uptimeMs, serviceProfile }: SystemInfo): Line[] {
  return toRows([
    ['speaker', name],
    ['address', address === undefined ? null : `${address}/`],
    ['id', deviceUuid],
    ['version', `Tonearm ${versions.tonearm}, Node ${versions.node}, mpv ${versions.mpv ?? 'not running'}`],
    ['running', toSpan(uptimeMs)],
    ['profile', `${serviceProfile} (of the music service)`],
  ]);
}

export const profile: Verb = {
  name: 'profile',
  usage: '',
  summary: 'shows the account that the speaker plays from',
  options: [],
  read:
    () =>
    async ({ client }) => {
      const told = await client.call('library.profile', {});
      return { json: told, text: introduce(told) };
    },
};

function introduce({
  displayName,
  fullname,
  id,
  bio,
  private: isPrivate,
  followers,
  following,
}: Profile): Line[] {
  const names = (people: Profile['followers']) => people.map(({ fullname: name }) => name).join(', ');
  return toRows([
    ['name', displayName],
    ['full name', fullname],
    ['id', id],
    ['about', bio],
    ['private', isPrivate ? 'yes' : 'no'],
    ['followers', names(followers)],
    ['following', names(following)],
  ]);
}

/** Returns the rows whose values are known and not empty. */
function toRows(rows: readonly (readonly [string, string | null])[]): Line[] {
  const known = rows.flatMap(([name, value]) => (value === null || value === '' ? [] : [{ name, value }]));
  const cells = known.map(({ name, value }) => [{ text: name, style: 'dim' as const }, { text: value }]);
  return toTable(cells, Number.POSITIVE_INFINITY);
}

/** Formats a duration such as `3 days, 4 h`, `4 h 5 min` or `5 min`. */
function toSpan(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days} day${days === 1 ? '' : 's'}, ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
