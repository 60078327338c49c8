import type { PlayerEvent } from '../core/player-event.js';
import type { LoadRequest } from '../ports.js';
import { type AudioBounds, createReach } from './reach.js';
import { checkWay, findWay } from './way.js';

/** What became of a load on its way: the request as it is wanted by now, as mpv may open it, or why it may not. */
export interface Found {
  readonly request: LoadRequest;
  readonly failed: Failed | null;
}

/**
 * Loads on their way to mpv. Each is looked at first: whether its address may be opened, and, where mpv could not open
 * one of that host for a reason that it does not tell, what the host says. One that has never failed so is not asked.
 */
export interface Ways {
  /**
   * Calls `hand` with what became of the request; not at all once it was dismissed. One that is to be appended never
   * overtakes what it is to follow.
   */
  send(request: LoadRequest, hand: (found: Found) => Promise<void>): Promise<void>;
  /**
   * Follows what becomes of the loads. Answers the one that failed where its host may only lead on, which mpv does not
   * follow: sent again, its way is looked up, and if that is the address itself, this is what became of it.
   */
  observe(event: PlayerEvent): { readonly request: LoadRequest; readonly failed: Failed } | null;
  /** What is being looked at is no longer wanted; `append`: only what is to be appended. Answers the loads. */
  dismiss(what: 'append' | 'all'): readonly number[];
  /** What is being looked at, to be appended, shall sound at once; false: nothing is. */
  hurry(): boolean;
  /** What is to sound, or does, is to be paused, or not. Answers whether it is still being looked at. */
  setPaused(paused: boolean): boolean;
  /** Something is being looked at. */
  readonly isLooking: boolean;
}

/** So many suspects are kept; of more, the oldest is forgotten: to forget one costs a failed load. */
const SUSPECTS = 16;
/** No more than two loads are ever in mpv. */
const SENT = 8;

export type Failed = Extract<PlayerEvent, { readonly type: 'player.failed' }>;

interface Sent {
  readonly request: LoadRequest;
  /** Its host was asked. */
  readonly isAsked: boolean;
}

export function createWays(bounds: AudioBounds): Ways {
  return new LookedWays(bounds);
}

class LookedWays implements Ways {
  readonly #bounds: AudioBounds;
  readonly #reach;
  /** Origins that a load failed of. */
  readonly #suspects = new Set<string>();
  readonly #sent = new Map<number, Sent>();
  readonly #looked = new Map<number, LoadRequest>();
  /** Fires when what is being looked at is no longer wanted. */
  readonly #dismissals = new Map<number, AbortController>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(bounds: AudioBounds) {
    this.#bounds = bounds;
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
    this.#sent.set(loadId, { request, isAsked });
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
    // What was asked meanwhile counts.
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

  observe(event: PlayerEvent): { readonly request: LoadRequest; readonly failed: Failed } | null {
    if (event.type !== 'player.failed' || event.fault !== 'unreachable') return null;
    const sent = this.#sent.get(event.loadId);
    if (sent === undefined) return null;
    this.#suspects.add(new URL(sent.request.url).origin);
    const [oldest] = this.#suspects;
    if (this.#suspects.size > SUSPECTS && oldest !== undefined) this.#suspects.delete(oldest);
    return sent.isAsked || event.positionMs !== null ? null : { request: sent.request, failed: event };
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
    for (const [loadId, { request, isAsked }] of this.#sent)
      this.#sent.set(loadId, { request: { ...request, paused }, isAsked });
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
