import { createAllowance } from '../allowance.js';
import { keysOf } from '../proof.js';
import type { Clock } from '../ports.js';
import type { ClientRecord } from '../records.js';
import type { Incidents } from './incidents.js';
import { createKnownPeers } from './known-peers.js';
import { CONTROL_LIMITS } from './limits.js';
import { isLoopback } from './peer-rule.js';
import { RpcError, rateLimited } from './rpc-error.js';
import { findByProof, findByToken, type Proven, type Shown } from './verifiers.js';

/** No token given out is as long, whichever release gave it: to hash what nobody has would be work for everybody. */
const LONGEST_GIVEN = 64;
const WRONG_TOKENS = { most: CONTROL_LIMITS.wrongTokens, withinMs: 60_000 };
const KNOWN = { perClient: CONTROL_LIMITS.knownPeersPerClient, forMs: CONTROL_LIMITS.knownForMs };

/** Says whose a token or a proof is, and counts what is wrong, by peer (contract, section 4, "Limits"). */
export interface TokenCheck {
  /** Null: nobody's. Throws an `RpcError` `rateLimited` after too many wrong ones from this peer. */
  byToken(token: string, peer: string): ClientRecord | null;
  /** The same. */
  byProof(shown: Shown, peer: string): Proven | null;
  /** A wrong token or proof came from there. Throws an `RpcError` `rateLimited` after too many. */
  noteWrong(peer: string): void;
  /** Whether a token that is still good came from this peer within a day, or within the day before the start. */
  isKnown(peer: string): boolean;
  /** The tokens of these clients are worthless now. */
  forget(ids: ReadonlySet<string>): void;
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
  const known = createKnownPeers({ ...KNOWN, steadyMs });
  const nowMs = clock.epochMs();
  for (const { id, seenFrom, lastSeenMs = 0 } of clients()) {
    // A clock that is not set yet says an earlier time.
    if (seenFrom !== undefined && nowMs - lastSeenMs < KNOWN.forMs) known.note(id, seenFrom);
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

  function judge(found: ClientRecord | undefined, peer: string): void {
    if (found === undefined) noteWrong(peer);
    else known.note(found.id, peer);
  }

  return {
    byToken(token, peer) {
      const isPossible = token.length <= Math.max(LONGEST_GIVEN, fixedToken?.length ?? 0);
      const found = isPossible ? findByToken(candidates(peer), token) : undefined;
      judge(found, peer);
      return found ?? null;
    },
    byProof(shown, peer) {
      const found = findByProof(candidates(peer), shown);
      judge(found?.client, peer);
      return found ?? null;
    },
    noteWrong,
    isKnown: peer => known.has(peer),
    forget: ids => known.forget(ids),
    isFixed: client => client === fixed,
  };
}
