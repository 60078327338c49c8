import { keysOf } from '../../contract/proof.js';
import type { ClientRecord } from '../../contract/records.js';
import type { Incidents } from '../gate/incidents.js';
import type { Meter } from '../../lib/meter.js';
import { isLoopback } from '../../lib/near.js';
import { RpcError, rateLimited } from '../rpc-error.js';
import { findByProof, findByToken, type ProvenRecord, type ShownProof } from './verifiers.js';

/** Longer than any token ever given out: hashing a longer one would be work for nothing. */
const LONGEST_GIVEN = 64;

export interface TokenCheckOptions {
  readonly fixedToken: string | null;
  /** The clients whose tokens are valid now. */
  readonly clients: () => readonly ClientRecord[];
  readonly incidents: Pick<Incidents, 'note'>;
  readonly meter: Meter<'tooManyTokens'>;
}

export type TokenCheck = ReturnType<typeof createTokenCheck>;

/** Finds the client of a token or proof, and counts wrong ones by peer (contract, section 4, "Limits"). */
export function createTokenCheck({ fixedToken, clients, incidents, meter }: TokenCheckOptions) {
  const fixed: ClientRecord | null =
    fixedToken === null
      ? null
      : { id: '', name: '', role: 'owner', verifier: keysOf(fixedToken), createdMs: 0 };

  /**
   * Returns the records to compare with. Tokens given out have 256 bits, so they are accepted whatever else came from
   * the peer. The fixed token may be a guessable word: it is not compared for a peer with too many wrong tokens, except
   * on loopback, where that would lock out everybody behind a proxy.
   */
  function candidates(peer: string): readonly ClientRecord[] {
    const mayBeFixed = fixed !== null && (meter.waitMs('tooManyTokens', peer) === 0 || isLoopback(peer));
    return [...(mayBeFixed ? [fixed] : []), ...clients()];
  }

  /** Counts a wrong token or proof against the peer. Throws an `RpcError` `rateLimited` after too many. */
  function noteWrong(peer: string): void {
    const waitMs = meter.take('tooManyTokens', peer);
    incidents.note(waitMs > 0 ? 'tooManyTokens' : 'wrongToken', peer);
    if (waitMs > 0) throw new RpcError(rateLimited('too many wrong tokens', waitMs, 'tooManyTokens'));
  }

  return {
    /**
     * Returns the client of the token, or null. Throws an `RpcError` `rateLimited` after too many wrong tokens from the
     * peer.
     */
    byToken(token: string, peer: string): ClientRecord | null {
      const isPossible = token.length <= Math.max(LONGEST_GIVEN, fixedToken?.length ?? 0);
      const found = isPossible ? findByToken(candidates(peer), token) : undefined;
      if (found === undefined) noteWrong(peer);
      return found ?? null;
    },
    /** Returns the client of the proof, or null. Throws as `byToken` does. */
    byProof(shown: ShownProof, peer: string): ProvenRecord | null {
      const found = findByProof(candidates(peer), shown);
      if (found === undefined) noteWrong(peer);
      return found ?? null;
    },
    noteWrong,
    /** Whether this is the fixed token of the configuration, which belongs to no listed client. */
    isFixed: (client: ClientRecord) => client === fixed,
  };
}
