import type { PlayerEvent } from '../core/player-event.js';
import type { Clock, LoadRequest } from '../ports.js';
import { type AudioBounds, createReach } from './reach.js';
import { checkWay, findWay } from './way.js';

/** The outcome of checking a load: the request in its latest form, with the address for mpv, or the failure. */
export interface Found {
  readonly request: LoadRequest;
  readonly failed: Failed | null;
}

/**
 * Checks loads on their way to mpv. Each address is checked for whether it may be opened. If mpv has failed to open an
 * address of the same origin without giving the reason, or has opened one in vain for long, the host is asked too. A
 * host that never failed in this way is not asked.
 */
export interface Ways {
  /**
   * Checks the request and calls `hand` with the outcome; not if the request was dismissed. An appended request never
   * overtakes the one it follows.
   */
  send(request: LoadRequest, hand: (found: Found) => Promise<void>): Promise<void>;
  /**
   * Follows the outcome of the loads. Returns a failed load whose host may only redirect, which mpv does not follow;
   * null for all other events. Send that load again to look up where it leads; if that is the same address, the failure
   * stands.
   */
  observe(event: PlayerEvent): { readonly request: LoadRequest; readonly failed: Failed } | null;
  /** Drops loads that are being checked and returns their ids; `append`: only those to be appended. */
  dismiss(what: 'append' | 'all'): readonly number[];
  /** Makes the appended load that is being checked replace the current one and play at once; false: there is none. */
  hurry(): boolean;
  /** Records whether loads are to start paused. Returns whether a replacing load is still being checked. */
  setPaused(paused: boolean): boolean;
  /** Whether any load is being checked. */
  readonly isLooking: boolean;
}

/** Number of suspects kept; beyond it the oldest is forgotten, which costs one failed load. */
const SUSPECTS = 16;
/** Number of sent loads kept. mpv never holds more than two. */
const SENT = 8;
/** Milliseconds without a start or a failure after which a load was in vain: mpv itself waits ten seconds for data. */
const VAIN_MS = 12_000;

export type Failed = Extract<PlayerEvent, { readonly type: 'player.failed' }>;

interface Sent {
  readonly request: LoadRequest;
  /** Whether its host was asked. */
  readonly isAsked: boolean;
  readonly sentMs: number;
  hasStarted: boolean;
}

export function createWays(bounds: AudioBounds, clock: Pick<Clock, 'steadyMs'>): Ways {
  return new LookedWays(bounds, clock);
}

class LookedWays implements Ways {
  readonly #bounds: AudioBounds;
  readonly #clock: Pick<Clock, 'steadyMs'>;
  readonly #reach;
  /** Origins from which a load has failed. */
  readonly #suspects = new Set<string>();
  readonly #sent = new Map<number, Sent>();
  readonly #looked = new Map<number, LoadRequest>();
  /** Abort the checks of loads that are dismissed. */
  readonly #dismissals = new Map<number, AbortController>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(bounds: AudioBounds, clock: Pick<Clock, 'steadyMs'>) {
    this.#bounds = bounds;
    this.#clock = clock;
    this.#reach = createReach(bounds);
  }

  async #look(
    request: LoadRequest,
    dismissed: AbortSignal,
  ): Promise<{ readonly url: string } | Omit<Failed, 'loadId'>> {
    const { loadId, url } = request;
    const { origin } = new URL(url);
    const isAsked = this.#suspects.has(origin);
    this.#sent.delete(loadId);
    this.#sent.set(loadId, { request, isAsked, sentMs: this.#clock.steadyMs(), hasStarted: false });
    for (const old of [...this.#sent.keys()].slice(0, -SENT)) this.#sent.delete(old);
    if (!isAsked) return toFound(await checkWay(url, this.#reach, dismissed));
    const way = await findWay(url, this.#reach, { plain: this.#bounds.plain, dismissed });
    if ('url' in way && way.isGood && way.url === url) this.#suspects.delete(origin);
    return toFound(way);
  }

  async #inTurn(
    request: LoadRequest,
    before: Promise<unknown>,
    hand: (found: Found) => Promise<void>,
  ): Promise<{ readonly handed: Promise<void> } | null> {
    const { loadId } = request;
    const dismissal = new AbortController();
    this.#dismissals.set(loadId, dismissal);
    const [found] = await Promise.all([this.#look(request, dismissal.signal), before]);
    if (this.#dismissals.get(loadId) === dismissal) this.#dismissals.delete(loadId);
    // Use the request as it was changed meanwhile.
    const wanted = this.#looked.get(loadId);
    this.#looked.delete(loadId);
    if (wanted === undefined) return null;
    if ('url' in found) return { handed: hand({ request: { ...wanted, url: found.url }, failed: null }) };
    return { handed: hand({ request: wanted, failed: { ...found, loadId } }) };
  }

  async send(request: LoadRequest, hand: (found: Found) => Promise<void>): Promise<void> {
    this.#looked.set(request.loadId, request);
    const turn = this.#inTurn(request, request.mode === 'append' ? this.#last : Promise.resolve(), hand);
    this.#last = turn.catch(() => undefined);
    await (await turn)?.handed;
  }

  #suspect({ url }: LoadRequest): void {
    this.#suspects.add(new URL(url).origin);
    const [oldest] = this.#suspects;
    if (this.#suspects.size > SUSPECTS && oldest !== undefined) this.#suspects.delete(oldest);
  }

  observe(event: PlayerEvent): { readonly request: LoadRequest; readonly failed: Failed } | null {
    const sent = 'loadId' in event ? this.#sent.get(event.loadId) : undefined;
    if (sent === undefined) return null;
    if (event.type === 'player.started') sent.hasStarted = true;
    if (event.type === 'player.stopped' && this.#wasInVain(sent)) this.#suspect(sent.request);
    if (event.type !== 'player.failed' || event.fault !== 'unreachable') return null;
    this.#suspect(sent.request);
    return sent.isAsked || event.positionMs !== null ? null : { request: sent.request, failed: event };
  }

  /** Whether mpv read and read without finding a beginning: what follows waits for its turn and may start late. */
  #wasInVain({ request, sentMs, hasStarted }: Sent): boolean {
    return request.mode === 'replace' && !hasStarted && this.#clock.steadyMs() - sentMs >= VAIN_MS;
  }

  dismiss(what: 'append' | 'all'): readonly number[] {
    const gone = [...this.#looked.values()].filter(({ mode }) => what === 'all' || mode === 'append');
    for (const { loadId } of gone) {
      this.#looked.delete(loadId);
      this.#dismissals.get(loadId)?.abort();
    }
    return gone.map(({ loadId }) => loadId);
  }

  hurry(): boolean {
    const next = [...this.#looked.values()].findLast(({ mode }) => mode === 'append');
    if (next === undefined) return false;
    this.#looked.set(next.loadId, { ...next, mode: 'replace', paused: false });
    return true;
  }

  setPaused(paused: boolean): boolean {
    for (const [loadId, sent] of this.#sent)
      this.#sent.set(loadId, { ...sent, request: { ...sent.request, paused } });
    const replacing = [...this.#looked.values()].filter(({ mode }) => mode === 'replace');
    for (const request of replacing) this.#looked.set(request.loadId, { ...request, paused });
    return replacing.length > 0;
  }

  get isLooking(): boolean {
    return this.#looked.size > 0;
  }
}

function toFound(
  way: Awaited<ReturnType<typeof checkWay>>,
): { readonly url: string } | Omit<Failed, 'loadId'> {
  return 'url' in way ? { url: way.url } : { type: 'player.failed', positionMs: null, ...way };
}
