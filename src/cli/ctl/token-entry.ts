/** A stored control token. */
export interface TokenEntry {
  /** The name that the speaker has proven over TLS, or has said at the claim; its id if another has such a name. */
  readonly name: string;
  readonly token: string;
  /** The client's id; absent if the token was issued before proofs existed, or if the speaker has not proven it. */
  readonly id?: string;
  /** Other addresses that the user gave, at which the speaker has proven itself. */
  readonly places?: readonly string[];
  /** Whether the speaker is used over TLS only; absent if an older version wrote the entry. See `isOfTls`. */
  readonly tls?: boolean;
  /** The `ws:` or `wss:` address of the claim; absent if not known, or if the claim used this machine's own socket. */
  readonly url?: string;
}

/** A speaker that has admitted this user. */
export type Known = Pick<TokenEntry, 'name' | 'url' | 'places'> & { readonly deviceUuid: string };

/** How many places of a speaker are kept, the latest. */
const MOST_PLACES = 8;

/** Whether a value is an entry that this version understands. */
export function isEntry(value: unknown): value is TokenEntry {
  const {
    name,
    token,
    id,
    url,
    places = [],
    tls,
  } = (value ?? {}) as Partial<Record<keyof TokenEntry, unknown>>;
  return (
    [name, token].every(each => typeof each === 'string') &&
    ['string', 'undefined'].includes(typeof id) &&
    (url === undefined || isAddress(url)) &&
    Array.isArray(places) &&
    places.every(isAddress) &&
    ['boolean', 'undefined'].includes(typeof tls)
  );
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^wss?:/.test(value) && URL.canParse(value);
}

/** Adds an address to the places, as the latest. */
export function withPlace(places: readonly string[], place: string): readonly string[] {
  return [...places.filter(other => other !== place), place].slice(-MOST_PLACES);
}

/** Returns the addresses of the speaker. */
export function homesOf({ url, places = [] }: Pick<TokenEntry, 'url' | 'places'>): readonly string[] {
  return url === undefined ? places : [url, ...places];
}

/** Whether the speaker is used over TLS only. Older versions recorded that by the address alone. */
export function isOfTls({ tls, url = '' }: TokenEntry): boolean {
  return tls ?? url.startsWith('wss:');
}
