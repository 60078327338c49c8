import { EXIT } from '../../contract/errors.js';
import { createTrouble } from '../trouble.js';

const PORT = 8710;
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['http:', 'ws'],
  ['ws:', 'ws'],
  ['https:', 'wss'],
  ['wss:', 'wss'],
]);

/**
 * Parses an address such as `http://kitchen.local:8710/`, `ws://…/control`, `kitchen.local` or `192.0.2.7:8710` into
 * that of the control API. Throws an `ExitError` 64.
 */
export function parseUrl(text: string): string {
  const address = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  const wrong = createTrouble(
    '--url must be an address',
    `give the speaker’s address or host, such as http://kitchen.local:${PORT}/ or kitchen.local`,
    { exitCode: EXIT.usage },
  );
  if (!URL.canParse(address)) throw wrong;
  const { protocol, hostname, port, pathname } = new URL(address);
  const scheme = SCHEMES.get(protocol);
  if (scheme === undefined || hostname === '') throw wrong;
  const path = pathname === '/' ? '/control' : pathname;
  // Query and fragment may hold a secret and are not sent.
  return `${scheme}://${hostname}:${port === '' ? portOf(address) : port}${path}`;
}

/** Returns the same address over TLS, which the speaker answers on the same port. */
export function toSecure(url: string): string {
  return url.replace(/^ws:/, 'wss:');
}

/** Returns host and port of an address, whether over TLS or not. */
export function hostOf(url: string): string {
  return new URL(toSecure(url)).host;
}

/** Returns the port. An explicit `:80` is kept, although URL parsing drops a scheme's default port. */
function portOf(address: string): number {
  if (/^(?:https|wss):/i.test(address)) return 443;
  return /^[a-z]+:\/\/[^/?#]*:\d+(?:[/?#]|$)/i.test(address) ? 80 : PORT;
}
