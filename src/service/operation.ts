import type { ServiceProfile } from '../core/abilities.js';
import type { Document } from './documents.js';
import type { Has } from './field-knowledge.js';

/** One way to ask: the richest first, the plainest last. */
export interface Form<P> {
  /** `full` asks for what the specification does not show; the profile `core` never sends it. */
  readonly level: Exclude<ServiceProfile, 'auto'>;
  /** Fields, arguments and enum words that a plainer form does without: an answer that refuses one of these leads to that form. */
  readonly optional: readonly string[];
  write(params: P, has: Has): Document;
}

export interface Operation<P> {
  readonly name: string;
  /** Where the asked field lies in `data`. */
  readonly path: readonly string[];
  readonly forms: readonly Form<P>[];
  /** A report whose late answer is still worth having: to send it again would be worse. */
  readonly patient?: boolean;
}

/**
 * Sends one operation and answers with the value of its asked field; `ABSENT` where the service is known not to have
 * the operation. Throws a `ServiceFault`.
 */
export type Ask = <P>(operation: Operation<P>, params: P, signal: AbortSignal) => Promise<unknown>;

/** The service lacks the operation; a field's value is never this. */
export const ABSENT = Symbol('absent');
