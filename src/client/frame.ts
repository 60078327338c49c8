import { ControlError, reasonOfCode } from './control-error.js';
import { type Fields, fields, number, optional, text } from './shape.js';
import type { ControlReason } from './control-error.js';

/** One message of the server: the answer to a call, or a notification. */
export type Frame =
  | { readonly type: 'result'; readonly id: number; readonly result: unknown }
  | { readonly type: 'error'; readonly id: number | null; readonly error: ControlError }
  | { readonly type: 'notification'; readonly method: string; readonly params: unknown };

function parseFault(value: unknown): ControlError {
  const fault = fields(value, 'error');
  const code = number(fault['code'], 'code');
  const data: Fields =
    typeof fault['data'] === 'object' && fault['data'] !== null ? (fault['data'] as Fields) : {};
  // The words may grow; one this client does not know is passed on, and read as a failure like any other.
  const reason = typeof data['reason'] === 'string' ? (data['reason'] as ControlReason) : reasonOfCode(code);
  return new ControlError(reason, text(fault['message'], 'message'), {
    code,
    ...optional('retryAfterMs', data['retryAfterMs'], number),
    ...optional('interaction', data['interaction'], text),
  });
}

/** A JSON-RPC 2.0 message of the server. Throws a `malformed` `ControlError`. */
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
