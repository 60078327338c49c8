import { isIP } from 'node:net';
import { toClientName } from '../contract/client-name.js';
import { isLoopback, isNear, type OwnAddress, ownAddresses, parseAddress, toPrefixes } from '../lib/near.js';
import type { Logger } from '../contract/ports.js';
import type { Speaker } from '../contract/protocol.js';
import {
  isLinkLocal,
  LOCAL_NAME,
  parseSightings,
  rankOf,
  type Sighting,
  toUrlHost,
} from '../contract/sightings.js';
import { browse, ID, type KnownPlaces, toHost, toPlace } from './browse.js';

/** A call within this time gets the result of the last look. */
const FRESH_MS = 5_000;
/** How long a speaker counts as known after it was last found: it may be away, and nobody may ask for a while. */
const KNOWN_MS = 24 * 3_600_000;
const MOST_KNOWN = 1_024;
/** Limit on the places of a known speaker that are kept: it may have several addresses, and anybody may advertise more. */
const MOST_PLACES = 4;
/** Limit on other speakers, because any host may advertise any number: with the speaker itself they are 64. */
const MOST_OTHERS = 63;
/** Limit on speakers per host at an address and port: DNS-SD does not show who reports them. */
const MOST_OF_HOST = 8;

const CROWDED =
  'More speakers are advertised than Avahi can look up, so the list of speakers may lack some. Known ones stay in it.';

/** The places of a speaker, the first one first, and when it was last found there by the steady clock. */
type NeighbourPlaces = ReadonlyMap<string, number>;

/** A speaker that was found before. */
interface KnownNeighbour {
  readonly places: NeighbourPlaces;
  readonly speaker: Speaker;
}

export interface NeighbourhoodOptions {
  /** The id of the speaker itself; records of others with this id are ignored. */
  readonly ownId: string;
  readonly steadyMs: () => number;
  /** Returns the addresses of this machine's interfaces. */
  readonly own?: () => readonly OwnAddress[];
  readonly look?: (known: KnownPlaces, onCrowd: () => void) => Promise<string>;
  readonly logger: Pick<Logger, 'warn'>;
}

export interface Neighbourhood {
  /** Returns the other speakers in the network, sorted by name. Never rejects. */
  list(): Promise<readonly Speaker[]>;
}

