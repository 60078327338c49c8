import type { Reason } from '../contract/command.js';
import { RPC_CODES } from '../contract/codes.js';

type RpcReason = keyof typeof RPC_CODES;
/** Reasons for JSON-RPC's own codes, which carry no reason word. */
const RPC_REASONS = Object.keys(RPC_CODES) as RpcReason[];

/**
 * Reasons that originate in this client. `disconnected`: the call was not sent, or its answer was lost with the
 * connection. `malformed`: an answer violates the contract. `unproven`: the peer lacks the secret of the speaker that
 * admitted this client.
 */
type LocalReason = 'disconnected' | 'timedOut' | 'malformed' | 'incompatible' | 'unproven';

export type ControlReason = Reason | RpcReason | LocalReason;

export interface ControlErrorDetails {
  /** The JSON-RPC code; absent on errors that did not come from the server. */
  readonly code?: number;
  readonly retryAfterMs?: number;
  /** The interaction that the item does not allow (`notAllowed`). */
  readonly interaction?: string;
  /** Why an admitted client lost its access, and `by` whom (`unauthorized`). */
  readonly why?: string;
  readonly by?: string;
  /** Further information from the speaker (`serviceError`). */
  readonly detail?: string;
  /** The name of the invalid parameter (`invalidParams`). */
  readonly member?: string;
  readonly cause?: unknown;
}

/** A failed call. `reason` is the stable word of the contract's error table, or one of this client's own. */
export class ControlError extends Error {
  readonly reason: ControlReason;
  readonly code: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly interaction: string | undefined;
  readonly why: string | undefined;
  readonly by: string | undefined;
  readonly detail: string | undefined;
  readonly member: string | undefined;

  constructor(reason: ControlReason, message: string, details: ControlErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'ControlError';
    this.reason = reason;
    this.code = details.code;
    this.retryAfterMs = details.retryAfterMs;
    this.interaction = details.interaction;
    this.why = details.why;
    this.by = details.by;
    this.detail = details.detail;
    this.member = details.member;
  }
}

/** Returns the reason for a code whose error data holds none. */
export function reasonOfCode(code: number): ControlReason {
  return RPC_REASONS.find(reason => RPC_CODES[reason] === code) ?? 'serviceError';
}
