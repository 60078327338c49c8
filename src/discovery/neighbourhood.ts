import { toClientName } from '../client-name.js';
import { isNear, type OwnAddress, ownAddresses, parseAddress, toPrefixes } from '../near.js';
import type { Speaker } from '../protocol.js';
import { isLinkLocal, parseSightings, rankOf, type Sighting, toUrlHost } from '../sightings.js';
import { browse } from './browse.js';

/** Whoever asks sooner is told what was seen then. */
const FRESH_MS = 5_000;
/** Anybody may advertise as many as he likes: with the speaker itself they are 64. */
const MOST_OTHERS = 63;
/** Speakers of one address, so that no neighbour fills the list alone. */
const MOST_OF_ADDRESS = 8;
/** As `TONEARM_DEVICE_UUID` may be. */
const ID = /^[\x21-\x7e]{1,128}$/;
const LOCAL_NAME = /^(?=.{1,253}$)(?:[a-z\d-]{1,63}\.)+local$/i;

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
  let seenAtMs = -Infinity;
  let looking: Promise<readonly Speaker[]> | null = null;

  async function lookAgain(): Promise<readonly Speaker[]> {
    const output = await look();
    seen = toSpeakers(output, own())
      .filter(({ id }) => id !== ownId)
      .slice(0, MOST_OTHERS);
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

/** Each id once, by the surest of its addresses. */
function toSpeakers(output: string, own: readonly OwnAddress[]): readonly Speaker[] {
  const prefixes = toPrefixes(own);
  const isHere = (address: string): boolean => {
    const parsed = parseAddress(address);
    return parsed !== null && (isNear(address) || prefixes.check(parsed.address, parsed.family));
  };
  const found = new Map<string, { readonly speaker: Speaker; readonly rank: number }>();
  const idsOf = new Map<string, Set<string>>();
  for (const sighting of parseSightings(output)) {
    const speaker = isHere(sighting.address) ? toSpeaker(sighting) : null;
    if (speaker === null) continue;
    const ids = (idsOf.get(sighting.address) ?? new Set<string>()).add(speaker.id);
    idsOf.set(sighting.address, ids);
    if (ids.size > MOST_OF_ADDRESS) continue;
    const rank = isLoopback(sighting.address) ? Infinity : rankOf(sighting);
    const before = found.get(speaker.id);
    if (before === undefined || rank < before.rank) found.set(speaker.id, { speaker, rank });
  }
  return [...found.values()]
    .map(({ speaker }) => speaker)
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
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
