import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { claimProofOf, linkNameOf } from '../../contract/proof.js';
import { BOUNDS } from '../gate/bounds.js';
import { LIMITS } from '../../contract/limits.js';
import { createMeter, type Meter } from '../../lib/meter.js';
import { RpcError, rateLimited, unauthorized } from '../rpc-error.js';
import type { Followed, HeldInvitation, LinkClaim } from './claims.js';
import type { Doer, Terms } from './terms.js';
import { isSame } from './verifiers.js';

/** An invitation as told to the client that asked for it. */
export interface NewInvitation {
  /** Six digits, for people; null if none were requested. */
  readonly code: string | null;
  /** How long it is valid, milliseconds. */
  readonly expiresMs: number;
}

/** Invitations, each of which admits one more phone (contract, section 4, `access.invite` and `access.claim`). */
export interface Invitations {
  /**
   * Creates an invitation. `secret`: the secret of the link, 128 bits as base64url. Throws an `RpcError` `rateLimited`
   * while too many are open or were made within the hour.
   */
  invite(terms: Terms, how: { readonly secret: string; readonly hasDigits: boolean }): NewInvitation;
  /**
   * Uses up the invitation of this code or secret, and resolves with what `admit` returns for its terms; if `admit`
   * fails, the invitation stays valid. Throws an `RpcError`: `unauthorized`, or `rateLimited` after too many wrong
   * codes of this peer, whose digits are then no longer checked.
   */
  claim<T>(code: string, peer: string, admit: (terms: Terms) => Promise<T>): Promise<T>;
  /** Returns the invitation of this code or secret, which stays open until it is used. Throws as `claim` does. */
  hold(code: string, peer: string): HeldInvitation;
  /** Claims by link, as `claim` does by code; null if no open invitation matches or the proof is wrong. */
  follow<T>(claim: LinkClaim, admit: (terms: Terms, followed: Followed) => Promise<T>): Promise<T> | null;
  /** Withdraws the invitations of these clients. */
  withdraw(by: ReadonlySet<string>): void;
  clear(): void;
}

const GOOD_MS = 300_000;
/** How much longer than its validity a held invitation can be used, milliseconds: the longest a sign-in may take. */
const HELD_MS = 15 * 60_000;
const OPEN_AT_ONCE = 5;
const MADE_AN_HOUR = 20;
const HOUR_MS = 3_600_000;

interface Open {
  /** Null if it has no digits. */
  readonly codeHash: Buffer | null;
  readonly secret: string;
  readonly secretHash: Buffer;
  /** The name by which a claim by link identifies it. */
  readonly linkName: string;
  readonly untilMs: number;
  readonly terms: Terms;
  /** Wrong codes since it was made, from any peer: each may have been a guess at this one. */
  readonly guesses: number;
}

