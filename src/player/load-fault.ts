import type { LoadFault } from '../core/player-event.js';

export interface Diagnosis {
  readonly fault: LoadFault;
  readonly httpStatus: number | null;
  /** One line, free of addresses. */
  readonly detail: string;
}

/** Audio addresses are secrets, and mpv's messages hold them whole. */
export function withoutAddresses(text: string): string {
  return text
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '<address>')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}

// The words of mpv's client API for error codes (client.h, `mpv_error_string`).
const faultsByError: ReadonlyMap<string, LoadFault> = new Map(
  Object.entries({
    'audio output initialization failed': 'device',
    'unrecognized file format': 'undecodable',
    'no audio or video data played': 'undecodable',
  }),
);

/** Why a load failed, from `end-file`'s `file_error` and the warnings that mpv gave since the load began. */
export function diagnose(fileError: string | null, lines: readonly string[]): Diagnosis {
  const error = fileError ?? 'unknown error';
  const fault = faultsByError.get(error);
  const told = lines.map(withoutAddresses).join('; ');
  const detail = withoutAddresses(told === '' ? error : `${error}: ${told}`);
  if (fault !== undefined) return { fault, httpStatus: null, detail };
  const status = /(?:HTTP error|Server returned) ([45]\d\d)\b/.exec(told)?.[1];
  if (status !== undefined) return { fault: 'refused', httpStatus: Number(status), detail };
  // GnuTLS and OpenSSL, as ffmpeg passes on what they say.
  if (/\btls: .*certificate/i.test(told)) return { fault: 'untrusted', httpStatus: null, detail };
  return { fault: 'unreachable', httpStatus: null, detail };
}
