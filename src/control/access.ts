import { randomBytes, randomUUID } from 'node:crypto';
import { toClientName, toFreeName } from '../client-name.js';
import type { AccessMode, Admission, Cell, Clock, Logger } from '../ports.js';
import type { AccessChange, Role } from '../protocol.js';
import type { ClientRecord } from '../records.js';
import { findByToken, firstToGo, hashOf, isLastOwner, leftMs } from './client-list.js';
import { createAllowance } from '../allowance.js';
import type { Incidents } from './incidents.js';
import { CONTROL_LIMITS } from './limits.js';
import { isLoopback } from './peer-rule.js';
import { RpcError, rateLimited } from './rpc-error.js';
import { type Accepted, type Doer, NOBODY, OF_PAIRING, type Terms } from './terms.js';

/** `lastSeenMs` is worth a write this rarely, milliseconds. */
const SEEN_EVERY_MS = 3_600_000;
const MOST_CLIENTS = CONTROL_LIMITS.admittedClients;
/** Somebody has to make room, milliseconds. */
const FULL_RETRY_MS = 60_000;
const WRONG_TOKENS = { most: CONTROL_LIMITS.wrongTokens, withinMs: 60_000 };
const KNOWN = { most: 1, withinMs: CONTROL_LIMITS.knownForMs };

export interface Admitted {
  /** The id in the list of clients; null under the fixed token. */
  readonly id: string | null;
  readonly name: string | null;
  readonly role: Role;
  /** The ceiling of each volume that it sets, percent; null: none. */
  readonly volumeMax: number | null;
  /** When its token becomes worthless, by the wall clock; null: it does not. */
  readonly expiresAtMs: number | null;
}

/** Told of the ids whose tokens have just become worthless. */
export type RevokedListener = (ids: ReadonlySet<string>) => void;
export type ChangeListener = (change: AccessChange) => void;

export interface Access extends Admission {
  /** `paired`: a token is needed; `open`: none is, for what a guest may do. */
  readonly mode: AccessMode;
  /** Whom this token admits; null: nobody. Throws an `RpcError` `rateLimited` after too many wrong ones from this peer. */
  check(token: string, peer: string): Admitted | null;
  /** Whether a good token came from this peer within a day. */
  isKnown(peer: string): boolean;
  /** Throws an `RpcError` `rateLimited` while as many are admitted as may be: one must be revoked first. */
  refuseWhenFull(): void;
  /** A new client by an invitation; resolves when durable. Its token is shown this once. */
  accept(name: string, peer: string | null, terms: Terms): Promise<Accepted>;
  /** Takes effect at once; resolves when durable; false when there is no such client. */
  revoke(id: string, by?: Doer): Promise<boolean>;
  /** Whether this is an owner, and there is no other among the clients. */
  isLastOwner(id: string): boolean;
  /** Ends the access of those whose time is over; answers when the next one's is, in milliseconds from now, null: never. */
  endExpired(): number | null;
  list(): readonly Omit<ClientRecord, 'tokenHash'>[];
  /** Call the answer to end it. */
  onRevoked(listener: RevokedListener): () => void;
  /** Tells those who follow the changes of one that is not the list's. */
  announce(change: AccessChange): void;
  /** Told who was admitted or revoked, and what was announced; call the answer to end it. */
  onChange(listener: ChangeListener): () => void;
}

export interface AccessOptions {
  readonly clients: Cell<{ readonly clients: readonly ClientRecord[] }>;
  readonly mode: AccessMode;
  readonly fixedToken: string | null;
  readonly incidents: Pick<Incidents, 'note'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Keeps who may control the speaker: 256-bit tokens, of which only the SHA-256 is stored (contract, section 4). */
export function createAccess(options: AccessOptions): Access {
  return new ClientAccess(options);
}

class ClientAccess implements Access {
  readonly #options: AccessOptions;
  readonly #mistakes = createAllowance({ ...WRONG_TOKENS, steadyMs: () => this.#options.clock.steadyMs() });
  readonly #known = createAllowance({ ...KNOWN, steadyMs: () => this.#options.clock.steadyMs() });
  readonly #revokedListeners = new Set<RevokedListener>();
  readonly #changeListeners = new Set<ChangeListener>();
  readonly #fixed: ClientRecord | null;
  #clients: readonly ClientRecord[];
  /** What the disk knows of when clients were seen, by id. */
  readonly #savedSeen: Map<string, number>;
  readonly mode: Access['mode'];

  constructor(options: AccessOptions) {
    this.#options = options;
    this.#fixed =
      options.fixedToken === null
        ? null
        : { id: '', name: '', role: 'owner', tokenHash: hashOf(options.fixedToken), createdMs: 0 };
    this.#clients = options.clients.value?.clients ?? [];
    this.#savedSeen = new Map(this.#clients.map(({ id, lastSeenMs }) => [id, lastSeenMs ?? 0]));
    this.mode = options.mode;
  }

