import type { LoadFault, PlayerEvent } from '../../../src/core/vocabulary/player-event.js';
import type { LoadRequest, Player } from '../../../src/contract/ports.js';
import { QUIET_ANNOUNCER } from '../../fakes/ports/announcer.js';
import { ask } from '../../rigs/control/requests.js';

const OPENING_MS = 80;
const TOLD_EVERY_MS = 1_000;

export interface VirtualPlayer extends Player {
  /** Addresses that are being tried at this moment. */
  readonly opening: number;
  /** Pieces that sounded to their end. */
  readonly ended: number;
}

/** A player without sound, as mpv behaves towards the engine: it opens addresses and lets the time of a piece pass. */
export function createVirtualPlayer(lengthMs: number): VirtualPlayer {
  let listener: (event: PlayerEvent) => void = () => undefined;
  let current: LoadRequest | null = null;
  let appended: LoadRequest | null = null;
  let positionMs = 0;
  let paused = false;
  let opening = 0;
  let ended = 0;
  let ticking: NodeJS.Timeout | undefined;

  function drop(): void {
    clearTimeout(ticking);
    const gone = [current, appended];
    current = null;
    appended = null;
    for (const load of gone) if (load !== null) listener({ type: 'player.stopped', loadId: load.loadId });
  }

  function goOn(after: PlayerEvent): void {
    const next = appended;
    current = null;
    appended = null;
    listener(after);
    if (next !== null) begin(next);
  }

  function tick(): void {
    clearTimeout(ticking);
    ticking = setTimeout(() => {
      if (current === null || paused) return;
      positionMs = Math.min(lengthMs, positionMs + TOLD_EVERY_MS);
      const { loadId } = current;
      if (positionMs < lengthMs) {
        listener({ type: 'player.position', loadId, positionMs });
        tick();
        return;
      }
      ended += 1;
      goOn({ type: 'player.ended', loadId, positionMs, lengthMs });
    }, TOLD_EVERY_MS);
  }

  function begin(request: LoadRequest): void {
    current = request;
    void tryAddress(request.url).then(fault => {
      if (current !== request) return;
      if (fault !== null) {
        current = null;
        const { loadId } = request;
        listener({ type: 'player.failed', loadId, positionMs: null, detail: fault.fault, ...fault });
        return;
      }
      setTimeout(() => {
        if (current !== request) return;
        positionMs = request.startMs;
        listener({ type: 'player.started', loadId: request.loadId, positionMs, lengthMs });
        tick();
      }, OPENING_MS);
    });
  }

  async function tryAddress(
    url: string,
  ): Promise<{ readonly fault: LoadFault; readonly httpStatus: number | null } | null> {
    opening += 1;
    try {
      // Not by `fetch`: in this virtual time its timers keep two objects of each request for ever.
      const { origin, pathname, search } = new URL(url);
      const { status, body } = await ask(origin, pathname + search, { headers: { range: 'bytes=0-3' } });
      if (status >= 400) return { fault: 'refused', httpStatus: status };
      return body === 'RIFF' ? null : { fault: 'undecodable', httpStatus: null };
    } catch {
      return { fault: 'unreachable', httpStatus: null };
    } finally {
      opening -= 1;
    }
  }

  const done = Promise.resolve();
  return {
    get opening() {
      return opening;
    },
    get ended() {
      return ended;
    },
    start(to) {
      listener = to;
      listener({ type: 'player.ready' });
      return done;
    },
    load(request) {
      if (request.mode === 'append') appended = request;
      else {
        drop();
        paused = request.paused;
        begin(request);
      }
      return done;
    },
    pause() {
      paused = true;
      return done;
    },
    resume() {
      paused = false;
      tick();
      return done;
    },
    seek: () => done,
    releaseDevice: () => done,
    next() {
      if (appended === null || current === null) return Promise.reject(new Error('nothing is appended'));
      clearTimeout(ticking);
      paused = false;
      goOn({ type: 'player.stopped', loadId: current.loadId });
      return done;
    },
    dropAppended() {
      if (appended !== null) listener({ type: 'player.stopped', loadId: appended.loadId });
      appended = null;
      return done;
    },
    unload() {
      drop();
      return done;
    },
    setVolume: () => done,
    setMuted: () => done,
    duck: () => done,
    announcer: QUIET_ANNOUNCER,
    stop: () => done,
    version: null,
  };
}
