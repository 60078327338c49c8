import type { IncomingMessage } from 'node:http';

/** Returns the token of `Authorization: Bearer` (RFC 6750, section 2.1); null if there is none. */
export function toBearer({ headers }: IncomingMessage): string | null {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}
