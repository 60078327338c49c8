import type { Cell, Clock, Logger } from '../../contract/ports.js';
import type { ClientRecord } from '../../contract/records.js';
import { idsOf, type Listed, toListed } from './client-list.js';

/** `lastSeenMs` is written at most this often, milliseconds. */
const SEEN_EVERY_MS = 3_600_000;

/** The admitted clients, in memory and on disk. */
export interface HeldClients {
  /** All clients, including expired ones until they are looked for. */
  readonly all: readonly ClientRecord[];
  readonly current: readonly ClientRecord[];
  /** Removes clients at once; resolves when durable. If it rejects, a restart admits them again. */
  remove(ids: ReadonlySet<string>): Promise<void>;
  /** Replaces `leaving` by `newcomer` in one write. If that fails, the promise rejects and nothing has changed. */
  replace(leaving: readonly ClientRecord[], newcomer: ClientRecord): Promise<void>;
  /** Changes a client at once; resolves when durable. If the write fails, it rejects and the client is as before. */
  change(id: string, members: Partial<ClientRecord>): Promise<void>;
  /** The names of all clients except the one with this id. */
  namesInUse(except?: string): readonly string[];
  /** Notes that the client is here now. */
  markSeen(id: string): void;
  /** Removes and returns the guests that have expired. `nextMs`: milliseconds until the next one does; Infinity: none. */
  dropExpired(): { readonly expired: readonly ClientRecord[]; readonly nextMs: number };
  /**
   * Notes an open session of this id, which need not be in the list. Call the returned function when the session
   * closes.
   */
  noteOpen(id: string): () => void;
  /** Ids of clients with an open session. */
  readonly here: ReadonlySet<string>;
  /** The current clients, as other clients are shown them. */
  readonly listed: readonly Listed[];
}

export interface HeldClientsOptions {
  readonly clients: Cell<{ readonly clients: readonly ClientRecord[] }>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createHeldClients(options: HeldClientsOptions): HeldClients {
  return new StoredClients(options);
}

class StoredClients implements HeldClients {
  readonly #options: HeldClientsOptions;
  /** By id, when and where clients were last seen, as stored on disk. */
  readonly #saved: Map<string, LastSeen>;
  /** The open sessions. */
  readonly #open = new Set<{ readonly id: string }>();
  all: readonly ClientRecord[];

  constructor(options: HeldClientsOptions) {
    this.#options = options;
    this.all = options.clients.value?.clients ?? [];
    this.#saved = new Map(this.all.map(client => [client.id, client]));
  }

  #write(): Promise<void> {
    return this.#options.clients.write({ clients: this.all });
  }

  /** Writes the list and logs a failure as a warning; no caller waits for it. */
  #save(problem: string): void {
    this.#write().catch((error: unknown) => this.#options.logger.warn({ err: error }, problem));
  }

  #drop(ids: ReadonlySet<string>): void {
    this.all = this.all.filter(({ id }) => !ids.has(id));
    for (const id of ids) this.#saved.delete(id);
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

  dropExpired(): { readonly expired: readonly ClientRecord[]; readonly nextMs: number } {
    const expired = this.all.filter(client => this.#leftMs(client) <= 0);
    if (expired.length > 0) {
      this.#drop(new Set(expired.map(({ id }) => id)));
      this.#save('The expiry of guests could not be saved.');
    }
    return { expired, nextMs: Math.min(...this.all.map(client => this.#leftMs(client))) };
  }

  namesInUse(except?: string): readonly string[] {
    return this.all.filter(({ id }) => id !== except).map(({ name }) => name);
  }

  async change(id: string, members: Partial<ClientRecord>): Promise<void> {
    const before = this.all.find(client => client.id === id);
    this.#change(id, members);
    try {
      await this.#write();
    } catch (error) {
      this.#change(id, before ?? {});
      throw error;
    }
  }

  remove(ids: ReadonlySet<string>): Promise<void> {
    this.#drop(ids);
    return this.#write();
  }

  async replace(leaving: readonly ClientRecord[], newcomer: ClientRecord): Promise<void> {
    const before = this.all;
    this.#drop(idsOf(leaving));
    const after = [...this.all, newcomer];
    this.all = after;
    try {
      await this.#write();
    } catch (error) {
      const others = this.all.filter(client => client !== newcomer);
      this.all = this.all === after ? before : [...leaving, ...others];
      // Retry later what the disk could not take, but without the newcomer: nobody has its token.
      this.#save('The clients could not be saved.');
      throw error;
    }
  }

  markSeen(id: string): void {
    const client = this.all.find(each => each.id === id);
    if (client === undefined) return;
    const seen = { ...client, lastSeenMs: this.#options.clock.epochMs() };
    this.#change(id, seen);
    if (!isDue(seen, this.#saved.get(id))) return;
    this.#saved.set(id, seen);
    this.#save('The time at which a client was last seen could not be saved.');
  }

  noteOpen(id: string): () => void {
    const session = { id };
    this.#open.add(session);
    return () => {
      if (this.#open.delete(session)) this.markSeen(id);
    };
  }

  get here(): ReadonlySet<string> {
    return new Set([...this.#open].map(({ id }) => id));
  }

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
