import type { ServiceProfile } from '../core/vocabulary/abilities.js';
import type { Document } from './documents.js';
import type { Has } from './field-knowledge.js';

/** One form of an operation. An operation lists its forms from the richest to the plainest. */
export interface Form<P> {
  /** `full` asks for things that the specification does not show; the profile `core` never sends it. */
  readonly level: Exclude<ServiceProfile, 'auto'>;
  /**
   * Fields, arguments and enum words that a plainer form leaves out, and words for the limits that it keeps: a refusal
   * that names one of them leads to that form.
   */
  readonly optional: readonly string[];
  write(params: P, has: Has): Document;
}

export interface Operation<P> {
  readonly name: string;
  /** Path of the requested field in `data`. */
  readonly path: readonly string[];
  readonly forms: readonly Form<P>[];
  /** Whether to wait longer: a late answer to a report is better than sending it again. */
  readonly patient?: boolean;
}

/**
 * Sends one operation and returns the value of its field; `ABSENT` if the service is known to lack the operation.
 * Throws a `ServiceFault`.
 */
export type SendOperation = <P>(operation: Operation<P>, params: P, signal: AbortSignal) => Promise<unknown>;

/** Means that the service lacks the operation; never the value of a field. */
export const ABSENT = Symbol('absent');
