import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { type Allowance, createAllowance } from '../allowance.js';
import { CONTROL_LIMITS } from './limits.js';
import { RpcError, rateLimited, unauthorized } from './rpc-error.js';
import type { Doer, Terms } from './terms.js';

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
   * it stays good. Throws an `RpcError`: `unauthorized`, or `rateLimited` after too many wrong codes of this peer, who is
   * not told any more which digits are right.
   */
  claim<T>(code: string, peer: string, admit: (terms: Terms) => Promise<T>): Promise<T>;
  /** Takes back what these clients have given out. */
  withdraw(by: ReadonlySet<string>): void;
  clear(): void;
}

const GOOD_MS = 300_000;
const OPEN_AT_ONCE = 5;
const MADE_AN_HOUR = 20;
const HOUR_MS = 3_600_000;
const WRONG_CODES = { most: CONTROL_LIMITS.wrongCodes, withinMs: 60_000 };

interface Open {
  readonly codeHash: Buffer;
  readonly secretHash: Buffer;
  readonly untilMs: number;
  readonly terms: Terms;
  /** Wrong codes since it was made, whoever tried them: each of them may have been a guess at this one. */
  readonly guesses: number;
  /** Somebody is being admitted by it. */
  readonly isTaken: boolean;
}

/**
 * `steadyMs` is a clock that never jumps. `onCodeEnded`: the digits of an invitation of theirs were guessed at too often.
 * Nothing here outlives the process.
 */
export function createInvitations(
  steadyMs: () => number,
  onCodeEnded: (by: Doer) => void = () => undefined,
): Invitations {
  return new OpenInvitations(steadyMs, onCodeEnded);
}

class OpenInvitations implements Invitations {
  readonly #steadyMs: () => number;
  readonly #onCodeEnded: (by: Doer) => void;
  #open: readonly Open[] = [];
  /** When the last of them were made, the oldest first; whatever became of them. */
  #made: readonly number[] = [];
  readonly #mistakes: Allowance;

  constructor(steadyMs: () => number, onCodeEnded: (by: Doer) => void) {
    this.#steadyMs = steadyMs;
    this.#onCodeEnded = onCodeEnded;
    this.#mistakes = createAllowance({ ...WRONG_CODES, steadyMs });
  }

  #stillOpen(nowMs: number): readonly Open[] {
    this.#open = this.#open.filter(({ untilMs }) => untilMs > nowMs);
    return this.#open;
  }

  #freshCode(taken: readonly Open[]): string {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    return taken.some(({ codeHash }) => codeHash.equals(hashOf(code))) ? this.#freshCode(taken) : code;
  }

  /** Six digits can be guessed, a link's secret cannot: whoever has guessed too often may still follow a link. */
  #find(code: string, mayGuess: boolean): Open | undefined {
    const hash = hashOf(code);
    // Every one is compared, so that the time taken tells nothing.
    const [found] = this.#stillOpen(this.#steadyMs()).filter(({ codeHash, secretHash, guesses, isTaken }) => {
      if (isTaken) return false;
      const isCode = timingSafeEqual(codeHash, hash) && mayGuess && guesses < CONTROL_LIMITS.codeGuesses;
      return timingSafeEqual(secretHash, hash) || isCode;
    });
    return found;
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
    this.#open = [...others, { ...hashes, untilMs: nowMs + GOOD_MS, terms, guesses: 0, isTaken: false }];
    this.#made = [...this.#made, nowMs];
    return { code, secret, expiresMs: GOOD_MS };
  }

  async claim<T>(code: string, peer: string, admit: (terms: Terms) => Promise<T>): Promise<T> {
    const waitMs = this.#mistakes.waitMs(peer);
    const found = this.#find(code, waitMs === 0);
    if (found === undefined) {
      if (waitMs > 0) throw new RpcError(rateLimited('too many wrong codes; a link still works', waitMs));
      this.#mistakes.note(peer);
      this.#open = this.#open.map(each => ({ ...each, guesses: each.guesses + 1 }));
      const ended = this.#open.filter(({ guesses }) => guesses === CONTROL_LIMITS.codeGuesses);
      for (const { terms } of ended) this.#onCodeEnded(terms.by);
      throw new RpcError(unauthorized('this code is wrong, used up or too old'));
    }
    // What is withdrawn meanwhile stays so.
    this.#mark(found, true);
    try {
      const admitted = await admit(found.terms);
      this.#open = this.#open.filter(({ secretHash }) => secretHash !== found.secretHash);
      return admitted;
    } catch (error) {
      this.#mark(found, false);
      throw error;
    }
  }

  #mark({ secretHash }: Open, isTaken: boolean): void {
    this.#open = this.#open.map(each => (each.secretHash === secretHash ? { ...each, isTaken } : each));
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
