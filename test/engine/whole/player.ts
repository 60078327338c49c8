import type { PlayerEvent } from '../../../src/core/vocabulary/player-event.js';
import type { LoadRequest, Player } from '../../../src/contract/ports.js';
import { TONE_URL } from '../../../src/core/vocabulary/tone.js';
import { createEntry, type Entry } from './entry.js';
import type { Audio } from './host.js';
import { createModelAnnouncer } from './announcer.js';

export interface ModelPlayer {
  readonly port: Player;
  /** Samples of an item reach the output, unmuted. */
  readonly isAudible: boolean;
  /** How loud, percent. */
  readonly volume: number;
  /** Nobody else can have the sound device. */
  readonly holdsDevice: boolean;
  /** An announcement and the music hold the device of a bare output together. */
  readonly isCrowded: boolean;
  /** An announcement sounds, alone, because the output is bare. */
  readonly isSpoken: boolean;
  /** The music is as loud as ever under an announcement, or lowered without one. */
  readonly isBadlyMixed: boolean;
  /** What sounds: its address and position. */
  readonly sound: { readonly url: string; readonly positionMs: number } | null;
  /** The address in hand, whether it sounds or not. */
  readonly held: string | null;
  /** Events that were not delivered yet, oldest first. */
  readonly outbox: PlayerEvent[];
  tick(ms: number): void;
  die(): void;
  /** Whoever ran it is gone, and it with them; another one is started. */
  restart(): void;
  starve(isStarved: boolean): void;
  /** A sound server, which mixes, has the output from now on; or nobody has, and it is bare. */
  mix(mixes: boolean): void;
}

const RESPAWN_MS = 300;
const REOPENING_MS = 100;

