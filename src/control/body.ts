import type { IncomingMessage } from 'node:http';

/** So much is read and thrown away, so that the client lives to see the answer. */
const DRAINED_BYTES = 1024 * 1024;

/** Each piece costs as much as it is small: whoever sends crumbs is no client that anybody wrote. */
const CRUMBS = 256;
const PIECE_BYTES = 64;

/** The body of a request, null when it is larger than `maxBytes`, or comes in crumbs. Rejects when the client breaks off. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > DRAINED_BYTES) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  let pieces = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    pieces += 1;
    if (size > DRAINED_BYTES || pieces > CRUMBS + size / PIECE_BYTES) return null;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size > maxBytes ? null : Buffer.concat(chunks);
}
