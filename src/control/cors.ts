import type { IncomingMessage } from 'node:http';
import type { PageResponse } from '../ports.js';
import { isListedOrigin } from './origin-rule.js';

/** A browser may remember what a preflight answered for so long, seconds. */
const REMEMBERED_S = 600;

type Headers = Readonly<Record<string, string>>;

/** What lets a page of a listed origin read the answer (Fetch standard, section 3.3); nothing for any other. */
export function toCorsHeaders({ headers }: IncomingMessage, origins: readonly string[]): Headers {
  const { origin } = headers;
  const vary = { vary: 'Origin' };
  if (origin === undefined || !isListedOrigin(origin, origins)) return vary;
  return { ...vary, 'access-control-allow-origin': origin };
}

/** The answer to OPTIONS, by which a browser asks whether a page may send what it wants to send. */
export function toPreflightAnswer(request: IncomingMessage, origins: readonly string[]): PageResponse {
  const cors = toCorsHeaders(request, origins);
  const allowed = {
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': String(REMEMBERED_S),
    // A page from the internet reaches into this network: Chromium wants to be told that it may.
    ...(request.headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
  };
  const isListed = 'access-control-allow-origin' in cors;
  return { status: 204, headers: { allow: 'POST, OPTIONS', ...cors, ...(isListed && allowed) }, body: '' };
}
