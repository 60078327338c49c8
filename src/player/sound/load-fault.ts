import type { LoadFault } from '../../core/vocabulary/player-event.js';

export interface LoadDiagnosis {
  readonly fault: LoadFault;
  readonly httpStatus: number | null;
  /** One line without addresses. */
  readonly detail: string;
}

/** Replaces URLs in the text and cuts it to 300 characters. Audio addresses are secrets, and mpv prints them whole. */
export function withoutAddresses(text: string): string {
  return text
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '<address>')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}

/** The error of a load that is never finished, beside mpv's own. */
export const ENDLESS = 'said to be compressed, and is not';

/**
 * Whether ffmpeg keeps warning that an answer is not compressed as its `Content-Encoding` says. It then tries for ever,
 * and warns up to 400,000 times a second. A single warning means nothing.
 */
export function isEndless(newest: readonly string[]): boolean {
  return newest.length >= FLOOD && newest.every(line => line.includes('inflate return value'));
}

const FLOOD = 20;

/** The error of a load that plays another place than it says. */
export const ASTRAY = 'the host did not send what was sought';

/**
 * Whether ffmpeg has given up a seek, by its messages since. It tries a backward seek several times, and a forward one
 * once, after which it reads up to the target. If it gave up, mpv reports the target and plays on from where it was.
 */
export function isAstray(lines: readonly string[]): boolean {
  return lines.filter(line => line.includes('Seek failed (to ')).length > 1;
}

// Error strings of mpv's client API (client.h, `mpv_error_string`).
const faultsByError: ReadonlyMap<string, LoadFault> = new Map(
  Object.entries({
    'audio output initialization failed': 'device',
    'unrecognized file format': 'undecodable',
    'no audio or video data played': 'undecodable',
    [ENDLESS]: 'undecodable',
  }),
);

/** mpv waits ten seconds for data (`--network-timeout`) and then takes what it has for a file that it does not know. */
const STARVED_MS = 9_000;

/**
 * Derives why a load failed from the `file_error` of `end-file`, mpv's warnings since the load began, and how long the
 * load took.
 */
export function diagnose(fileError: string | null, lines: readonly string[], tookMs: number): LoadDiagnosis {
  const error = fileError ?? 'unknown error';
  const fault = faultsByError.get(error);
  const told = lines.map(withoutAddresses).join('; ');
  const detail = withoutAddresses(told === '' ? error : `${error}: ${told}`);
  const isStarved = error !== ENDLESS && (tookMs >= STARVED_MS || told.includes('Stream ends prematurely'));
  if (fault === 'undecodable' && isStarved) return { fault: 'unreachable', httpStatus: null, detail };
  if (fault !== undefined) return { fault, httpStatus: null, detail };
  const status = /(?:HTTP error|Server returned) ([45]\d\d)\b/.exec(told)?.[1];
  if (status !== undefined) return { fault: 'refused', httpStatus: Number(status), detail };
  // Messages of GnuTLS and OpenSSL, as ffmpeg passes them on.
  if (/\btls: .*certificate/i.test(told)) return { fault: 'untrusted', httpStatus: null, detail };
  return { fault: 'unreachable', httpStatus: null, detail };
}
