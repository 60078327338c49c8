import { randomBytes, randomUUID } from 'node:crypto';
import { OWN_WORDS, toClientName, toFreeName } from '../../contract/client-name.js';
import { keysOf } from '../../contract/proof.js';
import type { ClientRecord } from '../../contract/records.js';
import type { Terms } from './terms.js';

export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

export function idsOf(clients: readonly ClientRecord[]): ReadonlySet<string> {
  return new Set(clients.map(({ id }) => id));
}

/** Returns the given name, with a number if it is spelt like one of the speaker's own words or a `used` name. */
export function freeNameOf(given: string, used: readonly string[]): string {
  return toFreeName(toClientName(given), [...OWN_WORDS, ...used]);
}

export interface NewClient {
  readonly name: string;
  readonly token: string;
  readonly createdMs: number;
  readonly terms: Terms;
}

/** Builds the record of a client that is admitted by this token on these terms. */
export function createRecord({ name, token, createdMs, terms }: NewClient): ClientRecord {
  const { role, validMs, volumeMax, by } = terms;
  return {
    id: randomUUID(),
    name,
    role,
    verifier: keysOf(token),
    createdMs,
    ...(by.id !== null && { invitedBy: by.id }),
    ...(by.name !== null && { invitedByName: by.name }),
    ...(validMs !== null && { expiresAtMs: createdMs + validMs }),
    ...(volumeMax !== null && { volumeMax }),
  };
}

/** Adds the inviter's name to records written by older versions, if the inviter is still in the list. */
export function withInviters(clients: readonly ClientRecord[]): readonly ClientRecord[] {
  const names = new Map(clients.map(({ id, name }) => [id, name]));
  return clients.map(client => {
    const invitedByName = client.invitedByName ?? names.get(client.invitedBy ?? '');
    return invitedByName === undefined ? client : { ...client, invitedByName };
  });
}

/**
 * Returns the `count` clients to drop first: guests before owners (contract, section 4), and among each the longest
 * unseen first. A client in `here` (ids) is connected: such a guest goes before any owner, but after all other guests.
 */
export function firstToGo(
  clients: readonly ClientRecord[],
  count: number,
  here: ReadonlySet<string>,
): readonly ClientRecord[] {
  const rank = ({ id, role }: ClientRecord): number => (role === 'guest' ? 0 : 2) + (here.has(id) ? 1 : 0);
  const inOrder = [...clients].sort((one, other) => rank(one) - rank(other) || seenMs(one) - seenMs(other));
  return inOrder.slice(0, Math.max(0, count));
}

function seenMs({ createdMs, lastSeenMs = createdMs }: ClientRecord): number {
  return lastSeenMs;
}

/** Whether this client is an owner and the only one. */
export function isLastOwner(clients: readonly ClientRecord[], id: string): boolean {
  const owners = clients.filter(({ role }) => role === 'owner');
  return owners.length === 1 && owners[0]?.id === id;
}

/** A client as other clients are shown it. */
export type Listed = Omit<ClientRecord, 'verifier'> & {
  /** The client has an open session. */
  readonly here?: true;
};

export function toListed({ verifier: _, ...client }: ClientRecord, here: ReadonlySet<string>): Listed {
  return here.has(client.id) ? { ...client, here: true } : client;
}
