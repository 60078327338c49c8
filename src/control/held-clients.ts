import type { Cell, Clock, Logger } from '../ports.js';
import type { ClientRecord, Verifier } from '../records.js';
import { withInviters } from './client-list.js';
import { createFormerNames, type FormerNames } from './former-names.js';
import { createGuestEnds, type GuestEnds } from './guest-ends.js';

/** `lastSeenMs` is worth a write this rarely, milliseconds; another `seenFrom` is worth one sooner. */
const SEEN_EVERY_MS = 3_600_000;
const MOVED_EVERY_MS = 60_000;

/** Who is admitted, in memory and on the disk. */
export interface HeldClients {
  /** Those whose time is over, too, until they are forgotten. */
  readonly all: readonly ClientRecord[];
  readonly current: readonly ClientRecord[];
  /** By id, those whose time is over, as somebody has seen who looked. */
  readonly over: ReadonlySet<string>;
  /** At once; resolves when durable. */
  remove(ids: ReadonlySet<string>): Promise<void>;
  /**
   * The newcomer in the place of those who leave, in one: they stay until it is durable, and for good where that fails. Then it
   * rejects, and nothing has changed. Resolves with those who went by this: not with those who were removed meanwhile.
   */
  replace(leaving: ReadonlySet<string>, newcomer: ClientRecord): Promise<readonly ClientRecord[]>;
  /**
   * Resolves when durable, and counts from then on: what is not kept is worthless after a restart. Whoever asks again meanwhile
   * waits for the first one.
   */
  setVerifier(id: string, verifier: Verifier): Promise<void>;
  /** What all are called, and were, save the one of this id. */
  namesInUse(except?: string): readonly string[];
  /** At once; resolves when durable, and is taken back where that fails. */
  rename(id: string, name: string): Promise<void>;
  /** It is here now; `peer`: where from, as peers are counted. */
  markSeen(id: string, peer?: string): void;
  /** Whose time is over since the last look; whoever was over for long is forgotten. `nextMs`: until the next look, infinite: none. */
  lookAtEnds(): { readonly over: readonly ClientRecord[]; readonly nextMs: number };
  /** A session of this client, or of somebody who is none, is open until the answer is called. */
  noteOpen(id: string): () => void;
  /** By id, those of whom a session is open. */
  readonly here: ReadonlySet<string>;
  /** The current ones, as they are told. */
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
  /** Who goes as soon as the disk has taken it: whatever is written meanwhile is without them. */
  readonly #leaving = new Set<string>();
  /** By id, what the disk is being told, and nobody is checked by yet. */
  readonly #verifiers = new Map<string, Verifier>();
  readonly #keeping = new Map<string, Promise<void>>();
  /** What the disk knows of when and where clients were seen, by id. */
  readonly #saved: Map<string, Sighting>;
  readonly #ends: GuestEnds;
  readonly #former: FormerNames;
  /** The sessions that are open. */
  readonly #open = new Set<{ readonly id: string }>();
  all: readonly ClientRecord[];

  constructor(options: HeldClientsOptions) {
    this.#options = options;
    this.all = withInviters(options.clients.value?.clients ?? []);
    this.#ends = createGuestEnds(options.clock, this.all);
    this.#former = createFormerNames(() => options.clock.steadyMs());
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

  /** What nobody waits for. */
  #save(problem: string): void {
    this.#write().catch((error: unknown) => this.#options.logger.warn({ err: error }, problem));
  }

