import type { Effect } from '../../src/core/effect.js';
import type { LoadFault, PlayerEvent } from '../../src/core/player-event.js';

type Load = Extract<Effect, { readonly type: 'player.load' }>;

interface Entry {
  readonly loadId: number;
  readonly url: string;
  positionMs: number;
  openInMs: number;
  isStarted: boolean;
  isFetched: boolean;
  toldMs: number;
}

/** What the world knows of an address: how long it is, and what is wrong with it. */
export interface Audio {
  readonly lengthMs: number;
  readonly fault: LoadFault | null;
  readonly httpStatus: number | null;
  /** The stream ends here, as if it were over. */
  readonly cutMs: number | null;
}

export interface PlayerModel {
  readonly isAlive: boolean;
  /** Samples of an item reach the output. */
  readonly isSounding: boolean;
  readonly isAudible: boolean;
  /** Nobody else can have the sound device. */
  readonly holdsDevice: boolean;
  /** What sounds: its address and position. */
  readonly sound: { readonly url: string; readonly positionMs: number } | null;
  /** Events that were not delivered yet, oldest first. */
  readonly outbox: PlayerEvent[];
  run(effect: Effect & { type: `player.${string}` }): void;
  tick(ms: number): void;
  die(): void;
  /** Whoever ran it is gone, and it with them; another one is started. */
  restart(): void;
  starve(isStarved: boolean): void;
}

const OPENING_MS = 200;
const RESPAWN_MS = 300;
const REOPENING_MS = 100;

