import { keysOf } from '../proof.js';
import type { AccessMode } from '../ports.js';
import type { Admission, Inviter } from '../pairing-ports.js';
import type { ClientRecord } from '../records.js';
import { type AccessFollowing, type AccessNews, createAccessNews } from './access-news.js';
import { type Admitted, type Proven, toAdmitted } from './admitted.js';
import { createRecord, createToken, firstToGo, freeNameOf, idsOf, isLastOwner } from './client-list.js';
import type { Farewell } from './farewells.js';
import type { Incidents } from './incidents.js';
import { createHeldClients, type HeldClients, type HeldClientsOptions, type Listed } from './held-clients.js';
import { CONTROL_LIMITS } from './limits.js';
import { RpcError, rateLimited } from './rpc-error.js';
import {
  type Accepted,
  type Doer,
  type Entry,
  type Leaving,
  NOBODY,
  OF_PAIRING,
  type Terms,
} from './terms.js';
import { createTokenCheck, type TokenCheck } from './token-check.js';
import type { Shown } from './verifiers.js';

const MOST_CLIENTS = CONTROL_LIMITS.admittedClients;
/** Somebody has to make room, milliseconds. */
const FULL_RETRY_MS = 60_000;

export interface Access extends Admission, AccessFollowing {
  /** `paired`: a token is needed; `open`: none is, for what a guest may do. */
  readonly mode: AccessMode;
  /** Whom this token admits; null: nobody. Throws an `RpcError` `rateLimited` after too many wrong ones from this peer. */
  check(token: string, peer: string): Admitted | null;
  /** Whom this proof admits; as `check`. */
  prove(shown: Shown, peer: string): Proven | null;
  /** Why whoever shows this is let in no more; null: he never was, or long ago. */
  farewellOf(shown: Shown): Farewell | null;
  /** Another proof, of a claim, was wrong. Throws an `RpcError` `rateLimited` after too many. */
  noteWrong(peer: string): void;
  /**
   * From a token that was given out before there were proofs, shown by the client of this id, keys are made. Null where that
   * has been; else whether they are kept, so that the proof is good after a restart, too.
   */
  makeKeys(id: string, token: string): Promise<boolean> | null;
  /** Whether a token that is still good came from this peer within a day. */
  isKnown(peer: string): boolean;
  /** A session of this client is open, until the answer is called: that long it is not unseen. */
  noteOpen(id: string): () => void;
  /** Throws an `RpcError` `rateLimited` while as many are admitted as may be: one must be revoked first. */
  refuseWhenFull(): void;
  /** A new client by an invitation; resolves when durable. Its token, a new one where none is given, is shown this once. */
  accept(name: string, peer: string | null, terms: Terms, token?: string): Promise<Accepted>;
  /** Another name, or one like it that is free: resolves with that when durable; null when there is no such client. */
  rename(id: string, given: string, by: Doer): Promise<string | null>;
  /** Takes effect at once; resolves when durable; false when there is no such client. */
  revoke(id: string, by?: Doer): Promise<boolean>;
  /** Whether this is an owner, and there is no other among the clients. */
  isLastOwner(id: string): boolean;
  revokeAll(): Promise<void>;
  /** Ends the access of those whose time is over; answers when to look again, in milliseconds from now, null: never. */
  endExpired(): number | null;
  list(): readonly Listed[];
  /** What those of the list are called, and were: nobody else is to be told of by any of these. */
  namesInUse(): readonly string[];
}

export interface AccessOptions extends HeldClientsOptions {
  readonly mode: AccessMode;
  readonly fixedToken: string | null;
  readonly incidents: Pick<Incidents, 'note'>;
}

/** Keeps who may control the speaker: 256-bit tokens, of which only what checks them is stored (contract, section 4). */
export function createAccess(options: AccessOptions): Access {
  return new ClientAccess(options);
}

class ClientAccess implements Access {
  readonly #options: AccessOptions;
  readonly #tokens: TokenCheck;
  readonly #news: AccessNews;
  readonly #held: HeldClients;
  readonly mode: Access['mode'];
  readonly announce: Access['announce'];
  readonly onRevoked: Access['onRevoked'];
  readonly onChange: Access['onChange'];
  readonly onRenamed: Access['onRenamed'];

  constructor(options: AccessOptions) {
    this.#options = options;
    this.#news = createAccessNews(options.incidents);
    this.announce = this.#news.announce;
    this.onRevoked = this.#news.onRevoked;
    this.onChange = this.#news.onChange;
    this.onRenamed = this.#news.onRenamed;
    this.#held = createHeldClients(options);
    this.#tokens = createTokenCheck({ ...options, clients: () => this.#held.current });
    this.#news.onRevoked(ids => this.#tokens.forget(ids));
    this.mode = options.mode;
  }

