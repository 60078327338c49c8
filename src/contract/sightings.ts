import { execFile } from 'node:child_process';
import { isLoopback } from '../lib/near.js';

/**
 * A speaker as `avahi-browse --resolve --parsable` prints it (contract, section 5). Any host in the network can choose
 * this text.
 */
export interface Sighting {
  /** The interface of this machine that saw it. */
  readonly network: string;
  readonly name: string;
  readonly host: string;
  readonly address: string;
  readonly port: number;
  readonly txt: ReadonlyMap<string, string>;
}

export const BROWSER = {
  program: 'avahi-browse',
  args: ['--resolve', '--parsable', '--terminate', '_tonearm._tcp'],
  /** avahi-browse prints bytes outside of this locale unchanged. */
  environment: { LC_ALL: 'C.UTF-8' },
} as const;

const RESOLVER = { program: 'avahi-resolve', args: ['-4', '--name'] } as const;
/** How long to wait for the IPv4 address of a host, which it may not have, milliseconds. */
const RESOLVE_MS = 2_000;
const MOST_RESOLVED = 16;
/** A name of the local link, which no program takes for an option. */
export const LOCAL_NAME = /^(?=.{1,253}$)(?:[a-z\d][a-z\d-]{0,62}\.)+local$/i;

/**
 * Adds a line after each one of a speaker seen only by IPv6: the same line with the IPv4 address of its host, if it has
 * one. Avahi reports one address of a speaker, whichever it heard first; to a browser each address is
 * another speaker, which does not know this phone. Never rejects.
 */
export async function addIpv4(output: string, environment?: NodeJS.ProcessEnv): Promise<string> {
  const seen = parseSightings(output);
  const toService = ({ host, port, name }: Sighting): string => `${host} ${port} ${name}`;
  // A loopback address, of another speaker on this machine, leads a browser nowhere.
  const isIpv4 = ({ address }: Sighting): boolean => !address.includes(':') && !isLoopback(address);
  const byIpv4 = new Set(seen.filter(isIpv4).map(toService));
  const others = seen.filter(sighting => LOCAL_NAME.test(sighting.host) && !byIpv4.has(toService(sighting)));
  const asked = [...new Set(others.map(({ host }) => host))].slice(0, MOST_RESOLVED);
  const addresses = new Map(
    await Promise.all(asked.map(async host => [host, await resolveIpv4(host, environment)] as const)),
  );
  const lines = output.split('\n').flatMap(line => {
    const sighting = parseSighting(line);
    const address = addresses.get(sighting?.host ?? '');
    if (sighting === null || address === undefined || byIpv4.has(toService(sighting))) return [line];
    const parts = line.split(';').with(HOST_AT + 1, address);
    return [line, parts.join(';')];
  });
  return lines.join('\n');
}

/** Resolves a host name: the program prints `host<tab>address`, or nothing. */
function resolveIpv4(host: string, env: NodeJS.ProcessEnv | undefined): Promise<string | undefined> {
  return new Promise(resolve => {
    execFile(RESOLVER.program, [...RESOLVER.args, host], { env, timeout: RESOLVE_MS }, (_, told) =>
      resolve(/\t(\d{1,3}(?:\.\d{1,3}){3})$/m.exec(told)?.[1]),
    );
  });
}

export function parseSightings(output: string): Sighting[] {
  return output.split('\n').flatMap(line => parseSighting(line) ?? []);
}

/** The index of the host in a line; its address follows. */
const HOST_AT = 6;

/**
 * Parses `=;eth0;IPv4;name;type;domain;host;address;port;"key=value" …`, with non-plain bytes as \123. Returns null for
 * any other line. Of a repeated key the first counts, in upper or lower case (RFC 6763, section 6.4).
 */
function parseSighting(line: string): Sighting | null {
  const [sign, network = '', , name = '', , , host = '', address = '', port = '', ...rest] = line.split(';');
  if (sign !== '=' || !/^\d{1,5}$/.test(port)) return null;
  const pairs = [...rest.join(';').matchAll(/"([^"=]+)=([^"]*)"/gu)];
  const txt = new Map(pairs.reverse().map(([, key = '', value = '']) => [key.toLowerCase(), value]));
  return { network, name: unescapeName(name), host, address, port: Number(port), txt };
}

function unescapeName(name: string): string {
  // In one pass: a backslash of the name itself is escaped too, and digits may follow it.
  const bytes = name.replaceAll(/\\(?:(\d{3})|(.))/gu, (_, code: string | undefined, letter: string) =>
    code === undefined ? letter : String.fromCharCode(Number(code)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/**
 * Whether an IPv6 address is link-local: it needs a zone, which a page's address cannot have, so the name is used
 * instead.
 */
export function isLinkLocal(address: string): boolean {
  return /^fe80:/i.test(address);
}

/** Ranks an address by how reliably it can be reached; lower is better. */
export function rankOf({ address }: Pick<Sighting, 'address'>): number {
  if (isLinkLocal(address)) return 2;
  return address.includes(':') ? 1 : 0;
}

/** Returns the host as it stands in a URL. */
export function toUrlHost({ host, address }: Pick<Sighting, 'host' | 'address'>): string {
  if (isLinkLocal(address)) return host;
  return address.includes(':') ? `[${address}]` : address;
}
