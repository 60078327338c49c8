import { isIP } from 'node:net';
import { toClientName } from '../contract/client-name.js';
import { isLoopback, isNear, type OwnAddress, ownAddresses, parseAddress, toPrefixes } from '../lib/near.js';
import type { Speaker } from '../contract/protocol.js';
import {
  isLinkLocal,
  LOCAL_NAME,
  parseSightings,
  rankOf,
  type Sighting,
  toUrlHost,
} from '../contract/sightings.js';
import { browse } from './browse.js';

/** A call within this time gets the result of the last look. */
const FRESH_MS = 5_000;
/** Limit on other speakers, because any host may advertise any number: with the speaker itself they are 64. */
const MOST_OTHERS = 63;
/** Limit on speakers per host at an address and port: DNS-SD does not show who reports them. */
const MOST_OF_HOST = 8;
/** Valid device ids, as for `TONEARM_DEVICE_UUID`. */
const ID = /^[\x21-\x7e]{1,128}$/;
/** The name of one machine in its network: a browser that was paired there keeps its token by this address. */
const NAME_OF_ONE = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.local$/i;
/** Added to the rank of loopback addresses, to prefer any other address. */
const LAST = 10;

export interface NeighbourhoodOptions {
  /** The id of the speaker itself; records of others with this id are ignored. */
  readonly ownId: string;
  readonly steadyMs: () => number;
  /** Returns the addresses of this machine's interfaces. */
  readonly own?: () => readonly OwnAddress[];
  readonly look?: () => Promise<string>;
}

export interface Neighbourhood {
  /** Returns the other speakers in the network, sorted by name. Never rejects. */
  list(): Promise<readonly Speaker[]>;
}

/** Looks for speakers only when asked, once for all concurrent calls; nothing runs in between. */
export function createNeighbourhood(options: NeighbourhoodOptions): Neighbourhood {
  const { ownId, steadyMs, own = ownAddresses, look = browse } = options;
  let seen: readonly Speaker[] = [];
  let seenAtMs = -Infinity;
  let looking: Promise<readonly Speaker[]> | null = null;

  async function lookAgain(): Promise<readonly Speaker[]> {
    const found = toSpeakers(await look(), own()).filter(({ id }) => id !== ownId);
    seen = found
      .slice(0, MOST_OTHERS)
      .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
    seenAtMs = steadyMs();
    return seen;
  }

  return {
    list() {
      if (looking === null && steadyMs() - seenAtMs < FRESH_MS) return Promise.resolve(seen);
      looking ??= lookAgain().finally(() => {
        looking = null;
      });
      return looking;
    },
  };
}

/** Returns each id once, at its best address. */
function toSpeakers(output: string, own: readonly OwnAddress[]): readonly Speaker[] {
  const prefixes = toPrefixes(own);
  const isHere = ({ address }: Sighting): boolean => {
    const parsed = isIP(address) === 0 ? null : parseAddress(address);
    return parsed !== null && (isNear(address) || prefixes.check(parsed.address, parsed.family));
  };
  const rank = (sighting: Sighting) => rankOf(sighting) + (isLoopback(sighting.address) ? LAST : 0);
  const found = new Map<string, Speaker>();
  const ofHosts = new Map<string, number>();
  // Avahi tells older records last: whoever was there before comes first.
  const sightings = parseSightings(output).toReversed().filter(isHere);
  for (const sighting of sightings.sort((a, b) => rank(a) - rank(b))) {
    const speaker = toSpeaker(sighting);
    if (speaker === null || found.has(speaker.id)) continue;
    const host = `${sighting.address} ${sighting.port} ${sighting.host}`;
    const ofHost = (ofHosts.get(host) ?? 0) + 1;
    ofHosts.set(host, ofHost);
    if (ofHost <= MOST_OF_HOST) found.set(speaker.id, speaker);
  }
  return [...found.values()];
}

/** Returns null for a record that is no speaker, or cannot be shown as one. */
function toSpeaker(sighting: Sighting): Speaker | null {
  const { network, name, host, address, port, txt } = sighting;
  const id = txt.get('id') ?? '';
  // Seen on another interface than lo, a loopback address would lead a browser to its own machine.
  const isStray = isLoopback(address) && network !== 'lo';
  const isNamed = !isLinkLocal(address) || LOCAL_NAME.test(host);
  const url = `http://${toUrlHost(sighting)}:${port}`;
  if (!ID.test(id) || isStray || !isNamed || port < 1 || !URL.canParse(url)) return null;
  const { origin } = new URL(url);
  const named = NAME_OF_ONE.test(host) ? new URL(`http://${host}:${port}`).origin : origin;
  return {
    ...{ id, name: toClientName(name, id), url: origin },
    ...(named !== origin && { otherUrls: [named] }),
    ...{ self: false, paired: txt.get('paired') === '1' },
  };
}
