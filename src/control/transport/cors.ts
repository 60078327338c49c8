import type { IncomingMessage } from 'node:http';
import type { PageResponse } from '../../contract/ports.js';
import { isListedOrigin } from './origin-rule.js';

/** How long a browser may cache the answer to a preflight, seconds. */
const REMEMBERED_S = 600;

type Headers = Readonly<Record<string, string>>;

/**
 * Returns the headers that let a page of a listed origin read the answer (Fetch standard, section 3.3); otherwise only
 * `Vary`.
 */
export function toCorsHeaders({ headers }: IncomingMessage, origins: readonly string[]): Headers {
  const { origin } = headers;
  const vary = { vary: 'Origin' };
  if (origin === undefined || !isListedOrigin(origin, origins)) return vary;
  return { ...vary, 'access-control-allow-origin': origin };
}

/** Answers OPTIONS, the preflight request of a browser. */
export function toPreflightAnswer(request: IncomingMessage, origins: readonly string[]): PageResponse {
  const cors = toCorsHeaders(request, origins);
  const allowed = {
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': String(REMEMBERED_S),
    // Chromium requires this of a private network that a public page sends requests to.
    ...(request.headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
  };
  const isListed = 'access-control-allow-origin' in cors;
  return { status: 204, headers: { allow: 'POST, OPTIONS', ...cors, ...(isListed && allowed) }, body: '' };
}
