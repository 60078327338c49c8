import { keysOf } from '../../contract/proof.js';
import type { AccessMode } from '../../contract/ports.js';
import type { Admission, Inviter } from '../../contract/pairing-ports.js';
import type { ClientRecord } from '../../contract/records.js';
import type { Meter } from '../../lib/meter.js';
import { type AccessFollowing, type AccessNews, createAccessNews, type Farewell } from './access-news.js';
import { type Admitted, type Proven, toAdmitted } from './caller.js';
import type { Listed } from './client-list.js';
import { createRecord, createToken, firstToGo, freeNameOf, idsOf, isLastOwner } from './client-list.js';
import type { Incidents } from '../gate/incidents.js';
import { HeldClients, type HeldClientsOptions } from './held-clients.js';
import { BOUNDS } from '../gate/bounds.js';
import { RpcError, rateLimited, revokedUntilRestart } from '../rpc-error.js';
import {
  type Accepted,
  type Doer,
  type AdmissionEntry,
  type Leaving,
  NOBODY,
  OF_PAIRING,
  type Terms,
} from './terms.js';
import { createTokenCheck, type TokenCheck } from './token-check.js';
import type { ShownProof } from './verifiers.js';

const MOST_CLIENTS = BOUNDS.admittedClients;
/** Retry delay given while the list is full (an owner must revoke a client first), milliseconds. */
const FULL_RETRY_MS = 60_000;

export interface AccessOptions extends HeldClientsOptions {
  readonly mode: AccessMode;
  readonly fixedToken: string | null;
  readonly incidents: Pick<Incidents, 'note'>;
  readonly meter: Meter<'tooManyTokens'>;
}

/**
 * Keeps the clients that may control the speaker. Tokens have 256 bits; only their verifiers are stored (contract,
 * section 4).
 */
export class Access implements Admission, AccessFollowing {
  readonly #options: AccessOptions;
  readonly #tokens: TokenCheck;
  readonly #news: AccessNews;
  readonly #held: HeldClients;
  /** `paired`: a client needs a token; `open`: none is needed for what a guest may do. */
  readonly mode: AccessMode;
  readonly announce: AccessFollowing['announce'];
  readonly onRevoked: AccessFollowing['onRevoked'];
  readonly onChange: AccessFollowing['onChange'];

  constructor(options: AccessOptions) {
    this.#options = options;
    this.#news = createAccessNews(options.incidents);
    this.announce = this.#news.announce;
    this.onRevoked = this.#news.onRevoked;
    this.onChange = this.#news.onChange;
    this.#held = new HeldClients(options);
    this.#tokens = createTokenCheck({ ...options, clients: () => this.#held.current });
    this.mode = options.mode;
  }

