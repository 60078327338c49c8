/**
 * An http or https address whose host mpv, the name service and this program read alike. What else a URL may hold there
 * (backslashes, two at signs, percent signs, letters that are not ASCII) each of them reads in a way of its own: what was
 * looked at would not be what is opened.
 * Upper case is spelt out: to the flags `iu` together U+212A and U+017F are a k and an s.
 */
const SHAPE =
  /^([hH][tT]{2}[pP][sS]?):\/\/(?:[^\s/?#\\@]*@)?(\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9._-]+)(?::\d{1,5})?(?=[/?#]|$)\P{Cc}*$/u;

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
