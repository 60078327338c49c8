import { createHash } from 'node:crypto';
import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PageResponse } from '../../contract/ports.js';
import { directionOf, type Language } from '../../lib/languages.js';
import { escapeMarkup } from '../../lib/markup.js';

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

const STYLE =
  ':root{color-scheme:light dark}' +
  'body{max-width:27rem;margin:12vh auto;padding:0 1.25rem;font:1.0625rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'h1{font-size:1.625rem;line-height:1.2}' +
  'a{display:inline-block;margin-top:.5rem;padding:.75rem 1.25rem;border:1px solid;border-radius:2rem;color:inherit;' +
  'font-weight:650;text-decoration:none}';

const POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** What a page offers besides its text. */
export interface PageMore {
  readonly headers?: Readonly<Record<string, string>>;
  readonly language?: Language;
  /** A link to the start page, by its words. */
  readonly wayOn?: string;
}

/** Returns a page that explains a problem; `title`, `text` and the words of the link are escaped. */
export function toProblemPage(
  status: number,
  title: string,
  text: string,
  { headers = {}, language = 'en', wayOn }: PageMore = {},
): PageResponse {
  const body = [
    '<!doctype html>',
    `<html lang="${language}" dir="${directionOf(language)}">`,
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeMarkup(title)}</title>`,
    `<style>${STYLE}</style>`,
    '<main>',
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p>${escapeMarkup(text)}</p>`,
    ...(wayOn === undefined ? [] : [`<a href="/">${escapeMarkup(wayOn)}</a>`]),
    '</main>',
    '',
  ].join('\n');
  const own = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY };
  return { status, headers: { ...own, 'content-language': language, ...headers }, body };
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