/** A simple mpv: opens, plays, pauses, seeks, runs dry, goes over to the appended entry without a gap, dies, comes back. */
export function createPlayerModel(inspect: (url: string) => Audio): PlayerModel {
  const outbox: PlayerEvent[] = [];
  let current: Entry | null = null;
  let appended: Entry | null = null;
  let isPaused = false;
  let isStarved = false;
  let isMuted = false;
  /** `opening`: sound is to go on as soon as it is there. */
  let device: 'held' | 'released' | 'opening' = 'held';
  let reopenInMs = 0;
  let volume = 100;
  let respawnInMs: number | null = 0;

  const isSounding = () => current?.isStarted === true && !isPaused && !isStarved && device === 'held';

  const clear = () => {
    current = null;
    appended = null;
    isStarved = false;
    device = 'held';
  };

  const dismiss = () => {
    for (const entry of [current, appended]) {
      if (entry !== null) outbox.push({ type: 'player.stopped', loadId: entry.loadId });
    }
    clear();
  };

  const refuse = (loadId: number, detail: string) => {
    const lost = { positionMs: null, httpStatus: null, detail };
    outbox.push({ type: 'player.failed', loadId, fault: 'unreachable', ...lost });
  };

  const jump = (loadId: number) => {
    // It has begun by itself in the same instant.
    if (current?.loadId === loadId) {
      isPaused = false;
      return;
    }
    if (appended?.loadId !== loadId) {
      refuse(loadId, 'nothing is appended');
      return;
    }
    if (current !== null) outbox.push({ type: 'player.stopped', loadId: current.loadId });
    current = appended;
    appended = null;
    isStarved = false;
    isPaused = false;
    device = 'held';
  };

  const resume = () => {
    isPaused = false;
    if (device !== 'released') return;
    device = current?.isStarted === true ? 'opening' : 'held';
    reopenInMs = REOPENING_MS;
  };

  const reopen = (entry: Entry, ms: number) => {
    reopenInMs -= ms;
    if (reopenInMs > 0) return;
    device = 'held';
    const { loadId, positionMs } = entry;
    const { fault } = inspect(entry.url);
    if (fault !== 'device') {
      outbox.push({ type: 'player.seeked', loadId, positionMs });
      if (isStarved) outbox.push({ type: 'player.starved', loadId, positionMs });
      return;
    }
    outbox.push({ type: 'player.failed', loadId, fault, httpStatus: null, positionMs, detail: fault });
    current = appended;
    appended = null;
  };

  const drop = () => {
    if (appended !== null) outbox.push({ type: 'player.stopped', loadId: appended.loadId });
    appended = null;
  };

  const take = ({ loadId, url, startMs, mode, paused }: Load) => {
    if (respawnInMs !== null) {
      refuse(loadId, 'dead');
      return;
    }
    const entry = {
      loadId,
      url,
      positionMs: startMs,
      openInMs: OPENING_MS,
      isStarted: false,
      isFetched: false,
      toldMs: startMs,
    };
    if (mode === 'append') {
      if (current === null) current = entry;
      else appended = entry;
      return;
    }
    dismiss();
    isPaused = paused;
    current = entry;
  };

  const finish = (entry: Entry, lengthMs: number) => {
    outbox.push({ type: 'player.ended', loadId: entry.loadId, positionMs: entry.positionMs, lengthMs });
    current = appended;
    appended = null;
    if (current !== null) current.openInMs = 0;
  };

  const open = (entry: Entry, ms: number) => {
    entry.openInMs -= ms;
    if (entry.openInMs > 0) return;
    const { loadId, positionMs } = entry;
    const { fault, httpStatus, lengthMs } = inspect(entry.url);
    if (fault === null) {
      entry.isStarted = true;
      outbox.push({ type: 'player.started', loadId, positionMs, lengthMs, isOpen: true });
      return;
    }
    outbox.push({ type: 'player.failed', loadId, fault, httpStatus, positionMs: null, detail: fault });
    current = appended;
    appended = null;
  };

  const play = (entry: Entry, ms: number) => {
    const { lengthMs, cutMs } = inspect(entry.url);
    entry.positionMs += ms;
    const endMs = cutMs === null || entry.positionMs > cutMs + ms ? lengthMs : cutMs;
    if (entry.positionMs >= endMs) {
      entry.positionMs = Math.min(entry.positionMs, endMs);
      // What follows is kept back until all of what sounds is in hand.
      if (endMs !== lengthMs) drop();
      finish(entry, lengthMs);
      if (current !== null) open(current, 0);
    } else if (entry.positionMs - entry.toldMs >= 1_000) {
      entry.toldMs = entry.positionMs;
      const { loadId, positionMs } = entry;
      outbox.push({ type: 'player.position', loadId, positionMs });
      // A second later all of it is there, or as much as comes.
      if (!entry.isFetched) outbox.push({ type: 'player.fetched', loadId, positionMs: endMs, lengthMs });
      entry.isFetched = true;
    }
  };

  return {
    outbox,
    get isAlive() {
      return respawnInMs === null;
    },
    get isSounding() {
      return isSounding();
    },
    get isAudible() {
      return isSounding() && !isMuted && volume > 0;
    },
    get holdsDevice() {
      return current !== null && device === 'held';
    },
    get sound() {
      return isSounding() && current !== null ? { url: current.url, positionMs: current.positionMs } : null;
    },
    run(effect) {
      if (effect.type === 'player.load') take(effect);
      else if (effect.type === 'player.setVolume') volume = effect.volume;
      else if (effect.type === 'player.setMuted') isMuted = effect.muted;
      else if (effect.type === 'player.pause') isPaused = true;
      else if (effect.type === 'player.resume') resume();
      else if (effect.type === 'player.releaseDevice') device = 'released';
      else if (effect.type === 'player.unload') dismiss();
      else if (effect.type === 'player.next') jump(effect.loadId);
      else if (effect.type === 'player.dropAppended') drop();
      else if (current?.isStarted === true) {
        const { loadId } = current;
        current.positionMs = effect.positionMs;
        current.toldMs = effect.positionMs;
        outbox.push({ type: 'player.seeked', loadId, positionMs: effect.positionMs });
        if (isStarved) outbox.push({ type: 'player.starved', loadId, positionMs: effect.positionMs });
      }
    },
    tick(ms) {
      if (respawnInMs !== null) {
        respawnInMs -= ms;
        if (respawnInMs > 0) return;
        respawnInMs = null;
        isPaused = false;
        outbox.push({ type: 'player.ready' });
      } else if (current !== null && !current.isStarted) open(current, ms);
      else if (current !== null && device === 'opening') reopen(current, ms);
      else if (current !== null && isSounding()) play(current, ms);
    },
    die() {
      if (respawnInMs !== null) return;
      clear();
      respawnInMs = RESPAWN_MS;
      outbox.push({ type: 'player.died', detail: 'killed' });
    },
    restart() {
      clear();
      isPaused = false;
      outbox.length = 0;
      respawnInMs = RESPAWN_MS;
    },
    starve(starved) {
      if (current?.isStarted !== true || isStarved === starved) return;
      isStarved = starved;
      const { loadId, positionMs } = current;
      outbox.push({ type: starved ? 'player.starved' : 'player.flowing', loadId, positionMs });
    },
  };
}
