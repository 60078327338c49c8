import type { PlayerEvent } from '../core/player-event.js';
import type { LoadRequest } from '../ports.js';
import { isPlain } from './file-options.js';
import { findWay } from './way.js';

/**
 * Addresses whose host mpv could not open, for a reason that it does not tell: the next one of that host is looked at
 * before mpv gets it. A host that has never failed so costs nothing.
 */
export interface Ways {
  /** Whether the host of this address is looked at first. Remembers whose load it is. */
  isSuspect(request: LoadRequest): boolean;
  /** The request as mpv can open it, or what became of it; null where it is no longer wanted. */
  find(request: LoadRequest): Promise<LoadRequest | Failed | null>;
  /** What is being looked at is no longer wanted. */
  forget(): void;
  /** What is being looked at is to be paused, or not. */
  setPaused(paused: boolean): void;
  /** To be asked of each load that mpv is handed: whether mpv may open it before what it plays has ended. */
  mayFetchAhead(request: LoadRequest): boolean;
  /** Follows what becomes of the loads. */
  observe(event: PlayerEvent): void;
}

/** So many suspects are kept; of more, the oldest is forgotten: to forget one costs a failed load. */
const SUSPECTS = 16;

type Failed = Extract<PlayerEvent, { readonly type: 'player.failed' }>;

export function createWays(): Ways {
  const suspects = new Set<string>();
  /** Of the newest loads: no more than two are ever in mpv. */
  const origins = new Map<number, string>();
  /** Whether mpv may be at one without TLS, whose options would hold for what it fetches ahead as well. */
  let isPlainAbout = false;
  let wanted: { readonly loadId: number; paused: boolean } | null = null;

  return {
    isSuspect({ loadId, url, paused }) {
      wanted = { loadId, paused };
      if (isPlain(url)) return false;
      const { origin } = new URL(url);
      for (const old of origins.keys()) if (old < loadId - 8) origins.delete(old);
      origins.set(loadId, origin);
      return suspects.has(origin);
    },
    async find(request) {
      const { loadId, url } = request;
      const way = await findWay(url);
      if (wanted?.loadId !== loadId) return null;
      if (way !== null && !('url' in way)) return { type: 'player.failed', loadId, positionMs: null, ...way };
      if (way?.url === url) suspects.delete(new URL(url).origin);
      return { ...request, url: way?.url ?? url, paused: wanted.paused };
    },
    forget() {
      wanted = null;
    },
    setPaused(paused) {
      if (wanted !== null) wanted.paused = paused;
    },
    mayFetchAhead({ url, mode }) {
      const may = isPlain(url) || !isPlainAbout;
      isPlainAbout = isPlain(url) || (isPlainAbout && mode === 'append');
      return may;
    },
    observe(event) {
      if (event.type !== 'player.failed' || event.fault !== 'unreachable') return;
      const origin = origins.get(event.loadId);
      if (origin === undefined) return;
      suspects.add(origin);
      const [oldest] = suspects;
      if (suspects.size > SUSPECTS && oldest !== undefined) suspects.delete(oldest);
    },
  };
}
