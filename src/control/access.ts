import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { AccessMode, Admission, Cell, Clock, Logger } from '../ports.js';
import type { ClientRecord } from '../records.js';
import type { Incidents } from './incidents.js';
import { CONTROL_LIMITS } from './limits.js';
import { createMistakes } from './mistakes.js';
import { isLoopback } from './peer-rule.js';
import { RpcError, rateLimited } from './rpc-error.js';

/** `lastSeenMs` is worth a write this rarely, milliseconds. */
const SEEN_EVERY_MS = 3_600_000;
const MOST_CLIENTS = CONTROL_LIMITS.admittedClients;
/** Somebody has to make room, milliseconds. */
const FULL_RETRY_MS = 60_000;
const WRONG_TOKENS = { most: CONTROL_LIMITS.wrongTokens, withinMs: 60_000 };

export interface Admitted {
  /** The id in the list of clients; null under the fixed token. */
  readonly id: string | null;
  readonly name: string | null;
}

/** Told of the ids whose tokens have just become worthless. */
export type RevokedListener = (ids: ReadonlySet<string>) => void;

export interface Access extends Admission {
  /** `paired`: a token is needed; `open`: none is. */
  readonly mode: AccessMode;
  /** Whom this token admits; null: nobody. Throws an `RpcError` `rateLimited` after too many wrong ones from this peer. */
  check(token: string, peer: string): Admitted | null;
  /** Throws an `RpcError` `rateLimited` while as many are admitted as may be: one must be revoked first. */
  refuseWhenFull(): void;
  /** Takes effect at once; resolves when durable; false when there is no such client. */
  revoke(id: string): Promise<boolean>;
  list(): readonly Omit<ClientRecord, 'tokenHash'>[];
  /** Call the answer to end it. */
  onRevoked(listener: RevokedListener): () => void;
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
  readonly #mistakes = createMistakes({ ...WRONG_TOKENS, steadyMs: () => this.#options.clock.steadyMs() });
  readonly #listeners = new Set<RevokedListener>();
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
        : { id: '', name: '', tokenHash: hashOf(options.fixedToken), createdMs: 0 };
    this.#clients = options.clients.value?.clients ?? [];
    this.#savedSeen = new Map(this.#clients.map(({ id, lastSeenMs }) => [id, lastSeenMs ?? 0]));
    this.mode = options.mode;
  }

  async #revokeWhere(goes: (client: ClientRecord) => boolean): Promise<boolean> {
    const ids = new Set(this.#clients.filter(goes).map(client => client.id));
    if (ids.size === 0) return false;
    this.#clients = this.#clients.filter(client => !ids.has(client.id));
    for (const id of ids) this.#savedSeen.delete(id);
    // Whether the disk takes it or not, the tokens are worthless from here on.
    for (const listener of this.#listeners) listener(ids);
    await this.#options.clients.write({ clients: this.#clients });
    return true;
  }

  #markSeen(seen: ClientRecord): void {
    const lastSeenMs = this.#options.clock.epochMs();
    this.#clients = this.#clients.map(client => (client.id === seen.id ? { ...client, lastSeenMs } : client));
    if (Math.abs(lastSeenMs - (this.#savedSeen.get(seen.id) ?? 0)) < SEEN_EVERY_MS) return;
    this.#savedSeen.set(seen.id, lastSeenMs);
    this.#options.clients.write({ clients: this.#clients }).catch((error: unknown) => {
      this.#options.logger.warn(
        { err: error },
        'The time at which a client was last seen could not be saved.',
      );
    });
  }

  #find(token: string, mayBeFixed: boolean): ClientRecord | undefined {
    const hash = Buffer.from(hashOf(token));
    // Every record is compared, so that the time taken tells nothing.
    return [...(this.#fixed === null || !mayBeFixed ? [] : [this.#fixed]), ...this.#clients].filter(client =>
      isSame(hash, Buffer.from(client.tokenHash)),
    )[0];
  }

  check(token: string, peer: string): Admitted | null {
    const waitMs = this.#mistakes.waitMs(peer);
    // Nobody guesses 256 bits, so a token given out is good whatever else comes from its peer. The fixed one may be
    // a word: a peer that guesses is not told. On loopback that would lock out everybody behind a proxy.
    const found = this.#find(token, waitMs === 0 || isLoopback(peer));
    if (found === undefined) {
      this.#options.incidents.note(waitMs > 0 ? 'tooManyTokens' : 'wrongToken', peer);
      if (waitMs > 0) throw new RpcError(rateLimited('too many wrong tokens', waitMs));
      this.#mistakes.note(peer);
      return null;
    }
    if (found === this.#fixed) return { id: null, name: null };
    this.#markSeen(found);
    return { id: found.id, name: found.name };
  }

  refuseWhenFull(): void {
    if (this.#clients.length < MOST_CLIENTS) return;
    throw new RpcError(rateLimited(`${MOST_CLIENTS} clients are admitted; revoke one first`, FULL_RETRY_MS));
  }

  async admit(name: string, peer: string | null): Promise<string> {
    // Whoever pairs the speaker is let in whoever else is: the longest unseen one makes room.
    const byAge = [...this.#clients].sort((one, other) => seenMs(one) - seenMs(other));
    const leaving = new Set(
      byAge.slice(0, Math.max(0, this.#clients.length + 1 - MOST_CLIENTS)).map(({ id }) => id),
    );
    if (leaving.size > 0) await this.#revokeWhere(({ id }) => leaving.has(id));
    const token = randomBytes(32).toString('base64url');
    const client = {
      id: randomUUID(),
      name: toClientName(name),
      tokenHash: hashOf(token),
      createdMs: this.#options.clock.epochMs(),
    };
    this.#clients = [...this.#clients, client];
    try {
      await this.#options.clients.write({ clients: this.#clients });
    } catch (error) {
      this.#clients = this.#clients.filter(({ id }) => id !== client.id);
      throw error;
    }
    this.#options.incidents.note('admitted', peer, { client: client.name });
    return token;
  }

  revoke(id: string): Promise<boolean> {
    return this.#revokeWhere(client => client.id === id);
  }

  async revokeAll(): Promise<void> {
    await this.#revokeWhere(() => true);
  }

  list(): readonly Omit<ClientRecord, 'tokenHash'>[] {
    return this.#clients.map(({ tokenHash: _, ...client }) => client);
  }

  onRevoked(listener: RevokedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function seenMs({ createdMs, lastSeenMs = createdMs }: ClientRecord): number {
  return lastSeenMs;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Any text as a name that the control API allows: 1 to 64 characters, no control characters. */
export function toClientName(text: string): string {
  const clean = text.replace(/\p{Cc}+/gu, ' ').trim();
  return Array.from(clean).slice(0, 64).join('') || 'phone';
}
