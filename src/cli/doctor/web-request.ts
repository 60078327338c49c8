import { type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';

export interface WebAnswer {
  readonly status: number;
  /** The `Date` header, in milliseconds since the epoch; null if absent. */
  readonly dateMs: number | null;
  /** The `Location` header; empty if absent. */
  readonly location: string;
  /** The `Content-Security-Policy` header; empty if absent. */
  readonly policy: string;
  readonly text: string;
}

const LONGEST_BODY = 64 * 1024;

/** Sends one request without following redirects. Rejects with Node's error, or when `signal` is aborted. */
export function ask(
  url: string,
  options: {
    readonly signal: AbortSignal;
    readonly method?: 'GET' | 'POST';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** The authorities to trust, in place of Node's own. */
    readonly ca?: Buffer;
  },
): Promise<WebAnswer> {
  const { signal, method = 'GET', headers = {}, body, ca } = options;
  const send = url.startsWith('https:') ? secure : plain;
  return new Promise((resolve, reject) => {
    const settings = { method, headers: { ...headers, 'user-agent': 'tonearm' }, signal, agent: false };
    const request = send(url, { ...settings, ...(ca && { ca }) }, response => {
      read(response).then(resolve, reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function read(response: IncomingMessage): Promise<WebAnswer> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) {
    text += String(part);
    if (text.length > LONGEST_BODY) throw new Error('the answer is too long');
  }
  const { statusCode: status = 0, headers } = response;
  const dateMs = Date.parse(headers.date ?? '');
  const { location = '', 'content-security-policy': policy } = headers;
  return {
    status,
    dateMs: Number.isNaN(dateMs) ? null : dateMs,
    location,
    policy: String(policy ?? ''),
    text,
  };
}

/** Returns the code of an error, such as ECONNREFUSED. */
export function wordOf(error: unknown): string {
  if (error instanceof AggregateError) return wordOf(error.errors[0]);
  if (error instanceof Error && error.name === 'AbortError') return 'no answer in time';
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : 'unexpected';
}
