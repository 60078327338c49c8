import type { IncomingMessage } from 'node:http';
import type { PageResponse } from '../ports.js';
import type { Access } from './access.js';
import { toProblemPage } from './responses.js';

/** Answers a request for `/metrics`. */
export type MetricsRoute = (request: IncomingMessage) => Promise<PageResponse>;

/** The text of `/metrics` (Prometheus, text format 0.0.4): from loopback, or with a token (contract, section 3). */
export function createMetricsRoute(options: {
  readonly access: Pick<Access, 'check'>;
  readonly text: () => Promise<string>;
}): MetricsRoute {
  return async request => {
    if (!isLoopback(request.socket.remoteAddress ?? '') && !hasToken(request, options.access)) {
      const advice = 'Ask from the speaker itself, or with a control token: Authorization: Bearer.';
      return toProblemPage(401, 'Not for everybody', advice, { 'www-authenticate': 'Bearer' });
    }
    const headers = {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    };
    return { status: 200, headers, body: await options.text() };
  };
}

function hasToken(request: IncomingMessage, access: Pick<Access, 'check'>): boolean {
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  return token !== undefined && access.check(token) !== null;
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
}
