import type { Cell, Clock, Logger } from '../../contract/ports.js';
import type { ClientRecord, Verifier } from '../../contract/records.js';
import { type Listed, toListed, withInviters } from './client-list.js';

/** `lastSeenMs` is written at most this often, milliseconds. */
const SEEN_EVERY_MS = 3_600_000;

export interface HeldClientsOptions {
  readonly clients: Cell<{ readonly clients: readonly ClientRecord[] }>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The admitted clients, in memory and on disk. */
export class HeldClients {
  readonly #options: HeldClientsOptions;
  /** Clients that leave once the disk write succeeds; every write meanwhile already omits them. */
  readonly #leaving = new Set<string>();
  /** Verifiers by client id that are being written, and do not count yet. */
  readonly #verifiers = new Map<string, Verifier>();
  readonly #keeping = new Map<string, Promise<void>>();
  /** By id, the names on disk of clients that are being renamed. */
  readonly #storedNames = new Map<string, string>();
  /** By id, when and where clients were last seen, as stored on disk. */
  readonly #saved: Map<string, LastSeen>;
  /** The open sessions. */
  readonly #open = new Set<{ readonly id: string }>();
  /** All clients, including expired ones until they are looked for. */
  all: readonly ClientRecord[];

  constructor(options: HeldClientsOptions) {
    this.#options = options;
    this.all = withInviters(options.clients.value?.clients ?? []);
    this.#saved = new Map(this.all.map(client => [client.id, client]));
  }

  #write(): Promise<void> {
    const staying = this.all.filter(({ id }) => !this.#leaving.has(id));
    const clients = staying.map(client => ({
      ...client,
      verifier: this.#verifiers.get(client.id) ?? client.verifier,
    }));
    return this.#options.clients.write({ clients });
  }

  /** Writes the list and logs a failure as a warning; no caller waits for it. */
  #save(problem: string): void {
    this.#write().catch((error: unknown) => this.#options.logger.warn({ err: error }, problem));
  }

  #drop(ids: ReadonlySet<string>): void {
    this.all = this.all.filter(({ id }) => !ids.has(id));
    for (const id of ids) {
      this.#leaving.delete(id);
      this.#saved.delete(id);
      this.#storedNames.delete(id);
    }
  }

  #change(changed: string, members: Partial<ClientRecord>): void {
    this.all = this.all.map(client => (client.id === changed ? { ...client, ...members } : client));
  }

  #leftMs({ expiresAtMs = Infinity }: ClientRecord): number {
    return expiresAtMs - this.#options.clock.epochMs();
  }

  get current(): readonly ClientRecord[] {
    return this.all.filter(client => this.#leftMs(client) > 0);
  }

  /** Removes and returns the guests that have expired. `nextMs`: milliseconds until the next one does; Infinity: none. */
  dropExpired(): { readonly expired: readonly ClientRecord[]; readonly nextMs: number } {
    const expired = this.all.filter(client => this.#leftMs(client) <= 0);
    if (expired.length > 0) {
      this.#drop(new Set(expired.map(({ id }) => id)));
      this.#save('The expiry of guests could not be saved.');
    }
    return { expired, nextMs: Math.min(...this.all.map(client => this.#leftMs(client))) };
  }

  /** The names of all clients except the one with this id. */
  namesInUse(except?: string): readonly string[] {
    return this.all.filter(({ id }) => id !== except).map(({ name }) => name);
  }

  /**
   * Renames a client at once; resolves when durable. If the write fails, it rejects, after the stored name was restored
   * and `onReverted` called with it; not if the client was renamed again or removed meanwhile.
   */
  async rename(id: string, name: string, onReverted: (stored: string) => void): Promise<void> {
    const client = this.all.find(each => each.id === id);
    const isLatest = () => this.all.some(client => client.id === id && client.name === name);
    // During another rename, the present name is not stored yet.
    this.#storedNames.set(id, this.#storedNames.get(id) ?? client?.name ?? name);
    this.#change(id, { name });
    try {
      await this.#write();
      if (this.#storedNames.has(id)) this.#storedNames.set(id, name);
    } catch (error) {
      const stored = this.#storedNames.get(id) ?? name;
      if (isLatest()) {
        this.#change(id, { name: stored });
        onReverted(stored);
        this.#storedNames.delete(id);
      }
      throw error;
    }
    if (isLatest()) this.#storedNames.delete(id);
  }

  /** Removes clients at once; resolves when durable. If it rejects, a restart admits them again. */
  remove(ids: ReadonlySet<string>): Promise<void> {
    this.#drop(ids);
    return this.#write();
  }

  /**
   * Replaces `leaving` by `newcomer` in one write. The leaving clients stay until it is durable. If the write fails,
   * the promise rejects and nothing has changed. Resolves with the clients that this call removed, without those
   * removed by other calls meanwhile.
   */
  async replace(leaving: ReadonlySet<string>, newcomer: ClientRecord): Promise<readonly ClientRecord[]> {
    for (const id of leaving) this.#leaving.add(id);
    this.all = [...this.all, newcomer];
    try {
      await this.#write();
    } catch (error) {
      for (const id of leaving) this.#leaving.delete(id);
      this.#drop(new Set([newcomer.id]));
      // Retry later what the disk could not take, but without the newcomer: nobody has its token.
      this.#save('The clients could not be saved.');
      throw error;
    }
    const dropped = this.all.filter(({ id }) => leaving.has(id));
    this.#drop(leaving);
    return dropped;
  }

  async #keep(id: string, verifier: Verifier): Promise<void> {
    this.#verifiers.set(id, verifier);
    try {
      await this.#write();
      this.#change(id, { verifier });
    } finally {
      this.#verifiers.delete(id);
      this.#keeping.delete(id);
    }
  }

  /**
   * Stores another verifier; resolves when durable, and the verifier counts only from then on: an unsaved one would be
   * worthless after a restart. A second call during the write waits for the first one.
   */
  setVerifier(id: string, verifier: Verifier): Promise<void> {
    const keeping = this.#keeping.get(id) ?? this.#keep(id, verifier);
    this.#keeping.set(id, keeping);
    return keeping;
  }

  /** Notes that the client is here now. */
  markSeen(id: string): void {
    const client = this.all.find(each => each.id === id);
    if (client === undefined) return;
    const seen = { ...client, lastSeenMs: this.#options.clock.epochMs() };
    this.#change(id, seen);
    if (!isDue(seen, this.#saved.get(id))) return;
    this.#saved.set(id, seen);
    this.#save('The time at which a client was last seen could not be saved.');
  }

  /**
   * Notes an open session of this id, which need not be in the list. Call the returned function when the session
   * closes.
   */
  noteOpen(id: string): () => void {
    const session = { id };
    this.#open.add(session);
    return () => {
      if (this.#open.delete(session)) this.markSeen(id);
    };
  }

  /** Ids of clients with an open session. */
  get here(): ReadonlySet<string> {
    return new Set([...this.#open].map(({ id }) => id));
  }

  /** The current clients, as other clients are shown them. */
  get listed(): readonly Listed[] {
    const { here } = this;
    return this.current.map(client => toListed(client, here));
  }
}

type LastSeen = Pick<ClientRecord, 'lastSeenMs'>;

/** Whether the sighting is worth a write. */
function isDue(seen: LastSeen, saved: LastSeen = {}): boolean {
  return Math.abs((seen.lastSeenMs ?? 0) - (saved.lastSeenMs ?? 0)) >= SEEN_EVERY_MS;
}
