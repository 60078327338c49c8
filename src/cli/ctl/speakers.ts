import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { EXIT } from '../../contract/errors.js';
import {
  addIpv4,
  BROWSER,
  parseSightings,
  rankOf,
  type Sighting,
  toUrlHost,
} from '../../contract/sightings.js';
import type { Speaker } from '../../contract/protocol.js';
import { columnsOf, oneLine } from '../output.js';
import { toTable } from '../text/table.js';
import { createTrouble } from '../trouble.js';
import type { FormatRow, Told, Verb } from './verb.js';

/** A speaker found by DNS-SD (contract, section 5). */
export interface FoundSpeaker {
  readonly name: string;
  readonly deviceUuid: string;
  /** The `ws:` or `wss:` address of its control API. */
  readonly url: string;
  /** The host that it is advertised for. */
  readonly host: string;
  /**
   * Other addresses and names advertised with the same id, which anybody can do. The peer that can prove itself is the
   * speaker.
   */
  readonly others: readonly Pick<FoundSpeaker, 'name' | 'url' | 'host'>[];
}

const BROWSE_MS = 10_000;

/**
 * Browses for the network's speakers and returns each once, sorted by name. Rejects with an `ExitError`: 69 if
 * `avahi-browse` is missing, 1 if Avahi does not run.
 */
export async function findSpeakers(environment: NodeJS.ProcessEnv): Promise<FoundSpeaker[]> {
  return parseSpeakers(await lookForSpeakers(environment));
}

/** Returns the output of `avahi-browse`. Rejects like `findSpeakers`. */
async function lookForSpeakers(environment: NodeJS.ProcessEnv): Promise<string> {
  const { output, problem } = await browse(environment);
  if (problem === null) return addIpv4(output, environment);
  throw createTrouble(
    `cannot look for speakers: ${oneLine(problem)}`,
    'give the speaker’s address with --url, or start Avahi: sudo systemctl start avahi-daemon',
  );
}

async function browse(environment: NodeJS.ProcessEnv): Promise<{ output: string; problem: string | null }> {
  const child = spawn(BROWSER.program, BROWSER.args, {
    env: { ...environment, ...BROWSER.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: BROWSE_MS,
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  try {
    const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { output, problem: code === 0 ? null : complaint.trim() || 'Avahi did not answer' };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    const remedy = 'install avahi-utils, or give the speaker’s address with --url';
    throw createTrouble(`${BROWSER.program}, which looks for speakers, is missing`, remedy, {
      exitCode: EXIT.missingProgram,
      cause,
    });
  }
}

/** Parses the lines of `avahi-browse --parsable`. A speaker seen on several interfaces is returned once. */
export function parseSpeakers(output: string): FoundSpeaker[] {
  const sightings = parseSightings(output).flatMap(sighting => toSeenAt(sighting) ?? []);
  const seen = new Map<string, SeenAt[]>();
  for (const sighting of sightings) {
    const same = seen.get(sighting.deviceUuid) ?? [];
    seen.set(
      sighting.deviceUuid,
      [...same, sighting].sort((one, other) => one.rank - other.rank),
    );
  }
  return [...seen]
    .flatMap(([deviceUuid, [best, ...rest]]) => {
      if (best === undefined) return [];
      const { name, url, host } = best;
      const others = rest.map(other => ({ name: other.name, url: other.url, host: other.host }));
      return [{ name, deviceUuid, url, host, others }];
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

interface SeenAt extends Pick<FoundSpeaker, 'name' | 'deviceUuid' | 'url' | 'host'> {
  readonly rank: number;
}

function toSeenAt(sighting: Sighting): SeenAt | null {
  const { name, host, port, txt } = sighting;
  const isTls = txt.get('tls') === '1';
  // An address is more reliable than a name, and with TLS any certificate is accepted.
  const path = /^\/[\w/.-]*$/.exec(txt.get('path') ?? '')?.[0] ?? '/control';
  const url = `${isTls ? 'wss' : 'ws'}://${toUrlHost(sighting)}:${port}${path}`;
  if (!URL.canParse(url)) return null;
  return { name, deviceUuid: txt.get('id') ?? name, host, url, rank: rankOf(sighting) };
}

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
  read:
    () =>
    async ({ client }) =>
      toTold((await client.call('speakers.list', {})).speakers),
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
