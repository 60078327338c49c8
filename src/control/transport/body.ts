import type { IncomingMessage } from 'node:http';
import { readFields } from './request-target.js';

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

/** Longest value of a field, bytes (contract, section 3, `POST /pair/address`). */
const FIELD_BYTES = 4 * 1024;
/** Longest body, bytes: one field of that size with every byte escaped, and room for others. */
const BODY_BYTES = 16 * 1024;
export type FormBody =
  | { readonly form: URLSearchParams }
  | { readonly form: null; readonly status: 413 | 415; readonly problem: string };

const TOO_LARGE = { form: null, status: 413, problem: 'the form is too large' } as const;

/** Reads a URL-encoded form. Rejects when the client disconnects. */
export async function readForm(request: IncomingMessage): Promise<FormBody> {
  const body = await readBody(request, BODY_BYTES);
  if (body === null) return TOO_LARGE;
  if (body.length > 0 && !isUrlEncoded(request.headers['content-type'])) {
    return { form: null, status: 415, problem: 'only application/x-www-form-urlencoded is accepted' };
  }
  const form = readFields(body.toString());
  const isTooLong = (value: string): boolean => Buffer.byteLength(value) > FIELD_BYTES;
  return form === null || [...form.values()].some(isTooLong) ? TOO_LARGE : { form };
}

function isUrlEncoded(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');
}
