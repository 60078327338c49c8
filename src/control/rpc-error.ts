import type { Reason } from '../contract/command.js';
import type { Incident } from '../contract/incidents.js';
import { LIMITS } from '../core/vocabulary/limits.js';
import { RPC_CODES } from '../contract/codes.js';
import { RefusedError, ServiceFault, type ServiceFaultCode } from '../contract/errors.js';

/** An error object of JSON-RPC 2.0, section 5.1. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

/** A call that fails with this error object. */
export class RpcError extends Error {
  readonly answer: RpcErrorObject;

  constructor(answer: RpcErrorObject, options?: ErrorOptions) {
    super(answer.message, options);
    this.name = 'RpcError';
    this.answer = answer;
  }
}

/** The errors of the contract, section 4, "Errors". */
export const ERRORS: Readonly<Record<Reason, { readonly code: number; readonly meaning: string }>> = {
  unauthorized: {
    code: 1001,
    meaning: 'the token or proof is missing or wrong, or the code or link is not valid',
  },
  forbidden: { code: 1002, meaning: 'the caller’s role does not allow this' },
  rateLimited: {
    code: 1003,
    meaning: 'one of the agent’s own limits was reached; `retryAfterMs` says when to try again',
  },
  notPaired: { code: 2001, meaning: 'no listener has paired the speaker' },
  noSource: { code: 2002, meaning: 'there is nothing to play' },
  notAllowed: {
    code: 2003,
    meaning:
      'the item does not allow this (`interaction` names what is missing), or it would remove the last owner',
  },
  skipLimitReached: { code: 2004, meaning: 'no more skips for now; playback continues' },
  notSupported: {
    code: 2005,
    meaning: 'the service does not offer this source to this listener, or has no such operation',
  },
  serviceError: { code: 2006, meaning: 'the service returned an error, given as `code` and `message`' },
  offline: {
    code: 2007,
    meaning: `the service cannot be reached, or did not answer within ${LIMITS.answer / 1000} s`,
  },
  playerUnavailable: { code: 2008, meaning: 'the audio player is not running' },
};

/** Returns the reason told to clients for a service fault; some faults have no reason of their own. */
function toReason(code: ServiceFaultCode): Reason {
  if (code === 'grantRefused') return 'notPaired';
  return code === 'clientRefused' ? 'serviceError' : code;
}

export const parseError: RpcErrorObject = {
  code: RPC_CODES.parseError,
  message: 'the message is not valid JSON in UTF-8',
};
export const internalError: RpcErrorObject = { code: RPC_CODES.internalError, message: 'internal error' };
/** The answer to a removal of clients that took effect in memory only. */
export const revokedUntilRestart: RpcErrorObject = {
  code: RPC_CODES.internalError,
  message:
    'revoked, but this could not be saved on the speaker’s disk: unless a later attempt succeeds, a restart undoes it',
};

export function invalidRequest(message: string): RpcErrorObject {
  return { code: RPC_CODES.invalidRequest, message };
}

export function methodNotFound(method: string): RpcErrorObject {
  return {
    code: RPC_CODES.methodNotFound,
    message: `method ${JSON.stringify(method.slice(0, 64))} does not exist here`,
  };
}

/** Returns a -32602 error; `member` names the wrong param, with dots between levels, or is `params` itself. */
export function invalidParams(member: string, problem: string, more: object = {}): RpcErrorObject {
  return { code: RPC_CODES.invalidParams, message: `${member} ${problem}`, data: { member, ...more } };
}

/** Builds an error whose `data` holds the stable `reason`. */
function toAnswer(reason: Reason, message: string, more: object | null = null): RpcErrorObject {
  return { code: ERRORS[reason].code, message, data: { reason, ...more } };
}

/** Returns the answer to an expected failure; null for anything else, which is a bug. */
export function toErrorAnswer(error: unknown): RpcErrorObject | null {
  if (error instanceof RpcError) return error.answer;
  // The service's own words are `code` and `message`.
  if (error instanceof RefusedError) {
    const { reason, message, interaction, retryAfterMs, serviceCode, serviceMessage } = error.refusal;
    return toAnswer(reason, message, {
      interaction,
      retryAfterMs,
      code: serviceCode,
      message: serviceMessage,
    });
  }
  if (!(error instanceof ServiceFault)) return null;
  const { code, message, retryAfterMs, serviceCode, serviceMessage, detail } = error;
  return toAnswer(toReason(code), message, {
    retryAfterMs,
    code: serviceCode,
    message: serviceMessage,
    detail,
  });
}

/** `farewell`: what a client that has lost access is told. */
export function unauthorized(message: string, farewell: object | null = null): RpcErrorObject {
  return toAnswer('unauthorized', message, farewell);
}

export function forbidden(message: string): RpcErrorObject {
  return toAnswer('forbidden', message);
}

export function notAllowed(message: string): RpcErrorObject {
  return toAnswer('notAllowed', message);
}

/** Returns the value of a `Retry-After` header (RFC 9110, section 10.2.3) for an answer that has `retryAfterMs`. */
export function toRetryAfter({ data }: RpcErrorObject): string {
  const { retryAfterMs = 0 } = (data ?? {}) as { readonly retryAfterMs?: number };
  return String(Math.ceil(retryAfterMs / 1000));
}

/** `limit`: the row of the table of limits that was reached, if it is one of those (contract, section 4, "Limits"). */
export function rateLimited(message: string, retryAfterMs: number, limit?: Incident): RpcErrorObject {
  return toAnswer('rateLimited', message, { retryAfterMs, ...(limit !== undefined && { limit }) });
}
