import { createAllowance } from '../allowance.js';
import { keysOf } from '../proof.js';
import type { Clock } from '../ports.js';
import type { ClientRecord } from '../records.js';
import type { Incidents } from './incidents.js';
import { CONTROL_LIMITS } from './limits.js';
import { isLoopback } from './peer-rule.js';
import { RpcError, rateLimited } from './rpc-error.js';
import { findByProof, findByToken, type Proven, type Shown } from './verifiers.js';

const WRONG_TOKENS = { most: CONTROL_LIMITS.wrongTokens, withinMs: 60_000 };
const KNOWN = { most: 1, withinMs: CONTROL_LIMITS.knownForMs };

/** Says whose a token or a proof is, and counts what is wrong, by peer (contract, section 4, "Limits"). */
export interface TokenCheck {
  /** Null: nobody's. Throws an `RpcError` `rateLimited` after too many wrong ones from this peer. */
  byToken(token: string, peer: string): ClientRecord | null;
  /** The same. */
  byProof(shown: Shown, peer: string): Proven | null;
  /** A wrong token or proof came from there. Throws an `RpcError` `rateLimited` after too many. */
  noteWrong(peer: string): void;
  /** Whether a good token came from this peer within a day, or within the day before the start. */
  isKnown(peer: string): boolean;
  /** Whether this is nobody's in the list, but the one of the configuration. */
  isFixed(client: ClientRecord): boolean;
}

export interface TokenCheckOptions {
  readonly fixedToken: string | null;
  /** Whose tokens are good now. */
  readonly clients: () => readonly ClientRecord[];
  readonly incidents: Pick<Incidents, 'note'>;
  readonly clock: Clock;
}

export function createTokenCheck({ fixedToken, clients, incidents, clock }: TokenCheckOptions): TokenCheck {
  const steadyMs = () => clock.steadyMs();
  const mistakes = createAllowance({ ...WRONG_TOKENS, steadyMs });
  const known = createAllowance({ ...KNOWN, steadyMs });
  const nowMs = clock.epochMs();
  for (const { seenFrom, lastSeenMs = 0 } of clients()) {
    // A clock that is not set yet says an earlier time.
    if (seenFrom !== undefined && nowMs - lastSeenMs < KNOWN.withinMs) known.note(seenFrom);
  }
  const fixed: ClientRecord | null =
    fixedToken === null
      ? null
      : { id: '', name: '', role: 'owner', verifier: keysOf(fixedToken), createdMs: 0 };

  /**
   * Nobody guesses 256 bits, so a token given out is good whatever else comes from its peer. The fixed one may be a word: a
   * peer that guesses is not told. On loopback that would lock out everybody behind a proxy.
   */
  function candidates(peer: string): readonly ClientRecord[] {
    const mayBeFixed = fixed !== null && (mistakes.waitMs(peer) === 0 || isLoopback(peer));
    return [...(mayBeFixed ? [fixed] : []), ...clients()];
  }

  function noteWrong(peer: string): void {
    const waitMs = mistakes.waitMs(peer);
    incidents.note(waitMs > 0 ? 'tooManyTokens' : 'wrongToken', peer);
    if (waitMs > 0) throw new RpcError(rateLimited('too many wrong tokens', waitMs));
    mistakes.note(peer);
  }

  function judge<T>(found: T | undefined, peer: string): T | null {
    if (found === undefined) noteWrong(peer);
    else known.note(peer);
    return found ?? null;
  }

  return {
    byToken: (token, peer) => judge(findByToken(candidates(peer), token), peer),
    byProof: (shown, peer) => judge(findByProof(candidates(peer), shown), peer),
    noteWrong,
    isKnown: peer => known.waitMs(peer) > 0,
    isFixed: client => client === fixed,
  };
}
