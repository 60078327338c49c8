/** The addresses of speakers. A browser keeps its token by the address of the page: at another one it is not known. */
import type { Speaker } from '../../../contract/protocol.js';

const NAME = /^[a-z\d-]+\.local$/;
const IP_ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.+\])$/;

/** Null for what is no address of a page. */
export function pageAt(url: string): URL | null {
  try {
    const page = new URL(url);
    return /^https?:$/.test(page.protocol) ? page : null;
  } catch {
    return null;
  }
}

/** By name where this page was opened by name, otherwise by number, as far as the speaker is seen so. */
export function addressLike(
  { url, otherUrls = [] }: Pick<Speaker, 'url' | 'otherUrls'>,
  { hostname }: Location,
): string {
  const kind = NAME.test(hostname) ? NAME : IP_ADDRESS;
  return [url, ...otherUrls].find(each => kind.test(pageAt(each)?.hostname ?? '')) ?? url;
}

/** Where else a speaker says that it is reached, near by. */
export function otherAddresses(urls: readonly string[], { origin }: Location): readonly URL[] {
  return urls
    .flatMap(url => pageAt(url) ?? [])
    .filter(page => page.origin !== origin && (NAME.test(page.hostname) || IP_ADDRESS.test(page.hostname)));
}

/**
 * Returns the links for another phone: first to this page's own address, which is known to work, then to the speaker's
 * other addresses.
 */
export function linksFrom(
  links: readonly [string, ...string[]],
  { origin, hostname }: Location,
): readonly string[] {
  // A loopback address is of no use to other machines.
  const isOfOneMachine = /^(localhost$|127\.|\[::1\])/.test(hostname);
  const here = links[0].replace(/^[^#]*/, `${origin}/`);
  return [...new Set(isOfOneMachine ? links : [here, ...links])];
}
