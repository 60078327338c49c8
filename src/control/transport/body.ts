import type { IncomingMessage } from 'node:http';

/**
 * Up to this many bytes of a body are read and discarded, so that a client that is still sending can read the answer.
 */
const DRAINED_BYTES = 1024 * 1024;

/** Reads the body of a request; null if it is larger than `maxBytes`. Rejects when the client disconnects. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > DRAINED_BYTES) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > DRAINED_BYTES) return null;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size > maxBytes ? null : Buffer.concat(chunks);
}
