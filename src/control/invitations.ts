import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { RpcError, rateLimited, unauthorized } from './rpc-error.js';

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
  /** Throws an `RpcError` `rateLimited` while as many as allowed are open. `by`: the id of the client that asks. */
  invite(by: string | null): Invitation;
  /**
   * Uses up the invitation of this code or secret and resolves with what `admit` does; where that fails the
   * invitation stays good. Throws an `RpcError`: `unauthorized`, or `rateLimited` after too many wrong codes.
   */
  claim(code: string, admit: () => Promise<string>): Promise<string>;
  /** Takes back what these clients have given out. */
  withdraw(by: ReadonlySet<string>): void;
  clear(): void;
}

const GOOD_MS = 300_000;
const OPEN_AT_ONCE = 5;
const WRONG_CODES = 5;
const WRONG_WITHIN_MS = 60_000;

interface Open {
  readonly codeHash: Buffer;
  readonly secretHash: Buffer;
  readonly untilMs: number;
  readonly by: string | null;
}

/** `steadyMs` is a clock that never jumps. Nothing here outlives the process. */
export function createInvitations(steadyMs: () => number): Invitations {
  let open: readonly Open[] = [];
  /** When wrong six-digit codes came, the oldest first; whoever sent them. */
  let wrong: readonly number[] = [];

  function stillOpen(nowMs: number): readonly Open[] {
    open = open.filter(({ untilMs }) => untilMs > nowMs);
    return open;
  }

  function freshCode(taken: readonly Open[]): string {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    return taken.some(({ codeHash }) => codeHash.equals(hashOf(code))) ? freshCode(taken) : code;
  }

  /** Six digits can be guessed, so guesses are counted for the whole device; a link's secret cannot. */
  function refuseGuesses(nowMs: number): void {
    wrong = wrong.filter(atMs => nowMs - atMs < WRONG_WITHIN_MS);
    const [oldest] = wrong.slice(-WRONG_CODES);
    if (oldest === undefined || wrong.length < WRONG_CODES) return;
    const retryAfterMs = Math.ceil(oldest + WRONG_WITHIN_MS - nowMs);
    throw new RpcError(rateLimited('too many wrong codes; a link still works', retryAfterMs));
  }

  return {
    invite(by) {
      const nowMs = steadyMs();
      const others = stillOpen(nowMs);
      if (others.length >= OPEN_AT_ONCE) {
        const retryAfterMs = Math.ceil(Math.min(...others.map(({ untilMs }) => untilMs)) - nowMs);
        throw new RpcError(rateLimited(`${OPEN_AT_ONCE} invitations are open already`, retryAfterMs));
      }
      const code = freshCode(others);
      const secret = randomBytes(16).toString('base64url');
      const hashes = { codeHash: hashOf(code), secretHash: hashOf(secret) };
      open = [...others, { ...hashes, untilMs: nowMs + GOOD_MS, by }];
      return { code, secret, expiresMs: GOOD_MS };
    },
    async claim(code, admit) {
      const nowMs = steadyMs();
      const isGuessable = /^\d{6}$/.test(code);
      if (isGuessable) refuseGuesses(nowMs);
      const hash = hashOf(code);
      // Every one is compared, so that the time taken tells nothing.
      const [found] = stillOpen(nowMs).filter(
        ({ codeHash, secretHash }) => timingSafeEqual(codeHash, hash) || timingSafeEqual(secretHash, hash),
      );
      if (found === undefined) {
        if (isGuessable) wrong = [...wrong, nowMs];
        throw new RpcError(unauthorized('this code is wrong, used up or too old'));
      }
      open = open.filter(each => each !== found);
      try {
        return await admit();
      } catch (error) {
        open = [...open, found];
        throw error;
      }
    },
    withdraw(by) {
      open = open.filter(each => each.by === null || !by.has(each.by));
    },
    clear() {
      open = [];
    },
  };
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
