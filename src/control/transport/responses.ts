import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PageResponse } from '../../contract/ports.js';

/** Sent with every response, unless a page sets its own (contract, section 3). */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

/** Statuses without a body and without its length (RFC 9110, section 8.6). */
const WITHOUT_BODY: readonly number[] = [204, 304];

/** Sends a complete response; for HEAD node leaves out the body. */
export function send(response: ServerResponse, page: PageResponse, more: OutgoingHttpHeaders = {}): void {
  // Pass buffers on unchanged: a file is in memory once, however many clients read it.
  const body = typeof page.body === 'string' ? Buffer.from(page.body) : page.body;
  response.writeHead(page.status, {
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    ...(WITHOUT_BODY.includes(page.status) ? {} : { 'content-length': body.length }),
    ...page.headers,
    ...more,
  });
  response.end(body);
}

/** Turns the page into a 304 if the client has it already, by its `If-None-Match` (RFC 9110, section 13.1.2). */
export function unlessHeld(page: PageResponse, ifNoneMatch: string | undefined): PageResponse {
  const etag = page.headers?.['etag'];
  if (page.status !== 200 || etag === undefined || ifNoneMatch === undefined) return page;
  const held = ifNoneMatch.split(',').map(each => each.trim().replace(/^W\//, ''));
  return held.includes(etag) || held.includes('*') ? { ...page, status: 304, body: '' } : page;
}

export function toJson(status: number, value: object): PageResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: `${JSON.stringify(value)}\n` };
}

/** Returns a page that explains a problem; `title` and `text` are escaped. */
export function toProblemPage(
  status: number,
  title: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): PageResponse {
  const body = [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(text)}</p>`,
    '',
  ].join('\n');
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }),
);

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, character => ENTITIES.get(character) ?? character);
}

/** Creates a response on a socket that node has released for an upgrade. */
export function plainResponse(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  // Node no longer manages this socket.
  response.on('finish', () => socket.destroySoon());
  return response;
}
