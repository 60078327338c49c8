import type { IncomingMessage } from 'node:http';
import type { PageResponse } from '../../contract/ports.js';
import type { Access } from '../access/access.js';
import type { Incidents } from '../gate/incidents.js';
import { toBearer } from '../access/bearer.js';
import { isLoopback } from '../../lib/near.js';
import { RpcError, toRetryAfter } from '../rpc-error.js';
import { toProblemPage } from './responses.js';

/** Answers a request for `/metrics`. `peer`: where it comes from, as peers are counted. */
export type MetricsRoute = (request: IncomingMessage, peer: string) => Promise<PageResponse>;

/** Serves `/metrics` (Prometheus, text format 0.0.4) to loopback, or with a token (contract, section 3). */
export function createMetricsRoute(options: {
  readonly access: Pick<Access, 'check'>;
  readonly incidents: Pick<Incidents, 'note'>;
  readonly text: () => Promise<string>;
}): MetricsRoute {
  return async (request, peer) => {
    const problem = isLoopback(peer) ? null : problemOf(request, peer, options.access);
    // A wrong token is counted where it is checked.
    if (problem?.status === 401 && toBearer(request) === null)
      options.incidents.note('wrongRequest', peer, { reason: 'No token' });
    if (problem !== null) return problem;
    const headers = {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    };
    return { status: 200, headers, body: await options.text() };
  };
}

/** Returns why the request is refused; null if its token is valid. */
function problemOf(
  request: IncomingMessage,
  peer: string,
  access: Pick<Access, 'check'>,
): PageResponse | null {
  const token = toBearer(request);
  try {
    if (token !== null && access.check(token, peer) !== null) return null;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const retry = { 'retry-after': toRetryAfter(error.answer) };
    return toProblemPage(429, 'Too many wrong tokens', 'Wait a minute, then try again with a valid token.', {
      headers: retry,
    });
  }
  const advice = 'Send the request from the speaker itself, or with a control token (Authorization: Bearer).';
  return toProblemPage(401, 'Not for everybody', advice, { headers: { 'www-authenticate': 'Bearer' } });
}
