import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { RpcError, rateLimited, unauthorized } from './rpc-error.js';
import type { Terms } from './terms.js';

/** An invitation as the one who asked for it is told. */
export interface Invitation {
  /** Six digits, for people. */
  readonly code: string;
  /** 128 bits, for a link. */
  readonly secret: string;
  /** So long it is good, milliseconds. */
  readonly expiresMs: number;
}

/** Ways in for one more phone each (contract, section 4, `access.invite` and `access.claim`). */
export interface Invitations {
  /** Throws an `RpcError` `rateLimited` while as many as allowed are open, or were made within the hour. */
  invite(terms: Terms): Invitation;
  /**
   * Uses up the invitation of this code or secret and resolves with what `admit` makes of its terms; where that fails
   * it stays good. Throws an `RpcError`: `unauthorized`, or `rateLimited` after too many wrong codes.
   */
  claim<T>(code: string, admit: (terms: Terms) => Promise<T>): Promise<T>;
  /** Takes back what these clients have given out. */
  withdraw(by: ReadonlySet<string>): void;
  clear(): void;
}

const GOOD_MS = 300_000;
const OPEN_AT_ONCE = 5;
const MADE_AN_HOUR = 20;
const HOUR_MS = 3_600_000;
const WRONG_CODES = 5;
const WRONG_WITHIN_MS = 60_000;

interface Open {
  readonly codeHash: Buffer;
  readonly secretHash: Buffer;
  readonly untilMs: number;
  readonly terms: Terms;
}

/** `steadyMs` is a clock that never jumps. Nothing here outlives the process. */
export function createInvitations(steadyMs: () => number): Invitations {
  return new OpenInvitations(steadyMs);
}

class OpenInvitations implements Invitations {
  readonly #steadyMs: () => number;
  #open: readonly Open[] = [];
  /** When the last of them were made, the oldest first; whatever became of them. */
  #made: readonly number[] = [];
  /** When wrong six-digit codes came, the oldest first; whoever sent them. */
  #wrong: readonly number[] = [];

  constructor(steadyMs: () => number) {
    this.#steadyMs = steadyMs;
  }

  #stillOpen(nowMs: number): readonly Open[] {
    this.#open = this.#open.filter(({ untilMs }) => untilMs > nowMs);
    return this.#open;
  }

  #freshCode(taken: readonly Open[]): string {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    return taken.some(({ codeHash }) => codeHash.equals(hashOf(code))) ? this.#freshCode(taken) : code;
  }

  /** Six digits can be guessed, so guesses are counted for the whole device; a link's secret cannot. */
  #refuseGuesses(nowMs: number): void {
    this.#wrong = this.#wrong.filter(atMs => nowMs - atMs < WRONG_WITHIN_MS);
    const [oldest] = this.#wrong.slice(-WRONG_CODES);
    if (oldest === undefined || this.#wrong.length < WRONG_CODES) return;
    const retryAfterMs = Math.ceil(oldest + WRONG_WITHIN_MS - nowMs);
    throw new RpcError(rateLimited('too many wrong codes; a link still works', retryAfterMs));
  }

  #refuseTooMany(others: readonly Open[], nowMs: number): void {
    if (others.length >= OPEN_AT_ONCE) {
      const retryAfterMs = Math.ceil(Math.min(...others.map(({ untilMs }) => untilMs)) - nowMs);
      throw new RpcError(rateLimited(`${OPEN_AT_ONCE} invitations are open already`, retryAfterMs));
    }
    this.#made = this.#made.filter(atMs => nowMs - atMs < HOUR_MS);
    const [oldest] = this.#made;
    if (oldest === undefined || this.#made.length < MADE_AN_HOUR) return;
    const retryAfterMs = Math.ceil(oldest + HOUR_MS - nowMs);
    throw new RpcError(rateLimited(`${MADE_AN_HOUR} invitations were made within an hour`, retryAfterMs));
  }

  invite(terms: Terms): Invitation {
    const nowMs = this.#steadyMs();
    const others = this.#stillOpen(nowMs);
    this.#refuseTooMany(others, nowMs);
    const code = this.#freshCode(others);
    const secret = randomBytes(16).toString('base64url');
    const hashes = { codeHash: hashOf(code), secretHash: hashOf(secret) };
    this.#open = [...others, { ...hashes, untilMs: nowMs + GOOD_MS, terms }];
    this.#made = [...this.#made, nowMs];
    return { code, secret, expiresMs: GOOD_MS };
  }

  async claim<T>(code: string, admit: (terms: Terms) => Promise<T>): Promise<T> {
    const nowMs = this.#steadyMs();
    const isGuessable = /^\d{6}$/.test(code);
    if (isGuessable) this.#refuseGuesses(nowMs);
    const hash = hashOf(code);
    // Every one is compared, so that the time taken tells nothing.
    const [found] = this.#stillOpen(nowMs).filter(
      ({ codeHash, secretHash }) => timingSafeEqual(codeHash, hash) || timingSafeEqual(secretHash, hash),
    );
    if (found === undefined) {
      if (isGuessable) this.#wrong = [...this.#wrong, nowMs];
      throw new RpcError(unauthorized('this code is wrong, used up or too old'));
    }
    this.#open = this.#open.filter(each => each !== found);
    try {
      return await admit(found.terms);
    } catch (error) {
      this.#open = [...this.#open, found];
      throw error;
    }
  }

  withdraw(by: ReadonlySet<string>): void {
    this.#open = this.#open.filter(({ terms }) => terms.by.id === null || !by.has(terms.by.id));
  }

  clear(): void {
    this.#open = [];
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