  async #removeWhere(goes: (client: ClientRecord) => boolean, leaving: Leaving): Promise<boolean> {
    const gone = this.#held.all.filter(goes);
    if (gone.length === 0) return false;
    const saving = this.#held.remove(idsOf(gone));
    // Announce before the write settles: the tokens are worthless even if the write fails.
    this.#news.tellGone(gone, leaving, saving);
    return saving.then(
      () => true,
      (cause: unknown) => Promise.reject(new RpcError(revokedUntilRestart, { cause })),
    );
  }

  #admitted(found: ClientRecord): Admitted {
    const isFixed = this.#tokens.isFixed(found);
    if (!isFixed) this.#held.markSeen(found.id);
    return toAdmitted(found, isFixed);
  }

  /**
   * Returns the client that the token admits, or null. Throws an `RpcError` `rateLimited` after too many wrong tokens.
   */
  check(token: string, peer: string): Admitted | null {
    const found = this.#tokens.byToken(token, peer);
    return found && this.#admitted(found);
  }

  /** Returns the client that the proof admits, or null. Throws as `check` does. */
  prove(shown: ShownProof, peer: string): Proven | null {
    const found = this.#tokens.byProof(shown, peer);
    if (found === null) return null;
    const { client, serverKey, answer: proof } = found;
    return { ...this.#admitted(client), serverKey, proof };
  }

  /** Returns why the client that this proof belongs to lost access; null: it never had any, or lost it long ago. */
  farewellOf(shown: ShownProof): Farewell | null {
    return this.#news.farewellOf(shown);
  }

  /** Counts a wrong proof of a claim against the peer. Throws an `RpcError` `rateLimited` after too many. */
  noteWrong(peer: string): void {
    this.#tokens.noteWrong(peer);
  }

  /**
   * Makes proof keys for the client of this id, which showed a token issued before proofs existed. Null if it has keys;
   * otherwise resolves with whether they were saved, so that a proof still works after a restart.
   */
  makeKeys(id: string, token: string): Promise<boolean> | null {
    const old = this.#held.all.find(client => client.id === id)?.verifier;
    if (old === undefined || !('tokenHash' in old)) return null;
    return this.#held.setVerifier(id, keysOf(token)).then(
      () => true,
      (err: unknown) => {
        this.#options.logger.warn({ err }, 'The keys of a client could not be saved.');
        return false;
      },
    );
  }

  /** Marks the client as connected, and so not unseen, until the returned function is called. */
  noteOpen(id: string): () => void {
    return this.#held.noteOpen(id);
  }

  /** Throws an `RpcError` `rateLimited` while the list of clients is full: one must be revoked first. */
  refuseWhenFull(): void {
    if (this.#held.current.length < MOST_CLIENTS) return;
    const message = `${MOST_CLIENTS} clients are admitted; revoke one first`;
    throw new RpcError(rateLimited(message, FULL_RETRY_MS, 'tooManyClients'));
  }

  admit(name: string, peer: string | null, by: Inviter | null = null): Promise<Accepted> {
    // Pairing always admits: in a full list the longest unseen guest makes room, else the longest unseen owner.
    const { current, here } = this.#held;
    const leaving = firstToGo(current, current.length + 1 - MOST_CLIENTS, here);
    const terms = { ...OF_PAIRING, by: { ...NOBODY, ...by } };
    return this.#accept(name, peer, { token: createToken(), terms, leaving });
  }

  /** Admits a new client; resolves when durable. A token is created unless given, and returned only this once. */
  accept(name: string, peer: string | null, terms: Terms, token = createToken()): Promise<Accepted> {
    return this.#accept(name, peer, { token, terms, leaving: [] });
  }

  async #accept(
    name: string,
    peer: string | null,
    { token, terms, leaving }: AdmissionEntry,
  ): Promise<Accepted> {
    const createdMs = this.#options.clock.epochMs();
    const client = createRecord({ name: freeNameOf(name, this.#held.namesInUse()), token, createdMs, terms });
    const gone = await this.#held.replace(idsOf(leaving), client);
    this.#news.tellGone(gone, { what: 'revoked', by: { ...NOBODY, peer }, why: 'makesRoom' });
    this.#news.tellAdmitted(client, peer, terms.by);
    return { token, id: client.id, role: client.role };
  }

  /** Renames a client; resolves when durable with the name, made unique if taken; null if there is no such client. */
  async rename(id: string, given: string, by: Doer): Promise<string | null> {
    const client = this.#held.all.find(each => each.id === id);
    if (client === undefined) return null;
    const name = freeNameOf(given, this.#held.namesInUse(id));
    if (name === client.name) return name;
    const renaming = this.#held.rename(id, name, back => this.#news.tellRenamed(name, back, by));
    // Announce at once, because the list shows the new name at once, and admissions are looked up by name.
    this.#news.tellRenamed(client.name, name, by);
    await renaming;
    return name;
  }

  /** Revokes a client at once; resolves when durable, or rejects with an `RpcError`; false if there is no such client. */
  revoke(id: string, by: Doer = NOBODY): Promise<boolean> {
    return this.#removeWhere(client => client.id === id, { what: 'revoked', by });
  }

  /** Revokes all clients. Rejects as `revoke` does. */
  async revokeAll(): Promise<void> {
    await this.#removeWhere(() => true, { what: 'signedOut', by: NOBODY });
  }

  /** Whether this client is an owner and the only one in the list. */
  isLastOwner(id: string): boolean {
    return isLastOwner(this.#held.current, id);
  }

  /** Ends the access of expired guests. Returns when to check again, in milliseconds from now; null: never. */
  endExpired(): number | null {
    const { expired, nextMs } = this.#held.dropExpired();
    this.#news.tellGone(expired, { what: 'expired', by: NOBODY });
    return Number.isFinite(nextMs) ? nextMs : null;
  }

  list(): readonly Listed[] {
    return this.#held.listed;
  }
}
