import type { Clock } from '../../contract/ports.js';
import type { ClientRecord } from '../../contract/records.js';

/** How long an expired guest is kept, in case the clock was wrong, milliseconds. */
const KEPT_MS = 3_600_000;
/** Clock differences below this are drift, not a clock that was set, milliseconds. */
const DRIFT_MS = 30_000;

/**
 * Computes when guests expire, although the wall clock of a speaker may be wrong by years until the network sets it.
 * The end of a guest that was admitted since the agent's start, or by a clock that has not been set since, is measured
 * by a clock that never jumps, and moves when the wall clock is set. The end of any other guest is measured by the wall
 * clock, but the guest stays no longer, in running time, than was left when it was last seen. An expired guest is
 * refused at once and forgotten only later: if the clock was wrong, it is let in again.
 */
export interface GuestEnds {
  /** Begins the stay of a client just admitted; returns the record to store. */
  begin(client: ClientRecord): ClientRecord;
  /** How long the token stays valid, milliseconds from now; Infinity if it does not expire. */
  leftMs(client: ClientRecord): number;
  /** Returns the client with its times adjusted to the present wall clock. */
  moved(client: ClientRecord): ClientRecord;
  /** Checks a client. `over`: expired since the last look; `gone`: expired for so long that it is to be forgotten. */
  look(client: ClientRecord): 'good' | 'over' | 'refused' | 'gone';
  /** Whether a look has reported the client as expired, and it still is. */
  isToldOver(client: ClientRecord): boolean;
  /** When to look again, milliseconds from now; Infinity: never. */
  nextMs(client: ClientRecord): number;
  forget(id: string): void;
}

/** `loaded`: the clients admitted before the agent's start. */
export function createGuestEnds(clock: Clock, loaded: readonly ClientRecord[]): GuestEnds {
  return new ReckonedEnds(clock, loaded);
}

/** What is known of a guest since the start, or since its admission. */
interface Stay {
  readonly fromMs: number;
  /** The longest stay from `fromMs` on, milliseconds of running time. */
  readonly mostMs: number;
  readonly isByWall: boolean;
  /** When the guest was first found expired; null: it is not. */
  readonly overMs: number | null;
}

class ReckonedEnds implements GuestEnds {
  readonly #clock: Clock;
  readonly #stays = new Map<string, Stay>();

  constructor(clock: Clock, loaded: readonly ClientRecord[]) {
    this.#clock = clock;
    for (const client of loaded) this.#note(client, true);
  }

  /** Counts the machine's sleep too, where the clock can, so that sleep lengthens no stay. */
  #nowMs(): number {
    return this.#clock.upMs?.() ?? this.#clock.steadyMs();
  }

  /** The wall-clock time of the machine's boot: constant until the clock is set or the machine boots again. */
  #bootedMs(): number {
    return Math.max(0, Math.round(this.#clock.epochMs() - this.#nowMs()));
  }

  #note(client: ClientRecord, isLoaded: boolean): Stay {
    const { id, createdMs, lastSeenMs = createdMs, expiresAtMs = Infinity, bootedMs = Infinity } = client;
    const isOfClock = Math.abs(this.#bootedMs() - bootedMs) < DRIFT_MS;
    const isSeen = lastSeenMs >= createdMs && lastSeenMs <= expiresAtMs;
    const sinceSeenMs = expiresAtMs - (isSeen ? lastSeenMs : createdMs);
    const mostMs = isOfClock ? Math.min(sinceSeenMs, expiresAtMs - this.#clock.epochMs()) : sinceSeenMs;
    const isByWall = isLoaded && !isOfClock;
    const stay = { fromMs: this.#nowMs(), mostMs, isByWall, overMs: null };
    this.#stays.set(id, stay);
    return stay;
  }

  #stayOf(client: ClientRecord): Stay {
    return this.#stays.get(client.id) ?? this.#note(client, false);
  }

  begin(client: ClientRecord): ClientRecord {
    this.#note(client, false);
    return client.expiresAtMs === undefined ? client : { ...client, bootedMs: this.#bootedMs() };
  }

  leftMs(client: ClientRecord): number {
    const { expiresAtMs } = client;
    if (expiresAtMs === undefined) return Infinity;
    const { fromMs, mostMs, isByWall } = this.#stayOf(client);
    const ranMs = mostMs - (this.#nowMs() - fromMs);
    return isByWall ? Math.min(ranMs, expiresAtMs - this.#clock.epochMs()) : ranMs;
  }

  moved(client: ClientRecord): ClientRecord {
    const { createdMs, expiresAtMs, lastSeenMs } = client;
    if (expiresAtMs === undefined || this.#stayOf(client).isByWall) return client;
    const byMs = Math.round(this.#clock.epochMs() + this.leftMs(client) - expiresAtMs);
    if (Math.abs(byMs) < DRIFT_MS) return client;
    // No time may be before 1970, whatever an unset clock says.
    const toMoved = (ms: number) => Math.max(0, ms + byMs);
    return {
      ...client,
      createdMs: toMoved(createdMs),
      expiresAtMs: toMoved(expiresAtMs),
      ...(lastSeenMs !== undefined && { lastSeenMs: toMoved(lastSeenMs) }),
      bootedMs: this.#bootedMs(),
    };
  }

  look(client: ClientRecord): 'good' | 'over' | 'refused' | 'gone' {
    const stay = this.#stayOf(client);
    const nowMs = this.#nowMs();
    const isGood = this.leftMs(client) > 0;
    this.#stays.set(client.id, { ...stay, overMs: isGood ? null : (stay.overMs ?? nowMs) });
    if (isGood) return 'good';
    if (stay.overMs === null) return 'over';
    return nowMs - stay.overMs >= KEPT_MS ? 'gone' : 'refused';
  }

  isToldOver(client: ClientRecord): boolean {
    return this.#stayOf(client).overMs !== null && this.leftMs(client) <= 0;
  }

  nextMs(client: ClientRecord): number {
    const { overMs } = this.#stayOf(client);
    return overMs === null ? this.leftMs(client) : overMs + KEPT_MS - this.#nowMs();
  }

  forget(id: string): void {
    this.#stays.delete(id);
  }
}
