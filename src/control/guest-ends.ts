import type { Clock } from '../ports.js';
import type { ClientRecord } from '../records.js';

/** So long whoever's time is over is kept, should it be the clock that is wrong, milliseconds. */
const KEPT_MS = 3_600_000;
/** Clocks differ by less than this without one of them having been set, milliseconds. */
const DRIFT_MS = 30_000;

/**
 * When the time of guests is over. The wall clock of a speaker may be wrong until the network sets it, by years: so the end of
 * a guest who was let in since the start, or by a clock that was not set since, is reckoned by a clock that never jumps, and
 * moves with the wall clock. Another's is reckoned by the wall clock, and he stays no longer than what he had left when he was
 * last seen, of running time. Who is over is refused at once, and forgotten later: should the clock have been wrong, he comes in
 * again.
 */
export interface GuestEnds {
  /** It has just been let in; answers what is to be kept of it. */
  begin(client: ClientRecord): ClientRecord;
  /** How long its token is good, milliseconds from now; infinite where it has no end. */
  leftMs(client: ClientRecord): number;
  /** The same client, by the wall clock as it is now. */
  moved(client: ClientRecord): ClientRecord;
  /** `over`: since the last look. `gone`: for so long that it is forgotten. */
  look(client: ClientRecord): 'good' | 'over' | 'refused' | 'gone';
  /** Whether a look has found its time to be over, and it is. */
  isToldOver(client: ClientRecord): boolean;
  /** When to look again, milliseconds from now; infinite: never. */
  nextMs(client: ClientRecord): number;
  forget(id: string): void;
}

/** `loaded`: those who were let in before. */
export function createGuestEnds(clock: Clock, loaded: readonly ClientRecord[]): GuestEnds {
  return new ReckonedEnds(clock, loaded);
}

/** What is known of a guest since the start, or since he was let in. */
interface Stay {
  readonly fromMs: number;
  /** Of running time, from then on. */
  readonly mostMs: number;
  readonly isByWall: boolean;
  /** When it was first seen to be over; null: it is not. */
  readonly overMs: number | null;
}

class ReckonedEnds implements GuestEnds {
  readonly #clock: Clock;
  readonly #stays = new Map<string, Stay>();

  constructor(clock: Clock, loaded: readonly ClientRecord[]) {
    this.#clock = clock;
    for (const client of loaded) this.#note(client, true);
  }

  /** A machine that sleeps lengthens nobody’s stay. */
  #nowMs(): number {
    return this.#clock.upMs?.() ?? this.#clock.steadyMs();
  }

  /** When the machine has started, by the wall clock: the same until that is set, or the machine starts anew. */
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
    // No time is before 1970, whatever a clock says that has just been switched on.
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
