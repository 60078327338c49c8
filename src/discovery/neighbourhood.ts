import { isIP } from 'node:net';
import { toClientName } from '../client-name.js';
import { isNear, type OwnAddress, ownAddresses, parseAddress, toPrefixes } from '../near.js';
import type { Speaker } from '../protocol.js';
import { isLinkLocal, LOCAL_NAME, parseSightings, rankOf, type Sighting, toUrlHost } from '../sightings.js';
import { browse } from './browse.js';

/** Whoever asks sooner is told what was seen then. */
const FRESH_MS = 5_000;
/** Anybody may advertise as many as he likes: with the speaker itself they are 64. */
const MOST_OTHERS = 63;
/** Speakers of one address, as it is told: nothing in DNS-SD says who tells it. */
const MOST_OF_ADDRESS = 8;
/** As `TONEARM_DEVICE_UUID` may be. */
const ID = /^[\x21-\x7e]{1,128}$/;

export interface NeighbourhoodOptions {
  /** The id of the speaker itself, which nobody else can be. */
  readonly ownId: string;
  readonly steadyMs: () => number;
  /** Those of this machine. */
  readonly own?: () => readonly OwnAddress[];
  readonly look?: () => Promise<string>;
}

export interface Neighbourhood {
  /** The other speakers of the network, by name. Never rejects. */
  list(): Promise<readonly Speaker[]>;
}

/** Looks when somebody asks, once for all who ask at a time; nothing runs while nobody does. */
export function createNeighbourhood(options: NeighbourhoodOptions): Neighbourhood {
  const { ownId, steadyMs, own = ownAddresses, look = browse } = options;
  let seen: readonly Speaker[] = [];
  /** At the last look, whoever was there longest first: whoever comes later, or again, takes no place of those. */
  let known: readonly string[] = [];
  let seenAtMs = -Infinity;
  let looking: Promise<readonly Speaker[]> | null = null;

  async function lookAgain(): Promise<readonly Speaker[]> {
    const output = await look();
    const others = toSpeakers(output, own(), known).filter(({ id }) => id !== ownId);
    const kept = others.slice(0, MOST_OTHERS);
    known = kept.map(({ id }) => id);
    seen = [...kept].sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
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

/** Of all addresses those of this machine. */
const LAST = 10;

interface Found {
  readonly speaker: Speaker;
  readonly address: string;
  readonly rank: number;
}

/** Each id once, by the surest of its addresses; those that are known first, as long as they are. */
function toSpeakers(
  output: string,
  own: readonly OwnAddress[],
  known: readonly string[],
): readonly Speaker[] {
  const prefixes = toPrefixes(own);
  const isHere = (address: string): boolean => {
    const parsed = isIP(address) === 0 ? null : parseAddress(address);
    return parsed !== null && (isNear(address) || prefixes.check(parsed.address, parsed.family));
  };
  const ages = new Map(known.map((id, at) => [id, at]));
  const ageOf = ({ speaker }: Found): number => ages.get(speaker.id) ?? known.length;
  const all = parseSightings(output).flatMap((sighting): Found[] => {
    const { address } = sighting;
    const speaker = isHere(address) ? toSpeaker(sighting) : null;
    return speaker === null
      ? []
      : [{ speaker, address, rank: rankOf(sighting) + (isLoopback(address) ? LAST : 0) }];
  });
  const idsOf = new Map<string, Set<string>>();
  const found = new Map<string, Found>();
  for (const each of all.sort((a, b) => ageOf(a) - ageOf(b))) {
    const { address, speaker, rank } = each;
    const ids = (idsOf.get(address) ?? new Set<string>()).add(speaker.id);
    idsOf.set(address, ids);
    if (ids.size > MOST_OF_ADDRESS) continue;
    const before = found.get(speaker.id);
    if (before === undefined || rank < before.rank) found.set(speaker.id, each);
  }
  return [...found.values()].map(({ speaker }) => speaker);
}

/** Null for what is no speaker, or cannot be shown as one. */
function toSpeaker(sighting: Sighting): Speaker | null {
  const { network, name, host, address, port, txt } = sighting;
  const id = txt.get('id') ?? '';
  // From elsewhere, this would lead whoever opens it to his own machine.
  const isStray = isLoopback(address) && network !== 'lo';
  const isNamed = !isLinkLocal(address) || LOCAL_NAME.test(host);
  const url = `http://${toUrlHost(sighting)}:${port}`;
  if (!ID.test(id) || isStray || !isNamed || port < 1 || !URL.canParse(url)) return null;
  const { origin } = new URL(url);
  return { id, name: toClientName(name, id), url: origin, self: false, paired: txt.get('paired') === '1' };
}

function isLoopback(address: string): boolean {
  return /^(?:127\.|::1$|::ffff:127\.)/i.test(address);
}
