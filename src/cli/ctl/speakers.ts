import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { EXIT } from '../../errors.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';

/** A speaker that was found by DNS-SD (contract, section 5). */
export interface FoundSpeaker {
  readonly name: string;
  readonly deviceUuid: string;
  /** ws or wss address of its control API. */
  readonly url: string;
  /** Where else, and as what, something of this id was seen: anybody may advertise it. Whichever can prove itself is the speaker. */
  readonly others: readonly { readonly name: string; readonly url: string }[];
  /** All that was seen of this id can be one speaker: one name, one host, one address of each kind. */
  readonly isOne: boolean;
}

const BROWSE_MS = 10_000;
const BROWSER = 'avahi-browse';

/**
 * Asks Avahi for the speakers in the network, each told once, by name. Rejects with an `ExitError`: 69 when
 * `avahi-browse` is missing, 1 when Avahi does not run.
 */
export async function findSpeakers(environment: NodeJS.ProcessEnv): Promise<FoundSpeaker[]> {
  const { output, problem } = await browse(environment);
  if (problem !== null)
    throw createTrouble(
      `speakers cannot be looked for: ${oneLine(problem)}`,
      'name the speaker’s address with --url, or start Avahi: sudo systemctl start avahi-daemon',
    );
  return parseSpeakers(output);
}

async function browse(environment: NodeJS.ProcessEnv): Promise<{ output: string; problem: string | null }> {
  const child = spawn(BROWSER, ['--resolve', '--parsable', '--terminate', '_tonearm._tcp'], {
    env: { ...environment, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: BROWSE_MS,
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  try {
    const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { output, problem: code === 0 ? null : complaint.trim() || 'Avahi did not answer' };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    const remedy = 'install avahi-utils, or name the speaker’s address with --url';
    throw createTrouble(`${BROWSER} is missing, which looks for speakers`, remedy, {
      exitCode: EXIT.missingProgram,
      cause,
    });
  }
}

/** The lines of `avahi-browse --parsable` as speakers: one seen on several interfaces is one. */
export function parseSpeakers(output: string): FoundSpeaker[] {
  const sightings = output.split('\n').flatMap(line => parseSighting(line) ?? []);
  const seen = new Map<string, Sighting[]>();
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
      const { name, url } = best;
      const others = rest.map(other => ({ name: other.name, url: other.url }));
      return [{ name, deviceUuid, url, others, isOne: areOne([best, ...rest]) }];
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

function areOne(sightings: readonly Sighting[]): boolean {
  const count = (toFacts: (sighting: Sighting) => readonly unknown[]): number =>
    new Set(sightings.map(sighting => JSON.stringify(toFacts(sighting)))).size;
  const kinds = count(({ rank }) => [rank]);
  const isOneHost =
    count(({ name, host, url }) => [name, host, new URL(url).protocol, new URL(url).port]) === 1;
  return isOneHost && count(({ rank, url }) => [rank, url]) === kinds;
}

interface Sighting extends Pick<FoundSpeaker, 'name' | 'deviceUuid' | 'url'> {
  readonly host: string;
  /** The lower, the surer this address is reached. */
  readonly rank: number;
}

/** `=;eth0;IPv4;name;type;domain;host;address;port;"key=value" …`, bytes outside the plain ones as \123. */
function parseSighting(line: string): Sighting | null {
  const [sign, , , name = '', , , host = '', address = '', port = '', ...rest] = line.split(';');
  if (sign !== '=' || !/^\d{1,5}$/.test(port)) return null;
  const txt = new Map(
    [...rest.join(';').matchAll(/"([^"=]+)=([^"]*)"/gu)].map(([, key = '', value = '']) => [key, value]),
  );
  const isTls = txt.get('tls') === '1';
  // Surer by address: any certificate will do. IPv6 link-local needs a zone.
  const isLinkLocal = /^fe80:/i.test(address);
  const target = isLinkLocal ? host : address.includes(':') ? `[${address}]` : address;
  const path = /^\/[\w/.-]*$/.exec(txt.get('path') ?? '')?.[0] ?? '/control';
  const url = `${isTls ? 'wss' : 'ws'}://${target}:${port}${path}`;
  if (!URL.canParse(url)) return null;
  const unescaped = unescapeName(name);
  const rank = isLinkLocal ? 2 : address.includes(':') ? 1 : 0;
  return { name: unescaped, deviceUuid: txt.get('id') ?? unescaped, host, url, rank };
}

function unescapeName(name: string): string {
  const bytes = name.replaceAll(/\\(\d{3})/gu, (_, code: string) => String.fromCharCode(Number(code)));
  return Buffer.from(bytes.replaceAll(/\\(.)/gu, '$1'), 'latin1').toString('utf8');
}