  async #removeWhere(goes: (client: ClientRecord) => boolean, leaving: Leaving): Promise<boolean> {
    const gone = this.#held.all.filter(goes);
    if (gone.length === 0) return false;
    const untold = this.#untold(gone);
    const removed = this.#held.remove(idsOf(gone));
    // Whether the disk takes it or not, the tokens are worthless from here on.
    this.#news.tellGone(untold, leaving);
    await removed;
    return true;
  }

  /** Whose time is over has been told of. */
  #untold(leaving: readonly ClientRecord[]): readonly ClientRecord[] {
    const { over } = this.#held;
    return leaving.filter(({ id }) => !over.has(id));
  }

  /** Whose time is over may come in again, should it be the clock that is wrong: while there is room. */
  #firstOver(): readonly ClientRecord[] {
    const { all, over } = this.#held;
    return all.filter(({ id }) => over.has(id)).slice(0, Math.max(0, all.length + 1 - MOST_CLIENTS));
  }

  /** What nobody waits for. */
  #save(writing: Promise<unknown>, problem: string): void {
    writing.catch((error: unknown) => this.#options.logger.warn({ err: error }, problem));
  }

  #admitted(found: ClientRecord, peer: string): Admitted {
    const isFixed = this.#tokens.isFixed(found);
    if (!isFixed) this.#held.markSeen(found.id, peer);
    return toAdmitted(found, isFixed);
  }

  check(token: string, peer: string): Admitted | null {
    const found = this.#tokens.byToken(token, peer);
    return found && this.#admitted(found, peer);
  }

  prove(shown: Shown, peer: string): Proven | null {
    const found = this.#tokens.byProof(shown, peer);
    if (found === null) return null;
    const { client, serverKey, answer: proof } = found;
    return { ...this.#admitted(client, peer), serverKey, proof };
  }

  farewellOf(shown: Shown): Farewell | null {
    return this.#news.farewellOf(shown);
  }

  noteWrong(peer: string): void {
    this.#tokens.noteWrong(peer);
  }

  makeKeys(id: string, token: string): Promise<boolean> | null {
    const old = this.#held.all.find(client => client.id === id)?.verifier;
    if (old === undefined || !('tokenHash' in old)) return null;
    const writing = this.#held.setVerifier(id, keysOf(token));
    this.#save(writing, 'The keys of a client could not be saved.');
    return writing.then(
      () => true,
      () => false,
    );
  }

  isKnown(peer: string): boolean {
    return this.#tokens.isKnown(peer);
  }

  noteOpen(id: string): () => void {
    return this.#held.noteOpen(id);
  }

  refuseWhenFull(): void {
    if (this.#held.current.length < MOST_CLIENTS) return;
    throw new RpcError(rateLimited(`${MOST_CLIENTS} clients are admitted; revoke one first`, FULL_RETRY_MS));
  }

  admit(name: string, peer: string | null, by: Inviter | null = null): Promise<Accepted> {
    // Whoever pairs the speaker is let in whoever else is: the longest unseen guest makes room, else the phone.
    const { current, here } = this.#held;
    const leaving = [...this.#firstOver(), ...firstToGo(current, current.length + 1 - MOST_CLIENTS, here)];
    const terms = { ...OF_PAIRING, by: { ...NOBODY, ...by } };
    return this.#accept(name, peer, { token: createToken(), terms, leaving });
  }

  accept(name: string, peer: string | null, terms: Terms, token = createToken()): Promise<Accepted> {
    return this.#accept(name, peer, { token, terms, leaving: this.#firstOver() });
  }

  async #accept(name: string, peer: string | null, { token, terms, leaving }: Entry): Promise<Accepted> {
    const createdMs = this.#options.clock.epochMs();
    const client = createRecord({ name: freeNameOf(name, this.#held.namesInUse()), token, createdMs, terms });
    const untold = idsOf(this.#untold(leaving));
    const dropped = await this.#held.replace(idsOf(leaving), client);
    const gone = dropped.filter(({ id }) => untold.has(id));
    this.#news.tellGone(gone, { what: 'revoked', by: { ...NOBODY, peer }, why: 'makesRoom' });
    this.#news.tellAdmitted(client, peer, terms.by);
    return { token, id: client.id, role: client.role };
  }

  async rename(id: string, given: string, by: Doer): Promise<string | null> {
    const client = this.#held.all.find(each => each.id === id);
    if (client === undefined) return null;
    const name = freeNameOf(given, this.#held.namesInUse(id));
    if (name === client.name) return name;
    const renaming = this.#held.rename(id, name);
    // At once, as the list says it at once: by the name it is known since when somebody may be told what was.
    this.#news.tellRenamed(client.name, name, by);
    try {
      await renaming;
    } catch (error) {
      this.#news.tellRenamed(name, client.name, by);
      throw error;
    }
    return name;
  }

  revoke(id: string, by: Doer = NOBODY): Promise<boolean> {
    return this.#removeWhere(client => client.id === id, { what: 'revoked', by });
  }

  async revokeAll(): Promise<void> {
    await this.#removeWhere(() => true, { what: 'signedOut', by: NOBODY });
  }

  isLastOwner(id: string): boolean {
    return isLastOwner(this.#held.current, id);
  }

  endExpired(): number | null {
    const { over, nextMs } = this.#held.lookAtEnds();
    this.#news.tellGone(over, { what: 'expired', by: NOBODY });
    return Number.isFinite(nextMs) ? nextMs : null;
  }

  namesInUse(): readonly string[] {
    return this.#held.namesInUse();
  }

  list(): readonly Listed[] {
    return this.#held.listed;
  }
}
