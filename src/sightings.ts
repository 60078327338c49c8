/** What `avahi-browse --resolve --parsable` prints of speakers (contract, section 5). Anybody in the network may have it print anything. */
export interface Sighting {
  /** By which of our interfaces it was seen. */
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
  /** It writes bytes outside of this as they are. */
  environment: { LC_ALL: 'C.UTF-8' },
} as const;

export function parseSightings(output: string): Sighting[] {
  return output.split('\n').flatMap(line => parseSighting(line) ?? []);
}

/** `=;eth0;IPv4;name;type;domain;host;address;port;"key=value" …`, bytes outside the plain ones as \123. */
function parseSighting(line: string): Sighting | null {
  const [sign, network = '', , name = '', , , host = '', address = '', port = '', ...rest] = line.split(';');
  if (sign !== '=' || !/^\d{1,5}$/.test(port)) return null;
  const txt = new Map(
    [...rest.join(';').matchAll(/"([^"=]+)=([^"]*)"/gu)].map(([, key = '', value = '']) => [key, value]),
  );
  return { network, name: unescapeName(name), host, address, port: Number(port), txt };
}

function unescapeName(name: string): string {
  const bytes = name.replaceAll(/\\(\d{3})/gu, (_, code: string) => String.fromCharCode(Number(code)));
  return Buffer.from(bytes.replaceAll(/\\(.)/gu, '$1'), 'latin1').toString('utf8');
}

/** IPv6 link-local needs a zone, which no address of a page can have: such a one is reached by its name. */
export function isLinkLocal(address: string): boolean {
  return /^fe80:/i.test(address);
}

/** The lower, the surer this address is reached. */
export function rankOf({ address }: Pick<Sighting, 'address'>): number {
  if (isLinkLocal(address)) return 2;
  return address.includes(':') ? 1 : 0;
}

/** As it stands in a URL. */
export function toUrlHost({ host, address }: Pick<Sighting, 'host' | 'address'>): string {
  if (isLinkLocal(address)) return host;
  return address.includes(':') ? `[${address}]` : address;
}
