import type { IncomingMessage } from 'node:http';
import { readBody } from './body.js';
import { readFields } from './fields.js';

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