/**
 * `steadyMs` is a clock that never jumps. `onCodeEnded` is called with the inviter when the digits of an invitation end
 * after too many wrong codes. Nothing is kept across restarts.
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
  /** When invitations were made within the last hour, oldest first, whether still open or not. */
  #made: readonly number[] = [];
  readonly #meter: Meter<'tooManyCodes'>;
  /** Used and withdrawn invitations, by `secretHash`. */
  readonly #over = new WeakSet<Buffer>();
  /** Invitations that are being used right now, by `secretHash`. */
  readonly #taken = new WeakSet<Buffer>();
  /** Invitations held for a sign-in, perhaps beyond their own validity. */
  #held: readonly Open[] = [];

  constructor(steadyMs: () => number, onCodeEnded: (by: Doer) => void) {
    this.#steadyMs = steadyMs;
    this.#onCodeEnded = onCodeEnded;
    this.#meter = createMeter({ tooManyCodes: LIMITS.tooManyCodes }, steadyMs);
  }

  #stillOpen(nowMs: number): readonly Open[] {
    this.#open = this.#open.filter(({ untilMs }) => untilMs > nowMs);
    return this.#open;
  }

  #freshCode(taken: readonly Open[]): string {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    return taken.some(({ codeHash }) => codeHash?.equals(hashOf(code)) === true)
      ? this.#freshCode(taken)
      : code;
  }

  /**
   * Finds the open invitation of a code or secret. After too many guesses digits no longer match, but a link's secret,
   * which nobody can guess, does.
   */
  #find(code: string, mayGuess: boolean): Open | undefined {
    const hash = hashOf(code);
    // Compare all of them, so that the time taken reveals nothing.
    const [found] = this.#stillOpen(this.#steadyMs()).filter(({ codeHash, secretHash, guesses }) => {
      if (this.#taken.has(secretHash)) return false;
      const isCode =
        codeHash !== null && timingSafeEqual(codeHash, hash) && mayGuess && guesses < BOUNDS.codeGuesses;
      return timingSafeEqual(secretHash, hash) || isCode;
    });
    return found;
  }

  #refuseTooMany(others: readonly Open[], nowMs: number): void {
    if (others.length >= OPEN_AT_ONCE) {
      const retryAfterMs = Math.ceil(Math.min(...others.map(({ untilMs }) => untilMs)) - nowMs);
      throw new RpcError(rateLimited(`${OPEN_AT_ONCE} invitations are already open`, retryAfterMs));
    }
    this.#made = this.#made.filter(atMs => nowMs - atMs < HOUR_MS);
    const [oldest] = this.#made;
    if (oldest === undefined || this.#made.length < MADE_AN_HOUR) return;
    const retryAfterMs = Math.ceil(oldest + HOUR_MS - nowMs);
    throw new RpcError(rateLimited(`${MADE_AN_HOUR} invitations were created within an hour`, retryAfterMs));
  }

  invite(terms: Terms, { secret, hasDigits }: Parameters<Invitations['invite']>[1]): NewInvitation {
    const nowMs = this.#steadyMs();
    const others = this.#stillOpen(nowMs);
    this.#refuseTooMany(others, nowMs);
    const code = hasDigits ? this.#freshCode(others) : null;
    const names = {
      codeHash: code === null ? null : hashOf(code),
      secret,
      secretHash: hashOf(secret),
      linkName: linkNameOf(secret),
    };
    this.#open = [...others, { ...names, untilMs: nowMs + GOOD_MS, terms, guesses: 0 }];
    this.#made = [...this.#made, nowMs];
    return { code, expiresMs: GOOD_MS };
  }

  /** Returns the invitation of this code or secret. Counts a wrong one, and throws as `claim` does. */
  #need(code: string, peer: string): Open {
    const waitMs = this.#meter.waitMs('tooManyCodes', peer);
    const found = this.#find(code, waitMs === 0);
    if (found !== undefined) return found;
    if (waitMs > 0)
      throw new RpcError(rateLimited('too many wrong codes; a link still works', waitMs, 'tooManyCodes'));
    this.#meter.note('tooManyCodes', peer);
    this.#open = this.#open.map(each => ({ ...each, guesses: each.guesses + 1 }));
    const ended = this.#open.filter(
      ({ codeHash, guesses }) => codeHash !== null && guesses === BOUNDS.codeGuesses,
    );
    for (const { terms } of ended) this.#onCodeEnded(terms.by);
    throw new RpcError(unauthorized('this code is wrong, already used or expired'));
  }

  async claim<T>(code: string, peer: string, admit: (terms: Terms) => Promise<T>): Promise<T> {
    const found = this.#need(code, peer);
    return this.#use(found, () => admit(found.terms));
  }

  follow<T>(claim: LinkClaim, admit: (terms: Terms, followed: Followed) => Promise<T>): Promise<T> | null {
    const name = Buffer.from(claim.link);
    const found = this.#stillOpen(this.#steadyMs()).find(
      ({ linkName, secretHash }) => !this.#taken.has(secretHash) && isSame(Buffer.from(linkName), name),
    );
    const handshake = claim.handshakes.find(
      each =>
        found !== undefined &&
        isSame(Buffer.from(claimProofOf(found.secret, each)), Buffer.from(claim.proof)),
    );
    if (found === undefined || handshake === undefined) return null;
    return this.#use(found, () => admit(found.terms, { secret: found.secret, handshake }));
  }

  /** Reserves the invitation while `doing` runs, and uses it up if that succeeds. */
  async #use<T>({ secretHash: used }: Open, doing: () => Promise<T>): Promise<T> {
    // Only marks it, so that a withdrawal meanwhile is not undone.
    this.#taken.add(used);
    try {
      const done = await doing();
      this.#over.add(used);
      this.#endWhere(({ secretHash }) => secretHash === used);
      return done;
    } finally {
      this.#taken.delete(used);
    }
  }

  hold(code: string, peer: string): HeldInvitation {
    const found = this.#need(code, peer);
    const { terms, secretHash: held } = found;
    const nowMs = this.#steadyMs();
    this.#held = [
      ...this.#held.filter(each => each.untilMs + HELD_MS > nowMs && each.secretHash !== held),
      found,
    ];
    return {
      terms,
      use: doing => (this.#over.has(held) || this.#taken.has(held) ? null : this.#use(found, doing)),
    };
  }

  #endWhere(goes: (open: Open) => boolean): void {
    for (const each of [...this.#open, ...this.#held].filter(goes)) this.#over.add(each.secretHash);
    this.#open = this.#open.filter(each => !goes(each));
  }

  withdraw(by: ReadonlySet<string>): void {
    this.#endWhere(({ terms }) => terms.by.id !== null && by.has(terms.by.id));
  }

  clear(): void {
    this.#endWhere(() => true);
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
