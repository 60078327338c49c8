import type { Fields } from '../contract/shape.js';
import { ControlError, reasonOfCode } from './control-error.js';
import { INTEGER, object, optional, TEXT } from '../contract/shape.js';
import { fields, number, readerOf } from './shape.js';
import type { ControlReason } from './control-error.js';

/** One message from the server: a result, an error or a notification. */
export type Frame =
  | { readonly type: 'result'; readonly id: number; readonly result: unknown }
  | { readonly type: 'error'; readonly id: number | null; readonly error: ControlError }
  | { readonly type: 'notification'; readonly method: string; readonly params: unknown };

const readFault = readerOf(object({ code: INTEGER, message: TEXT }));
const readDetails = readerOf(
  object({
    retryAfterMs: optional(INTEGER),
    interaction: optional(TEXT),
    why: optional(TEXT),
    by: optional(TEXT),
    detail: optional(TEXT),
    member: optional(TEXT),
  }),
);

function parseFault(value: unknown): ControlError {
  const { code, message } = readFault(value, 'error');
  const given = fields(value, 'error')['data'];
  const data: Fields =
    typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Fields) : {};
  // The set of reasons may grow: an unknown one is passed on and handled like any other failure.
  const reason = typeof data['reason'] === 'string' ? (data['reason'] as ControlReason) : reasonOfCode(code);
  // Null counts as absent.
  const details = Object.fromEntries(Object.entries(data).filter(([, detail]) => detail !== null));
  return new ControlError(reason, message, { code, ...readDetails(details, 'data') });
}

/** Parses a JSON-RPC 2.0 message from the server. Throws a `ControlError` `malformed`. */
export function parseFrame(data: unknown): Frame {
  if (typeof data !== 'string') throw new ControlError('malformed', 'A frame is not text.');
  let message: Fields;
  try {
    message = fields(JSON.parse(data), 'message');
  } catch (cause) {
    throw new ControlError('malformed', 'A frame is not a JSON object.', { cause });
  }
  if (typeof message['method'] === 'string') {
    return { type: 'notification', method: message['method'], params: message['params'] };
  }
  if (message['error'] !== undefined) {
    const id = typeof message['id'] === 'number' ? message['id'] : null;
    return { type: 'error', id, error: parseFault(message['error']) };
  }
  return { type: 'result', id: number(message['id'], 'id'), result: message['result'] };
}
