import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** A complete HTTP answer, ready to send. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

export function jsonAnswer(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): ReadyAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(value),
  };
}

/** Returns an HTML page without scripts; its one style sheet comes from the same origin. */
export function pageAnswer(status: number, body: string): ReadyAnswer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}

export function redirectAnswer(location: string): ReadyAnswer {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

const BODY_MAX = 262_144;

/** Reads the body as text; null if it is larger than 256 KiB. Rejects if the connection breaks. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }),
);

/** Escapes text for HTML, XML and quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, sign => ESCAPES.get(sign) ?? '');
}
