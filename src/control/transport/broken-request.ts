import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { SECURITY_HEADERS, toProblemPage } from './responses.js';

const STATUSES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    HPE_HEADER_OVERFLOW: 431,
    HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
    ERR_HTTP_REQUEST_TIMEOUT: 408,
  }),
);

/** Answers a malformed or too slow request with an error page, or destroys the socket if no answer is possible. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  // After a connection error, or a handshake that was not TLS, no peer can read an HTTP answer.
  const isHttp = error.code?.startsWith('HPE_') === true || error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (!socket.writable || !isHttp) {
    socket.destroy();
    return;
  }
  const status = STATUSES.get(error.code ?? '') ?? 400;
  // A browser keeps sending cookies that another host set while it held the speaker's name.
  const why =
    status === 431
      ? 'This request is too large. If you see this in a browser, delete its cookies for this address.'
      : 'This request cannot be understood.';
  const { headers, body } = toProblemPage(status, 'Bad request', why);
  const lines = Object.entries({
    ...SECURITY_HEADERS,
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}`;
  // Once the answer is sent, the connection has no further use: nothing more is read.
  socket.end(`${head}\r\n${String(body)}`, () => socket.destroy());
}
