import type { Reason } from '../core/command.js';
import { RPC_CODES } from '../codes.js';

type RpcReason = keyof typeof RPC_CODES;
/** JSON-RPC's own codes bear no words. */
const RPC_REASONS = Object.keys(RPC_CODES) as RpcReason[];

/**
 * `disconnected`: not sent, or the answer was lost with the connection. `malformed`: an answer outside the contract. `unproven`:
 * who answered does not know what the speaker that let this client in does.
 */
type LocalReason = 'disconnected' | 'timedOut' | 'malformed' | 'incompatible' | 'unproven';

export type ControlReason = Reason | RpcReason | LocalReason;

export interface ControlErrorDetails {
  /** The JSON-RPC code; absent on errors that never came from the server. */
  readonly code?: number;
  readonly retryAfterMs?: number;
  /** What the item lacks (`notAllowed`). */
  readonly interaction?: string;
  /** Why a client that was let in once is so no more (`unauthorized`), and by whom. */
  readonly why?: string;
  readonly by?: string;
  /** What more the speaker knows of it (`serviceError`). */
  readonly detail?: string;
  /** Which of the params is wrong (`invalidParams`). */
  readonly member?: string;
  readonly cause?: unknown;
}

/** A call that failed; `reason` is the stable word of the contract's error table, or one of this client's own. */
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

/** The word for an error that carries none in its data. */
export function reasonOfCode(code: number): ControlReason {
  return RPC_REASONS.find(reason => RPC_CODES[reason] === code) ?? 'serviceError';
}