  #drop(ids: ReadonlySet<string>): void {
    this.all = this.all.filter(({ id }) => !ids.has(id));
    for (const id of ids) {
      this.#leaving.delete(id);
      this.#saved.delete(id);
      this.#ends.forget(id);
    }
  }

  #change(changed: string, members: Partial<ClientRecord>): void {
    this.all = this.all.map(client => (client.id === changed ? { ...client, ...members } : client));
  }

  get current(): readonly ClientRecord[] {
    return this.all.filter(client => this.#ends.leftMs(client) > 0);
  }

  get over(): ReadonlySet<string> {
    return new Set(this.all.filter(client => this.#ends.isToldOver(client)).map(({ id }) => id));
  }

  lookAtEnds(): { readonly over: readonly ClientRecord[]; readonly nextMs: number } {
    const before = this.all;
    const moved = before.map(client => this.#ends.moved(client));
    const looked = moved.map(client => ({ client, now: this.#ends.look(client) }));
    const those = (now: string) => looked.filter(each => each.now === now).map(({ client }) => client);
    this.all = moved;
    this.#drop(new Set(those('gone').map(({ id }) => id)));
    const isChanged = this.all.length < before.length || moved.some((client, at) => client !== before[at]);
    if (isChanged) this.#save('The ends of guests could not be saved.');
    return { over: those('over'), nextMs: Math.min(...this.all.map(client => this.#ends.nextMs(client))) };
  }

  namesInUse(except?: string): readonly string[] {
    return this.#former.inUse(this.all.filter(({ id }) => id !== except));
  }

  async rename(id: string, name: string): Promise<void> {
    const client = this.all.find(each => each.id === id);
    const was = client?.name;
    // At once, so that it is his still where the disk does not take the new one.
    if (client !== undefined) this.#former.note(client, this.all);
    this.#change(id, { name });
    try {
      await this.#write();
    } catch (error) {
      if (this.all.some(client => client.id === id && client.name === name))
        this.#change(id, { name: was ?? name });
      throw error;
    }
  }

  remove(ids: ReadonlySet<string>): Promise<void> {
    this.#drop(ids);
    return this.#write();
  }

  async replace(leaving: ReadonlySet<string>, newcomer: ClientRecord): Promise<readonly ClientRecord[]> {
    for (const id of leaving) this.#leaving.add(id);
    this.all = [...this.all, this.#ends.begin(newcomer)];
    try {
      await this.#write();
    } catch (error) {
      for (const id of leaving) this.#leaving.delete(id);
      this.#drop(new Set([newcomer.id]));
      // What the disk could not take is tried again later: not with a client whose token nobody has.
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

  setVerifier(id: string, verifier: Verifier): Promise<void> {
    const keeping = this.#keeping.get(id) ?? this.#keep(id, verifier);
    this.#keeping.set(id, keeping);
    return keeping;
  }

  markSeen(id: string, peer?: string): void {
    const client = this.all.find(each => each.id === id);
    if (client === undefined) return;
    // First by the clock as it is now: what is moved later was all of one clock.
    const moved = this.#ends.moved(client);
    // Who is here again may be over again, and is told so again.
    if (this.#ends.leftMs(moved) > 0) this.#ends.look(moved);
    const lastSeenMs = this.#options.clock.epochMs();
    const seen = { ...moved, lastSeenMs, ...(peer !== undefined && { seenFrom: peer }) };
    this.#change(id, seen);
    if (moved === client && !isDue(seen, this.#saved.get(id))) return;
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

type Sighting = Pick<ClientRecord, 'lastSeenMs' | 'seenFrom'>;

/** Whether it is worth a write. */
function isDue(seen: Sighting, saved: Sighting = {}): boolean {
  const everyMs = seen.seenFrom === saved.seenFrom ? SEEN_EVERY_MS : MOVED_EVERY_MS;
  return Math.abs((seen.lastSeenMs ?? 0) - (saved.lastSeenMs ?? 0)) >= everyMs;
}

/** What clients are told of one another. */
export type Listed = Omit<ClientRecord, 'verifier' | 'seenFrom' | 'bootedMs'> & {
  /** A session of it is open. */
  readonly here?: true;
};

function toListed(
  { verifier: _, seenFrom: __, bootedMs: ___, ...client }: ClientRecord,
  here: ReadonlySet<string>,
): Listed {
  return here.has(client.id) ? { ...client, here: true } : client;
}
