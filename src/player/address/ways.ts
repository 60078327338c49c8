import type { PlayerEvent } from '../../core/vocabulary/player-event.js';
import type { Clock, LoadRequest } from '../../contract/ports.js';
import { isTone } from '../sound/tone.js';
import { type AudioBounds, createReach } from './reach.js';
import type { Bar } from '../sound/device-trial.js';
import { ENDLESS } from '../sound/load-fault.js';
import { answers, checkWay, findWay } from './way.js';

/** The outcome of checking a load: the request in its latest form, with the address for mpv, or the failure. */
export interface Found {
  readonly request: LoadRequest;
  readonly failed: Failed | null;
}

/**
 * Checks loads on their way to mpv. Each address is checked for whether it may be opened. If mpv got nothing playable
 * from an address of the same origin, or has opened one in vain for long, the agent also reads its beginning itself. A
 * host that never failed in this way is not asked.
 */
export interface Ways {
  /**
   * Checks the request and calls `hand` with the outcome; not if the request was dismissed. An appended request never
   * overtakes the one it follows.
   */
  send(
    request: LoadRequest,
    hand: (found: Found) => Promise<void>,
    /** Resolves with another reason against the load. */
    bar?: Promise<Bar | null>,
  ): Promise<void>;
  /**
   * Follows the outcome of the loads. Returns a failed load whose host has not been asked yet, null for all other
   * events. Send that load again to ask: the host may only redirect, which mpv does not follow, or it may be away, which
   * mpv takes for a file that it does not know. If the address is the same, the failure stands, as `judge` sees it.
   */
  observe(event: PlayerEvent): { readonly request: LoadRequest; readonly failed: Failed } | null;
  /** Returns the event with the fault as the agent itself found it when it asked the host. */
  judge<Event extends PlayerEvent>(event: Event): Event;
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
/** Less sound than this before an end is no item: the host is asked before the next load from it. */
const HEARD_MS = 1_000;

export type Failed = Extract<PlayerEvent, { readonly type: 'player.failed' }>;

interface Sent {
  readonly request: LoadRequest;
  /** Whether its host was asked. */
  readonly isAsked: boolean;
  /** What asking showed: the beginning of the item was read; nothing was; nothing, while another host answers. */
  shown: 'read' | 'silent' | 'unanswered' | null;
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
  /** The origin from which the latest load sounded. */
  #well: string | null = null;

  constructor(bounds: AudioBounds, clock: Pick<Clock, 'steadyMs'>) {
    this.#bounds = bounds;
    this.#clock = clock;
    this.#reach = createReach(bounds);
  }

  async #look(request: LoadRequest, dismissed: AbortSignal): Promise<Asked | Bar> {
    if (isTone(request)) return { url: request.url };
    const { loadId, url } = request;
    const { origin } = new URL(url);
    const isAsked = this.#suspects.has(origin);
    const sentMs = this.#clock.steadyMs();
    const sent: Sent = { request, isAsked, shown: null, sentMs, hasStarted: false };
    this.#sent.delete(loadId);
    this.#sent.set(loadId, sent);
    for (const old of [...this.#sent.keys()].slice(0, -SENT)) this.#sent.delete(old);
    if (!isAsked) return toFound(await checkWay(url, this.#reach, dismissed));
    const way = await findWay(url, this.#reach, { plain: this.#bounds.plain, dismissed });
    if ('fault' in way) return toFound(way);
    if (way.isGood && way.hasRanges && way.url === url) this.#suspects.delete(origin);
    const isAlone = !way.isGood && this.#well !== null && this.#well !== new URL(way.url).origin;
    if (way.isGood) sent.shown = 'read';
    else
      sent.shown =
        isAlone && (await answers(`${this.#well}/`, this.#reach, dismissed)) ? 'unanswered' : 'silent';
    return toFound(way);
  }

  async #inTurn(
    request: LoadRequest,
    before: Promise<unknown>,
    hand: (found: Found) => Promise<void>,
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
    if ('url' in found) return { handed: hand({ request: { ...wanted, ...found }, failed: null }) };
    return { handed: hand({ request: wanted, failed: { ...found, loadId } }) };
  }

  async send(
    request: LoadRequest,
    hand: (found: Found) => Promise<void>,
    bar: Promise<Bar | null> = Promise.resolve(null),
  ): Promise<void> {
    this.#looked.set(request.loadId, request);
    const turn = this.#inTurn(request, request.mode === 'append' ? this.#last : Promise.resolve(), hand, bar);
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
    if (event.type === 'player.started') {
      sent.hasStarted = true;
      this.#well = new URL(sent.request.url).origin;
    }
    if (event.type === 'player.stopped' && this.#wasInVain(sent)) this.#suspect(sent.request);
    if (event.type === 'player.ended' && event.positionMs - sent.request.startMs < HEARD_MS)
      this.#suspect(sent.request);
    if (event.type !== 'player.failed' || !isOfReading(event)) return null;
    this.#suspect(sent.request);
    return sent.isAsked || event.positionMs !== null ? null : { request: sent.request, failed: event };
  }

  judge<Event extends PlayerEvent>(event: Event): Event {
    if (event.type !== 'player.failed' || !isOfReading(event)) return event;
    const shown = this.#sent.get(event.loadId)?.shown ?? null;
    if (shown === 'unanswered') return { ...event, fault: 'unanswered' };
    return shown === 'silent' ? { ...event, fault: 'unreachable' } : event;
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

/** Whether asking the host has changed nothing about how mpv is to open the address. */
export function isAlike({ url, hasRanges }: LoadRequest, before: LoadRequest): boolean {
  return url === before.url && hasRanges !== false;
}

/** Whether mpv got nothing that it could play from the address: a fault of the host, or of what it sent. */
function isOfReading({ fault, detail }: Failed): boolean {
  return fault === 'unreachable' || (fault === 'undecodable' && !detail.startsWith(ENDLESS));
}

/** What asking the host of a load changes in the request. */
type Asked = Pick<LoadRequest, 'url' | 'hasRanges'>;

function toFound(way: Awaited<ReturnType<typeof checkWay>>): Asked | Bar {
  return 'url' in way
    ? { url: way.url, hasRanges: way.hasRanges }
    : { type: 'player.failed', positionMs: null, ...way };
}
