import type { IncomingMessage } from 'node:http';

/** So much is read and thrown away, so that the client lives to see the answer. */
const DRAINED_BYTES = 1024 * 1024;

/** The body of a request, null when it is larger than `maxBytes`. Rejects when the client breaks off. */
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
