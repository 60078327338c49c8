import { connect } from 'node:net';
import { type OwnAddress, ownAddresses } from '../lib/near.js';
import type { Logger } from '../contract/ports.js';
import { parseSightings, type Sighting } from '../contract/sightings.js';
import { browse } from './browse.js';

const EVERY_MS = 5 * 60_000;
const CONNECT_MS = 2_000;
/** Anybody may advertise any number. */
const MOST_TWINS = 8;

const TWIN =
  'Another speaker in this network has the id of this one: the music service takes both for one, and commands may reach either. If its card is a copy, give that machine another machine-id; if TONEARM_DEVICE_UUID is set, change it there.';

export interface TwinsOptions {
  readonly ownId: string;
  readonly port: () => number;
  /** Asks for the name that Avahi holds for this machine; null if unknown. */
  readonly hostName: () => Promise<string | null>;
  readonly own?: () => readonly OwnAddress[];
  readonly look?: () => Promise<string>;
  readonly answers?: (sighting: Sighting) => Promise<boolean>;
  readonly logger: Pick<Logger, 'warn'>;
}

export interface Twins {
  /** Looks for other speakers that have this one's id and answer, such as `kitchen-2.local:8710`. Never rejects. */
  find(): Promise<readonly string[]>;
  /** Looks now, and every few minutes from then on. */
  start(): void;
  stop(): void;
}

/** Finds speakers of the same id (contract, section 2), and warns of each of them once. */
export function createTwins(options: TwinsOptions): Twins {
  const { ownId, port, hostName, own = ownAddresses, look = browse, answers = answersAt, logger } = options;
  const told = new Set<string>();
  let finding: Promise<readonly string[]> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function search(): Promise<readonly string[]> {
    const [output, ownHost] = await Promise.all([look(), hostName()]);
    const addresses = new Set(own().map(({ cidr }) => cidr?.split('/')[0]));
    const isOwn = ({ host, address, port: at }: Sighting): boolean =>
      at === port() && (host.toLowerCase() === ownHost || addresses.has(address));
    const others = new Map(
      parseSightings(output)
        .filter(sighting => sighting.txt.get('id') === ownId && !isOwn(sighting))
        .map(sighting => [`${sighting.host}:${sighting.port}`, sighting]),
    );
    const twins = await Promise.all(
      [...others].slice(0, MOST_TWINS).map(async ([place, at]) => ((await answers(at)) ? [place] : [])),
    );
    const found = twins.flat().sort();
    for (const place of found) {
      if (!told.has(place)) logger.warn({ place, id: ownId }, TWIN);
      told.add(place);
    }
    return found;
  }

  function find(): Promise<readonly string[]> {
    finding ??= search().finally(() => (finding = null));
    return finding;
  }

  function lookIn(delayMs: number): void {
    timer = setTimeout(() => {
      void find();
      lookIn(EVERY_MS);
    }, delayMs);
    timer.unref();
  }

  return { find, start: () => lookIn(0), stop: () => clearTimeout(timer) };
}

/** Avahi tells of a speaker for a while after its power has gone. */
function answersAt({ address, port, network }: Sighting): Promise<boolean> {
  const host = /^fe80:/i.test(address) ? `${address}%${network}` : address;
  return new Promise(resolve => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const settle = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.on('connect', () => settle(true));
    socket.on('timeout', () => settle(false));
    socket.on('error', () => settle(false));
  });
}
