/**
 * An http or https address whose host mpv, the name service and this program read alike. What else a URL may hold there
 * (backslashes, two at signs, percent signs, letters that are not ASCII) each of them reads in a way of its own: what was
 * looked at would not be what is opened.
 */
const SHAPE =
  /^(https?):\/\/(?:[^\s/?#\\@]*@)?(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?(?=[/?#]|$)[^\p{Cc}]*$/iu;

/** The address as mpv takes it: with the scheme in lower case, the rest byte for byte. Throws for any other. */
export function checkedAddress(url: string): string {
  const [, scheme] = SHAPE.exec(url) ?? [];
  if (scheme === undefined || !URL.canParse(url))
    throw new Error('the address is not http or https, or its host is no plain one');
  return scheme.toLowerCase() + url.slice(scheme.length);
}

export function isAudioAddress(url: string): boolean {
  return SHAPE.test(url) && URL.canParse(url);
}

/** A name, or an IP address without brackets; empty for what is no such address. */
export function hostOf(url: string): string {
  return SHAPE.exec(url)?.[2]?.replaceAll(/[[\]]/g, '') ?? '';
}

/** Without TLS. */
export function isPlain(url: string): boolean {
  return /^http:/i.test(url);
}
