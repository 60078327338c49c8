import { spawn } from 'node:child_process';
import { addIpv4, BROWSER, parseSighting, type Sighting } from '../contract/sightings.js';

/** How long results are awaited: the stale record of a speaker that is gone would take twice as long. */
const PATIENCE_MS = 2_500;
/** Longer lines are dropped: the record of a speaker has some 300 bytes. */
const MOST_OF_LINE = 1_024;
/**
 * Limits on lines, of a host at an address and port and in all. One host can advertise any number. Those told last are
 * kept, because Avahi tells older ones last: nobody who comes later displaces whoever was there.
 */
const MOST_OF_HOST = 16;
const MOST_LINES = 4_096;
/** Limit on lines of a known speaker at one place: it is seen on each interface, and by both versions of IP. */
const MOST_OF_KNOWN = 4;

/** Valid device ids, as for `TONEARM_DEVICE_UUID`. */
export const ID = /^[\x21-\x7e]{1,128}$/;

/** Where speakers are known to be, by id, as `toPlace` writes it: others that claim these places never displace them. */
export type KnownPlaces = ReadonlyMap<string, { has(place: string): boolean }>;

/** Returns the host, address and port of a sighting as one word: limits count by it. */
export function toHost({ address, port, host }: Sighting): string {
  return `${address} ${port} ${host}`;
}

/** Returns what tells a speaker from whatever else advertises its id, as one word. */
export function toPlace(sighting: Sighting): string {
  return `${toHost(sighting)} ${sighting.name}`;
}

/**
 * Runs `avahi-browse` once and returns its output, known speakers first, with IPv4 addresses added where hosts have
 * them; empty if it cannot run. Never rejects. `onCrowd`: called if more is advertised than Avahi can look up at a time,
 * so that anything may be missing.
 */
export async function browse(
  known: KnownPlaces,
  onCrowd: () => void = () => undefined,
  patienceMs = PATIENCE_MS,
): Promise<string> {
  return addIpv4(await lookOnce(known, onCrowd, patienceMs));
}

/** What `avahi-browse` prints about each name for which Avahi has no place left. */
const CROWD = ': Too many objects\n';

function lookOnce(known: KnownPlaces, onCrowd: () => void, patienceMs: number): Promise<string> {
  const words = Object.entries(BROWSER.environment).map(([name, value]) => `${name}=${value}`);
  const child = spawn('env', [...words, BROWSER.program, ...BROWSER.args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise(resolve => {
    const sieve = createSieve(known);
    const end = (): void => {
      clearTimeout(patience);
      child.kill('SIGKILL');
      resolve(sieve.lines().join(''));
    };
    const patience = setTimeout(end, patienceMs);
    child.on('error', end);
    child.on('close', end);
    let isCrowded = false;
    let complained = '';
    const complain = (part: string): void => {
      complained = complained.slice(-CROWD.length) + part;
      if (isCrowded || !complained.includes(CROWD)) return;
      isCrowded = true;
      onCrowd();
    };
    // They are missing if the process can open no more files.
    const { stdout, stderr } = child as Partial<typeof child>;
    stdout?.setEncoding('utf8').on('data', sieve.add);
    stderr?.setEncoding('utf8').on('data', complain);
  });
}

interface Sieve {
  readonly add: (part: string) => void;
  /** Returns what was kept so far, each line with its line break. */
  readonly lines: () => readonly string[];
}

/** Keeps the lines of speakers with addresses, within the limits; those of known speakers come first. */
export function createSieve(known: KnownPlaces): Sieve {
  const ofKnown = createShares(MOST_OF_KNOWN, Infinity);
  const ofOthers = createShares(MOST_OF_HOST, MOST_LINES);
  let begun = '';

  function keep(line: string): void {
    const sighting = line.length > MOST_OF_LINE ? null : parseSighting(line);
    const id = sighting?.txt.get('id') ?? '';
    if (sighting === null || !ID.test(id)) return;
    const place = toPlace(sighting);
    if (known.get(id)?.has(place) === true) ofKnown.add(`${place} ${id}`, line);
    else ofOthers.add(toHost(sighting), line);
  }

  return {
    lines: () => [...ofKnown.lines(), ...ofOthers.lines()].map(line => `${line}\n`),
    add(part) {
      const [first = '', ...others] = part.split('\n');
      // Of a line that is too long, only its length matters.
      begun = (begun + first).slice(0, MOST_OF_LINE + 1);
      for (const next of others) {
        keep(begun);
        begun = next.slice(0, MOST_OF_LINE + 1);
      }
    },
  };
}

/** The last lines of each key and of all, in the order in which they were added. */
function createShares(mostOfKey: number, most: number) {
  const kept = new Map<symbol, { readonly line: string; readonly share: Set<symbol> }>();
  const shares = new Map<string, Set<symbol>>();

  function drop([oldest]: Iterable<symbol>): void {
    if (oldest === undefined) return;
    kept.get(oldest)?.share.delete(oldest);
    kept.delete(oldest);
  }

  return {
    lines: () => [...kept.values()].map(({ line }) => line),
    add(key: string, line: string) {
      const added = Symbol(key);
      const share = shares.get(key) ?? new Set();
      shares.set(key, share.add(added));
      kept.set(added, { line, share });
      if (share.size > mostOfKey) drop(share);
      if (kept.size > most) drop(kept.keys());
    },
  };
}
