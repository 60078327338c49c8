import { createHash, timingSafeEqual } from 'node:crypto';
import type { ClientRecord } from '../records.js';

/** What is kept of a token: who reads the file learns none. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whose token this is. Every record is compared, so that the time taken tells nothing. */
export function findByToken(clients: readonly ClientRecord[], token: string): ClientRecord | undefined {
  const hash = Buffer.from(hashOf(token));
  return clients.filter(({ tokenHash }) => isSame(hash, Buffer.from(tokenHash)))[0];
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Who goes where `count` have to: guests before owners, the longest unseen first. */
export function firstToGo(clients: readonly ClientRecord[], count: number): ReadonlySet<ClientRecord> {
  const inOrder = [...clients].sort((one, other) => rank(one) - rank(other) || seenMs(one) - seenMs(other));
  return new Set(inOrder.slice(0, Math.max(0, count)));
}

function rank({ role }: ClientRecord): number {
  return role === 'guest' ? 0 : 1;
}

function seenMs({ createdMs, lastSeenMs = createdMs }: ClientRecord): number {
  return lastSeenMs;
}

/** Until then its token is good, milliseconds from now; infinite where it has no end. */
export function leftMs({ expiresAtMs }: ClientRecord, nowMs: number): number {
  return expiresAtMs === undefined ? Number.POSITIVE_INFINITY : expiresAtMs - nowMs;
}

/** Whether this is an owner, and the only one. */
export function isLastOwner(clients: readonly ClientRecord[], id: string): boolean {
  const owners = clients.filter(({ role }) => role === 'owner');
  return owners.length === 1 && owners[0]?.id === id;
}
