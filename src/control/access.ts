import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Admission, Cell, Clock, Logger } from '../ports.js';
import type { ClientRecord } from '../records.js';
import type { Incidents } from './incidents.js';
import { createMistakes } from './mistakes.js';
import { isLoopback } from './peer-rule.js';
import { RpcError, rateLimited } from './rpc-error.js';

/** `lastSeenMs` is worth a write this rarely, milliseconds. */
const SEEN_EVERY_MS = 3_600_000;
/** Admitted at most (contract, section 4, "Roles"). */
const MOST_CLIENTS = 64;
/** Somebody has to make room, milliseconds. */
const FULL_RETRY_MS = 60_000;
/** Wrong tokens a minute from a peer (contract, section 4, "Limits"). */
const WRONG_TOKENS = { most: 20, withinMs: 60_000 };

export interface Admitted {
  /** The id in the list of clients; null under the fixed token. */
  readonly id: string | null;
  readonly name: string | null;
}

/** Told of the ids whose tokens have just become worthless. */
export type RevokedListener = (ids: ReadonlySet<string>) => void;

export interface Access extends Admission {
  /** `paired`: a token is needed; `open`: none is. */
  readonly mode: 'paired' | 'open';
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
  readonly mode: 'paired' | 'open';
  readonly fixedToken: string | null;
  readonly incidents: Pick<Incidents, 'note'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Keeps who may control the speaker: 256-bit tokens, of which only the SHA-256 is stored (contract, section 4). */
export function createAccess(options: AccessOptions): Access {
  const { clients: cell, mode, fixedToken, incidents, clock, logger } = options;
  const mistakes = createMistakes({ ...WRONG_TOKENS, steadyMs: () => clock.steadyMs() });
  const listeners = new Set<RevokedListener>();
  const fixed: ClientRecord | null =
    fixedToken === null ? null : { id: '', name: '', tokenHash: hashOf(fixedToken), createdMs: 0 };
  let clients: readonly ClientRecord[] = cell.value?.clients ?? [];
  /** What the disk knows of when clients were seen, by id. */
  const savedSeen = new Map(clients.map(({ id, lastSeenMs }) => [id, lastSeenMs ?? 0]));

  async function revokeWhere(goes: (client: ClientRecord) => boolean): Promise<boolean> {
    const ids = new Set(clients.filter(goes).map(client => client.id));
    if (ids.size === 0) return false;
    clients = clients.filter(client => !ids.has(client.id));
    for (const id of ids) savedSeen.delete(id);
    // Whether the disk takes it or not, the tokens are worthless from here on.
    for (const listener of listeners) listener(ids);
    await cell.write({ clients });
    return true;
  }

  function markSeen(seen: ClientRecord): void {
    const lastSeenMs = clock.epochMs();
    clients = clients.map(client => (client.id === seen.id ? { ...client, lastSeenMs } : client));
    if (Math.abs(lastSeenMs - (savedSeen.get(seen.id) ?? 0)) < SEEN_EVERY_MS) return;
    savedSeen.set(seen.id, lastSeenMs);
    cell.write({ clients }).catch((error: unknown) => {
      logger.warn({ err: error }, 'when a client was last seen could not be written');
    });
  }

  function find(token: string, mayBeFixed: boolean): ClientRecord | undefined {
    const hash = Buffer.from(hashOf(token));
    // Every record is compared, so that the time taken tells nothing.
    return [...(fixed === null || !mayBeFixed ? [] : [fixed]), ...clients].filter(client =>
      isSame(hash, Buffer.from(client.tokenHash)),
    )[0];
  }

  return {
    mode,
    check(token, peer) {
      const waitMs = mistakes.waitMs(peer);
      // Nobody guesses 256 bits, so a token given out is good whatever else comes from its peer. The fixed one may be
      // a word: a peer that guesses is not told. On loopback that would lock out everybody behind a proxy.
      const found = find(token, waitMs === 0 || isLoopback(peer));
      if (found === undefined) {
        incidents.note(waitMs > 0 ? 'tooManyTokens' : 'wrongToken', peer);
        if (waitMs > 0) throw new RpcError(rateLimited('too many wrong tokens', waitMs));
        mistakes.note(peer);
        return null;
      }
      if (found === fixed) return { id: null, name: null };
      markSeen(found);
      return { id: found.id, name: found.name };
    },
    refuseWhenFull() {
      if (clients.length < MOST_CLIENTS) return;
      throw new RpcError(
        rateLimited(`${MOST_CLIENTS} clients are admitted; revoke one first`, FULL_RETRY_MS),
      );
    },
    async admit(name, peer) {
      // Whoever pairs the speaker is let in whoever else is: the longest unseen one makes room.
      const byAge = [...clients].sort((one, other) => seenMs(one) - seenMs(other));
      const leaving = new Set(
        byAge.slice(0, Math.max(0, clients.length + 1 - MOST_CLIENTS)).map(({ id }) => id),
      );
      if (leaving.size > 0) await revokeWhere(({ id }) => leaving.has(id));
      const token = randomBytes(32).toString('base64url');
      const client = {
        id: randomUUID(),
        name: toClientName(name),
        tokenHash: hashOf(token),
        createdMs: clock.epochMs(),
      };
      clients = [...clients, client];
      try {
        await cell.write({ clients });
      } catch (error) {
        clients = clients.filter(({ id }) => id !== client.id);
        throw error;
      }
      incidents.note('admitted', peer, { client: client.name });
      return token;
    },
    revoke: id => revokeWhere(client => client.id === id),
    async revokeAll() {
      await revokeWhere(() => true);
    },
    list: () => clients.map(({ tokenHash: _, ...client }) => client),
    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
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