/** A simple mpv: opens, plays, pauses, seeks, runs dry, goes over to the appended entry without a gap, dies, comes back. */
export function createModelPlayer(options: {
  readonly inspect: (url: string) => Audio;
  /** Told of what nobody should ask of a player. */
  readonly fail: (message: string) => void;
}): ModelPlayer {
  const { inspect, fail } = options;
  const outbox: PlayerEvent[] = [];
  const announcer = createModelAnnouncer();
  let current: Entry | null = null;
  let appended: Entry | null = null;
  const refused = new Set<string>();
  let loadedLast = 0;
  let appendedLast = 0;
  let isPaused = false;
  let isStarved = false;
  let isMuted = false;
  let volume = 100;
  let mixes = false;
  let isDucked = false;
  let respawnInMs: number | null = 0;
  /** `opening`: sound is to go on as soon as it is there. */
  let device: 'held' | 'released' | 'opening' = 'held';
  let reopenInMs = 0;

  const isSounding = () => current?.isStarted === true && !isPaused && !isStarved && device === 'held';
  const lose = () => {
    current = null;
    appended = null;
    isStarved = false;
    device = 'held';
  };
  const tellOutput = () => void outbox.push({ type: 'player.output', mixes });
  const stopped = (entry: Entry | null) => {
    if (entry !== null) outbox.push({ type: 'player.stopped', loadId: entry.loadId });
  };
  const dismiss = () => {
    stopped(current);
    stopped(appended);
    lose();
  };

  const take = (request: LoadRequest) => {
    const { loadId, url, mode, paused } = request;
    if (loadId <= loadedLast) fail(`load ${loadId} came after ${loadedLast}`);
    loadedLast = loadId;
    if (refused.has(url)) fail(`${url} is asked for again, though it was refused`);
    if (respawnInMs !== null) throw new Error('no player runs');
    const entry = createEntry(request);
    if (mode === 'append') {
      appendedLast = loadId;
      if (current === null) current = entry;
      else appended = entry;
      return;
    }
    dismiss();
    isPaused = paused;
    current = entry;
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

  const jump = () => {
    isPaused = false;
    device = 'held';
    // It has begun by itself in the same instant.
    if (current !== null && current.loadId === appendedLast) return;
    if (appended === null) {
      // Nothing has happened that the engine was not told of.
      if (outbox.length === 0) fail('the next entry is asked for, and there is none');
      throw new Error('nothing is appended');
    }
    stopped(current);
    current = appended;
    appended = null;
    isStarved = false;
  };

  const drop = () => {
    stopped(appended);
    appended = null;
  };

  const seek = (positionMs: number) => {
    if (current?.isStarted !== true) return;
    const { loadId } = current;
    current.positionMs = positionMs;
    current.toldMs = positionMs;
    outbox.push({ type: 'player.seeked', loadId, positionMs });
    if (isStarved) outbox.push({ type: 'player.starved', loadId, positionMs });
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
    const { loadId, positionMs, isAsked } = entry;
    const { fault: ofAddress, httpStatus, lengthMs, leads } = inspect(entry.url);
    // It follows no redirect by itself.
    const fault = ofAddress ?? (leads && !isAsked ? 'undecodable' : null);
    if (isAsked && fault !== 'refused')
      outbox.push({ type: 'player.probed', loadId, shown: leads ? 'led' : 'read' });
    if (fault === null) {
      entry.isStarted = true;
      outbox.push({ type: 'player.started', loadId, positionMs, lengthMs, isOpen: true });
      return;
    }
    if (fault === 'refused') refused.add(entry.url);
    outbox.push({ type: 'player.failed', loadId, fault, httpStatus, positionMs: null, detail: fault });
    current = appended;
    appended = null;
  };

  const play = (entry: Entry, ms: number) => {
    const { lengthMs, cutMs } = inspect(entry.url);
    entry.positionMs += ms;
    const isWhole = cutMs === null || cutMs >= lengthMs || entry.positionMs > cutMs + ms;
    const endMs = isWhole ? lengthMs : cutMs;
    if (entry.positionMs >= endMs) {
      entry.positionMs = Math.min(entry.positionMs, endMs);
      // What follows is kept back until all of what sounds is in hand; the rest of the same item is not.
      if (endMs !== lengthMs && appended?.positionMs === 0) drop();
      finish(entry, lengthMs);
      if (current !== null) open(current, 0);
    } else if (entry.positionMs - entry.toldMs >= 1_000) {
      entry.toldMs = entry.positionMs;
      const { loadId, positionMs } = entry;
      outbox.push({ type: 'player.position', loadId, positionMs });
      // A second later all of it is there, or as much as comes.
      if (!entry.isFetched) outbox.push({ type: 'player.fetched', loadId, positionMs: endMs, lengthMs });
      entry.isFetched = true;
      const isCut = endMs !== lengthMs && endMs - entry.positionMs < 3_000;
      if (isCut && !entry.isCut) outbox.push({ type: 'player.cut', loadId, positionMs: endMs });
      entry.isCut ||= isCut;
    }
  };

  /** Carried out at once, and refused by a rejection, as mpv does. */
  const done = async (act: () => void): Promise<void> => act();
  return {
    outbox,
    port: {
      start: () => done(() => undefined),
      load: request => done(() => take(request)),
      pause: () => done(() => void (isPaused = true)),
      resume: () => done(resume),
      releaseDevice: () => done(() => void (device = 'released')),
      seek: positionMs => done(() => seek(positionMs)),
      next: () => done(jump),
      dropAppended: () => done(drop),
      unload: () => done(dismiss),
      setVolume: level => done(() => void (volume = level)),
      setMuted: muted => done(() => void (isMuted = muted)),
      duck: wanted => done(() => void (isDucked = wanted)),
      announcer: announcer.port,
      stop: () => done(lose),
      version: null,
    },
    get isAudible() {
      return isSounding() && !isMuted && volume > 0;
    },
    get volume() {
      return volume;
    },
    get holdsDevice() {
      return current !== null && device === 'held';
    },
    get isCrowded() {
      return announcer.isSpeaking && !mixes && current !== null && device !== 'released';
    },
    get isSpoken() {
      return announcer.isSpeaking && !mixes;
    },
    get isBadlyMixed() {
      return isSounding() && isDucked !== (announcer.isSpeaking && mixes);
    },
    get sound() {
      return isSounding() && current !== null ? { url: current.url, positionMs: current.positionMs } : null;
    },
    get held() {
      return current?.url ?? null;
    },
    tick(ms) {
      announcer.tick(ms);
      if (respawnInMs !== null) {
        respawnInMs -= ms;
        if (respawnInMs > 0) return;
        respawnInMs = null;
        isPaused = false;
        isDucked = false;
        outbox.push({ type: 'player.ready' });
        tellOutput();
      } else if (current !== null && device === 'opening') reopen(current, ms);
      else if (current !== null && !current.isStarted) open(current, ms);
      else if (current !== null && isSounding()) play(current, ms);
    },
    die() {
      if (respawnInMs !== null) return;
      lose();
      respawnInMs = RESPAWN_MS;
      outbox.push({ type: 'player.died', detail: 'killed' });
    },
    restart() {
      announcer.port.stop();
      lose();
      loadedLast = 0;
      isPaused = false;
      outbox.length = 0;
      respawnInMs = RESPAWN_MS;
    },
    mix(wanted) {
      mixes = wanted;
      tellOutput();
    },
    starve(starved) {
      // The tone of an alarm is of the player's own making.
      if (current?.isStarted !== true || current.url === TONE_URL || isStarved === starved) return;
      isStarved = starved;
      const { loadId, positionMs } = current;
      outbox.push({ type: starved ? 'player.starved' : 'player.flowing', loadId, positionMs });
    },
  };
}
