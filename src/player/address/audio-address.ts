/**
 * Matches an http or https address whose host mpv, the resolver and this program read alike. They differ on anything
 * else that a URL may hold there (backslashes, two at signs, percent signs, letters that are not ASCII): the host that
 * is looked up would not be the one that is opened.
 * Upper case is spelt out because the flags `iu` together match U+212A as k and U+017F as s.
 */
const SHAPE =
  /^([hH][tT]{2}[pP][sS]?):\/\/(?:[^\s/?#\\@]*@)?(\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9._-]+)(?::\d{1,5})?(?=[/?#]|$)\P{Cc}*$/u;

/** Returns the address in mpv's form: the scheme in lower case, the rest byte for byte. Throws for other addresses. */
export function checkedAddress(url: string): string {
  const [, scheme] = SHAPE.exec(url) ?? [];
  if (scheme === undefined || !URL.canParse(url))
    throw new Error('the address is not http or https, or its host is not valid');
  return scheme.toLowerCase() + url.slice(scheme.length);
}

export function isAudioAddress(url: string): boolean {
  return SHAPE.test(url) && URL.canParse(url);
}

/** Returns the host as a name, or as an IP address without brackets; empty if the address is not valid. */
export function hostOf(url: string): string {
  return SHAPE.exec(url)?.[2]?.replaceAll(/[[\]]/g, '') ?? '';
}

/** Whether the address is plain HTTP, without TLS. */
export function isPlain(url: string): boolean {
  return /^http:/i.test(url);
}