  async #removeWhere(
    goes: (client: ClientRecord) => boolean,
    { what, by }: { readonly what: 'revoked' | 'expired' | 'signedOut'; readonly by: Doer },
  ): Promise<boolean> {
    const gone = this.#clients.filter(goes);
    if (gone.length === 0) return false;
    const ids = new Set(gone.map(({ id }) => id));
    this.#clients = this.#clients.filter(({ id }) => !ids.has(id));
    for (const id of ids) this.#savedSeen.delete(id);
    // Whether the disk takes it or not, the tokens are worthless from here on.
    for (const listener of this.#revokedListeners) listener(ids);
    const who = by.name === null ? {} : { by: by.name };
    for (const { name } of gone) {
      // That all go with the listener is said once, by whoever signs him out.
      if (what !== 'signedOut') this.#options.incidents.note(what, by.peer, { client: name, ...who });
      this.announce({ what: 'revoked', name, ...who });
    }
    await this.#options.clients.write({ clients: this.#clients });
    return true;
  }

  /** What nobody waits for. */
  #save(writing: Promise<unknown>, problem: string): void {
    writing.catch((error: unknown) => this.#options.logger.warn({ err: error }, problem));
  }

  #markSeen(seen: ClientRecord): void {
    const lastSeenMs = this.#options.clock.epochMs();
    this.#clients = this.#clients.map(client => (client.id === seen.id ? { ...client, lastSeenMs } : client));
    if (Math.abs(lastSeenMs - (this.#savedSeen.get(seen.id) ?? 0)) < SEEN_EVERY_MS) return;
    this.#savedSeen.set(seen.id, lastSeenMs);
    this.#save(
      this.#options.clients.write({ clients: this.#clients }),
      'The time at which a client was last seen could not be saved.',
    );
  }

  #current(): readonly ClientRecord[] {
    const nowMs = this.#options.clock.epochMs();
    return this.#clients.filter(client => leftMs(client, nowMs) > 0);
  }

  check(token: string, peer: string): Admitted | null {
    const waitMs = this.#mistakes.waitMs(peer);
    // Nobody guesses 256 bits, so a token given out is good whatever else comes from its peer. The fixed one may be
    // a word: a peer that guesses is not told. On loopback that would lock out everybody behind a proxy.
    const mayBeFixed = this.#fixed !== null && (waitMs === 0 || isLoopback(peer));
    const found = findByToken([...(mayBeFixed ? [this.#fixed] : []), ...this.#current()], token);
    if (found === undefined) {
      this.#options.incidents.note(waitMs > 0 ? 'tooManyTokens' : 'wrongToken', peer);
      if (waitMs > 0) throw new RpcError(rateLimited('too many wrong tokens', waitMs));
      this.#mistakes.note(peer);
      return null;
    }
    this.#known.note(peer);
    const { id, name, role, volumeMax = null, expiresAtMs = null } = found;
    if (found === this.#fixed) return { id: null, name: null, role, volumeMax, expiresAtMs };
    this.#markSeen(found);
    return { id, name, role, volumeMax, expiresAtMs };
  }

  isKnown(peer: string): boolean {
    return this.#known.waitMs(peer) > 0;
  }

  refuseWhenFull(): void {
    if (this.#current().length < MOST_CLIENTS) return;
    throw new RpcError(rateLimited(`${MOST_CLIENTS} clients are admitted; revoke one first`, FULL_RETRY_MS));
  }

  async admit(name: string, peer: string | null): Promise<string> {
    // Whoever pairs the speaker is let in whoever else is: the longest unseen guest makes room, else the phone.
    const leaving = firstToGo(this.#clients, this.#clients.length + 1 - MOST_CLIENTS);
    await this.#removeWhere(client => leaving.has(client), { what: 'revoked', by: NOBODY });
    return (await this.accept(name, peer, OF_PAIRING)).token;
  }

  async accept(
    name: string,
    peer: string | null,
    { role, validMs, volumeMax, by }: Terms,
  ): Promise<Accepted> {
    const token = randomBytes(32).toString('base64url');
    const createdMs = this.#options.clock.epochMs();
    const used = this.#current().map(client => client.name);
    const client: ClientRecord = {
      id: randomUUID(),
      name: toFreeName(toClientName(name), used),
      role,
      tokenHash: hashOf(token),
      createdMs,
      ...(by.id !== null && { invitedBy: by.id }),
      ...(validMs !== null && { expiresAtMs: createdMs + validMs }),
      ...(volumeMax !== null && { volumeMax }),
    };
    this.#clients = [...this.#clients, client];
    try {
      await this.#options.clients.write({ clients: this.#clients });
    } catch (error) {
      this.#clients = this.#clients.filter(({ id }) => id !== client.id);
      // What the disk could not take is tried again later: not with a client whose token nobody has.
      this.#save(this.#options.clients.write({ clients: this.#clients }), 'The clients could not be saved.');
      throw error;
    }
    const who = by.name === null ? {} : { by: by.name };
    this.#options.incidents.note('admitted', peer, { client: client.name, role, ...who });
    this.announce({ what: 'admitted', name: client.name, ...who });
    return { token, id: client.id, role };
  }

  revoke(id: string, by: Doer = NOBODY): Promise<boolean> {
    return this.#removeWhere(client => client.id === id, { what: 'revoked', by });
  }

  async revokeAll(): Promise<void> {
    await this.#removeWhere(() => true, { what: 'signedOut', by: NOBODY });
  }

  isLastOwner(id: string): boolean {
    return isLastOwner(this.#current(), id);
  }

  endExpired(): number | null {
    const nowMs = this.#options.clock.epochMs();
    this.#save(
      this.#removeWhere(client => leftMs(client, nowMs) <= 0, { what: 'expired', by: NOBODY }),
      'The end of a client’s access could not be saved.',
    );
    const nextMs = Math.min(...this.#clients.map(client => leftMs(client, nowMs)));
    return Number.isFinite(nextMs) ? nextMs : null;
  }

  list(): readonly Omit<ClientRecord, 'tokenHash'>[] {
    return this.#current().map(({ tokenHash: _, ...client }) => client);
  }

  announce(change: AccessChange): void {
    for (const listener of this.#changeListeners) listener(change);
  }

  onRevoked(listener: RevokedListener): () => void {
    this.#revokedListeners.add(listener);
    return () => this.#revokedListeners.delete(listener);
  }

  onChange(listener: ChangeListener): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }
}
