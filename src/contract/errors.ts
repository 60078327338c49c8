import type { Refusal } from './command.js';
import type { ServiceFailure } from '../core/vocabulary/failure.js';
import type { ServiceDetail } from './library.js';

/** Exit codes of the program (contract, section 1): these and no others. */
export const EXIT = {
  clean: 0,
  fault: 1,
  usage: 64,
  missingProgram: 69,
  badConfiguration: 78,
} as const;

/** Ends the program with a sentence for the operator and no stack trace. */
export class ExitError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExitError';
    this.exitCode = exitCode;
  }
}

/** A refused command or call; `refusal.reason` is the stable word. */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal.message, options);
    this.name = 'RefusedError';
    this.refusal = refusal;
  }
}

/**
 * Throws a bug outside of every caller, so that no catch for expected faults stops it: the process ends with a fault.
 */
export function raise(bug: unknown): void {
  queueMicrotask(() => {
    throw bug;
  });
}

/** Whether an error can only be a bug in the program, whoever threw it. */
export function isBug(error: unknown): boolean {
  return [TypeError, ReferenceError, RangeError, SyntaxError].some(kind => error instanceof kind);
}

export type ServiceFaultCode =
  | ServiceFailure['code']
  /** OAuth `invalid_grant` under HTTP status 400, 401 or 403 (RFC 6749 §5.2). */
  | 'grantRefused'
  /**
   * `invalid_client` and similar: the speaker is misconfigured, or its OAuth client has ended. Only its operator can
   * fix that.
   */
  | 'clientRefused';

/** What is known of a failed call to the service. */
export interface ServiceFaultDetails {
  /** The request was sent and no answer came: it may have been carried out. */
  readonly answerLost?: boolean;
  /** The report was answered; only what follows it could not be learnt. */
  readonly reportTaken?: boolean;
  /** The answer had no error, but did not contain what was requested. */
  readonly empty?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly httpStatus?: number | undefined;
  /** `extensions.code` or the OAuth `error`. */
  readonly serviceCode?: string | undefined;
  /** The service's own message, free of secrets. */
  readonly serviceMessage?: string | undefined;
  /** A detail that a listener may be told in their own language. */
  readonly detail?: ServiceDetail | undefined;
  readonly cause?: unknown;
}

/** An expected failure of a call to the service. */
export class ServiceFault extends Error {
  readonly code: ServiceFaultCode;
  readonly answerLost: boolean;
  readonly reportTaken: boolean;
  readonly empty: boolean;
  readonly retryAfterMs: number | undefined;
  readonly httpStatus: number | undefined;
  readonly serviceCode: string | undefined;
  readonly serviceMessage: string | undefined;
  readonly detail: ServiceDetail | undefined;

  constructor(code: ServiceFaultCode, message: string, details: ServiceFaultDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'ServiceFault';
    this.code = code;
    this.answerLost = details.answerLost ?? false;
    this.reportTaken = details.reportTaken ?? false;
    this.empty = details.empty ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.httpStatus = details.httpStatus;
    this.serviceCode = details.serviceCode;
    this.serviceMessage = details.serviceMessage;
    this.detail = details.detail;
  }
}

/** Something that is not the music service answered, such as another server or the login page of a network. */
export class ForeignFault extends ServiceFault {}

/** The service has signed in a listener, but did not tell whose account it is. */
export class UnidentifiedFault extends ServiceFault {
  constructor(cause?: unknown) {
    super('serviceError', 'The service did not say whose account this is.', { cause });
  }
}

/** Returns the same fault with more known about what became of the request. */
export function toldAnew(fault: ServiceFault, known: Pick<ServiceFaultDetails, 'answerLost'>): ServiceFault {
  const { code, message, ...details } = fault;
  return new ServiceFault(code, message, { ...details, ...known, cause: fault });
}
