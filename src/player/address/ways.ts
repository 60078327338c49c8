import type { PlayerEvent } from '../../core/vocabulary/player-event.js';
import type { LoadRequest } from '../../contract/ports.js';
import { isTone } from '../sound/tone.js';
import { type AudioBounds, createReach } from './reach.js';
import type { Bar } from '../sound/device-trial.js';
import { checkWay, findWay, type Way } from './way.js';

/** The outcome of checking a load: the request in its latest form, with the address for mpv, or the failure. */
export interface CheckedLoad {
  readonly request: LoadRequest;
  readonly failed: Extract<PlayerEvent, { readonly type: 'player.failed' }> | null;
  readonly shown: Way['shown'];
}

/**
 * Checks loads on their way to mpv: whether the address may be opened and, where the request says so, what its host
 * sends, by asking it.
 */
export class Ways {
  readonly #bounds: AudioBounds;
  readonly #reach;
  readonly #looked = new Map<number, LoadRequest>();
  /** Abort the checks of loads that are dismissed. */
  readonly #dismissals = new Map<number, AbortController>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(bounds: AudioBounds) {
    this.#bounds = bounds;
    this.#reach = createReach(bounds);
  }

  async #look(request: LoadRequest, dismissed: AbortSignal): Promise<Way | Bar> {
    const { url, probe } = request;
    if (isTone(request)) return { url, shown: null };
    const way =
      probe === undefined
        ? await checkWay(url, this.#reach, dismissed)
        : await findWay(url, this.#reach, { ...probe, plain: this.#bounds.plain, dismissed });
    return 'fault' in way ? { type: 'player.failed', positionMs: null, ...way } : way;
  }

  async #inTurn(
    request: LoadRequest,
    before: Promise<unknown>,
    hand: (found: CheckedLoad) => Promise<void>,
    bar: Promise<Bar | null>,
  ): Promise<{ readonly handed: Promise<void> } | null> {
    const { loadId } = request;
    const dismissal = new AbortController();
    this.#dismissals.set(loadId, dismissal);
    const [looked, barred] = await Promise.all([this.#look(request, dismissal.signal), bar, before]);
    const found = barred ?? looked;
    if (this.#dismissals.get(loadId) === dismissal) this.#dismissals.delete(loadId);
    // Use the request as it was changed meanwhile.
    const wanted = this.#looked.get(loadId);
    this.#looked.delete(loadId);
    if (wanted === undefined) return null;
    if (!('url' in found))
      return { handed: hand({ request: wanted, failed: { ...found, loadId }, shown: null }) };
    const { shown, ...asked } = found;
    return { handed: hand({ request: { ...wanted, ...asked }, failed: null, shown }) };
  }

  /**
   * Checks the request and calls `hand` with the outcome; not if the request was dismissed. An appended request never
   * overtakes the one it follows.
   */
  async send(
    request: LoadRequest,
    hand: (found: CheckedLoad) => Promise<void>,
    /** Resolves with another reason against the load. */
    bar: Promise<Bar | null> = Promise.resolve(null),
  ): Promise<void> {
    this.#looked.set(request.loadId, request);
    const turn = this.#inTurn(request, request.mode === 'append' ? this.#last : Promise.resolve(), hand, bar);
    this.#last = turn.catch(() => undefined);
    await (await turn)?.handed;
  }

  /** Drops loads that are being checked and returns their ids; `append`: only those to be appended. */
  dismiss(what: 'append' | 'all'): readonly number[] {
    const gone = [...this.#looked.values()].filter(({ mode }) => what === 'all' || mode === 'append');
    for (const { loadId } of gone) {
      this.#looked.delete(loadId);
      this.#dismissals.get(loadId)?.abort();
    }
    return gone.map(({ loadId }) => loadId);
  }

  /** Makes the appended load that is being checked replace the current one and play at once; false: there is none. */
  hurry(): boolean {
    const next = [...this.#looked.values()].findLast(({ mode }) => mode === 'append');
    if (next === undefined) return false;
    this.#looked.set(next.loadId, { ...next, mode: 'replace', paused: false });
    return true;
  }

  /** Records whether loads are to start paused. Returns whether a replacing load is still being checked. */
  setPaused(paused: boolean): boolean {
    const replacing = [...this.#looked.values()].filter(({ mode }) => mode === 'replace');
    for (const request of replacing) this.#looked.set(request.loadId, { ...request, paused });
    return replacing.length > 0;
  }
}
