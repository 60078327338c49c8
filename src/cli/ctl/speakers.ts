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
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';

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
export async function lookForSpeakers(environment: NodeJS.ProcessEnv): Promise<string> {
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