/** Looks for speakers only when asked, once for all concurrent calls; nothing runs in between. */
export function createNeighbourhood(options: NeighbourhoodOptions): Neighbourhood {
  const { ownId, steadyMs, own = ownAddresses, look = browse, logger } = options;
  let seen: readonly Speaker[] = [];
  /** By id, oldest first: a new or returning speaker never displaces one that is known. */
  let known: ReadonlyMap<string, KnownNeighbour> = new Map();
  let seenAtMs = -Infinity;
  let wasCrowded = false;
  let looking: Promise<readonly Speaker[]> | null = null;

  async function lookAgain(): Promise<readonly Speaker[]> {
    const lately = stillKnown(known, steadyMs());
    const crowd = { isHere: false };
    const output = await look(placesOf(lately), () => (crowd.isHere = true));
    const isCrowded = crowd.isHere;
    if (isCrowded && !wasCrowded) logger.warn({}, CROWDED);
    wasCrowded = isCrowded;
    const found = toFound(output, own(), placesOf(lately));
    found.delete(ownId);
    const all = isCrowded ? withMissed(found, lately) : found;
    const kept = [...all].slice(0, MOST_OTHERS);
    const nowMs = steadyMs();
    const now = kept.map(([id, { speaker, places }]): [string, KnownNeighbour] => {
      const all = new Map([
        ...(lately.get(id)?.places ?? []),
        ...places.map(place => [place, nowMs] as const),
      ]);
      return [id, { speaker, places: new Map([...all].slice(0, MOST_PLACES)) }];
    });
    known = new Map([...new Map([...lately, ...now])].slice(0, MOST_KNOWN));
    seen = kept
      .map(([, { speaker }]) => speaker)
      .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
    seenAtMs = nowMs;
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

function stillKnown(
  known: ReadonlyMap<string, KnownNeighbour>,
  nowMs: number,
): ReadonlyMap<string, KnownNeighbour> {
  const still = [...known].map(([id, { places, speaker }]): [string, KnownNeighbour] => [
    id,
    { speaker, places: new Map([...places].filter(([, atMs]) => nowMs - atMs < KNOWN_MS)) },
  ]);
  return new Map(still.filter(([, { places }]) => places.size > 0));
}

function placesOf(known: ReadonlyMap<string, KnownNeighbour>): ReadonlyMap<string, NeighbourPlaces> {
  return new Map([...known].map(([id, { places }]) => [id, places]));
}

/** Adds the known speakers that were not found where they are known: Avahi may not have looked them up. */
function withMissed(
  found: ReadonlyMap<string, FoundNeighbour>,
  known: ReadonlyMap<string, KnownNeighbour>,
): ReadonlyMap<string, FoundNeighbour> {
  const there = [...known].map(([id, { speaker }]): [string, FoundNeighbour] => {
    const again = found.get(id);
    return [id, again?.isKnown === true ? again : { speaker, places: [], isKnown: true }];
  });
  return new Map([...there, ...[...found].filter(([id]) => !known.has(id))]);
}

/** The name of one machine in its network: a browser that was paired there keeps its token by this address. */
const NAME_OF_ONE = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.local$/i;
/** Added to the rank of loopback addresses, to prefer any other address. */
const LAST = 10;

interface FoundNeighbour {
  readonly speaker: Speaker;
  /** Where it was found: at known places, if at any, or else at all others, the best first. */
  readonly places: readonly string[];
  readonly isKnown: boolean;
}

/**
 * Returns each id once, at the place where it has been known longest, or else at its best address. Those at places where
 * they are known come before others, in their order.
 */
function toFound(
  output: string,
  own: readonly OwnAddress[],
  known: ReadonlyMap<string, NeighbourPlaces>,
): Map<string, FoundNeighbour> {
  const prefixes = toPrefixes(own);
  const isHere = (address: string): boolean => {
    const parsed = isIP(address) === 0 ? null : parseAddress(address);
    return parsed !== null && (isNear(address) || prefixes.check(parsed.address, parsed.family));
  };
  const ages = new Map([...known.keys()].map((id, at) => [id, at]));
  const all = parseSightings(output).flatMap(sighting => {
    const { address } = sighting;
    const speaker = isHere(address) ? toSpeaker(sighting) : null;
    if (speaker === null) return [];
    const place = toPlace(sighting);
    const at = [...(known.get(speaker.id)?.keys() ?? [])].indexOf(place);
    const age = (ages.get(speaker.id) ?? known.size) + (at < 0 ? known.size : 0);
    const rank = rankOf(sighting) + (isLoopback(address) ? LAST : 0);
    return [{ speaker, host: toHost(sighting), place, at, age, rank }];
  });
  const idsOf = new Map<string, Set<string>>();
  const found = new Map<string, FoundNeighbour>();
  // Avahi tells older records last: whoever was there before comes first.
  const sorted = all.toReversed().sort((a, b) => a.age - b.age || a.at - b.at || a.rank - b.rank);
  for (const { speaker, host, place, at } of sorted) {
    const ids = (idsOf.get(host) ?? new Set<string>()).add(speaker.id);
    idsOf.set(host, ids);
    if (ids.size > MOST_OF_HOST) continue;
    const before = found.get(speaker.id);
    // Anybody may advertise a known id: what does so beside the speaker itself is not known by that.
    if (at < 0 && before?.isKnown === true) continue;
    found.set(speaker.id, {
      speaker: before?.speaker ?? speaker,
      places: [...(before?.places ?? []), place],
      isKnown: at >= 0,
    });
  }
  return found;
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
