import type { PlayerEvent } from '../core/player-event.js';
import type { Clock, LoadRequest } from '../ports.js';
import { diagnose } from './load-fault.js';
import { createLogTail } from './log-tail.js';
import { type Fetched, parseFetched, toLength } from './fetched.js';
import { type Load, missedEnd } from './load.js';
import { type MpvEvent, toMilliseconds } from './mpv-message.js';
import { parsePlaylist } from './playlist.js';
import { createSound, type Sound } from './sound.js';

/** Nearer than this to where it was sent, a position is that place: a paused output tells a little less. */
const landingMs = 500;

export interface LoadTrackerOptions {
  readonly clock: Clock;
  readonly emit: (event: PlayerEvent) => void;
  /** A property's value; null when there is none. Its answer comes after every event of the time of asking. */
  readonly ask: (property: string) => Promise<unknown>;
}

/** Turns the events of one mpv process into the player's events, each with the load it belongs to. */
export interface LoadTracker {
  /** To be called as `loadfile` is answered, before any later event is handled. */
  readonly claim: (request: LoadRequest, entryId: number) => void;
  /** Everything loaded and appended was dismissed by us. */
  dismissAll(): void;
  /** Tells of appended loads that were taken from the playlist before they began; up to `kept` may wait there still. */
  prune(kept: number): Promise<void>;
  /** Whether what plays, or opens, was appended, and nothing waits behind it. */
  readonly isAtAppended: boolean;
  handle(event: MpvEvent): void;
  readonly sound: Sound;
  /** Whether something sounds, or is about to. */
  readonly busy: boolean;
  /** Nothing is loaded. */
  readonly isEmpty: boolean;
  /** The process is gone: nothing is told from here on. */
  close(): void;
}

export function createLoadTracker({ clock, emit, ask }: LoadTrackerOptions): LoadTracker {
  const loads = new Map<number, Load>();
  const log = createLogTail();
  let current: Load | null = null;
  /** Whether the file that plays, or opens, goes on where another one has ended. */
  let follows = false;
  let closed = false;

  const sound = createSound({
    clock,
    emit(event) {
      if (closed) return;
      emit(event);
      if (event.type === 'player.position' && current?.dataEndMs === null) void lookAtData(current);
    },
  });
  const { aim, tell } = sound;

  async function land(load: Load): Promise<void> {
    const landing = aim.count;
    if (load.phase !== 'started') load.phase = 'landing';
    const names = ['time-pos', 'duration', 'current-ao', 'demuxer-cache-state'];
    const [position, length, output, cache] = await Promise.all(names.map(ask));
    if (closed || current !== load) return;
    aim.land(landing);
    // Sent elsewhere meanwhile, which is told instead.
    if (load.phase === 'started' && aim.isUnderWay) return;
    // mpv "begins" without a sound device as well, and ends the file with an error right after.
    if (output === null) return;
    const aimedMs = load.phase === 'started' ? aim.placeMs : load.startMs;
    const foundMs = toMilliseconds(position) ?? aimedMs;
    const positionMs = Math.abs(foundMs - aimedMs) < landingMs ? aimedMs : Math.max(0, foundMs);
    const fetched = parseFetched(cache);
    if (load.phase !== 'started') {
      load.phase = 'started';
      load.lengthMs = toLength(length, fetched);
      // Across a gapless boundary mpv counts up from below the start while the end of the file before it sounds.
      sound.begin(load, positionMs, follows ? Math.max(0, positionMs - foundMs) : 0);
      tellFetched(load, fetched);
      return;
    }
    sound.land(load, positionMs);
    tellFetched(load, fetched);
  }

  function tellFetched(load: Load, { toMs, isOver }: Fetched): void {
    const { loadId, lengthMs, dataEndMs } = load;
    const positionMs = toMs ?? lengthMs;
    if (!isOver || positionMs === null || dataEndMs !== null) return;
    load.dataEndMs = positionMs;
    tell({ type: 'player.fetched', loadId, positionMs, lengthMs });
  }

  async function lookAtData(load: Load): Promise<void> {
    const fetched = parseFetched(await ask('demuxer-cache-state'));
    if (!closed && current === load && load.phase === 'started') tellFetched(load, fetched);
  }

  function handleProperty(property: string, data: unknown): void {
    if (property === 'time-pos') sound.see(data);
    else if (property === 'paused-for-cache') sound.setStarved(data === true);
    else if (property === 'pause') sound.setPaused(data === true);
    else if (property === 'duration' && current !== null && current.lengthMs !== null)
      current.lengthMs = toMilliseconds(data) ?? current.lengthMs;
  }

  async function fail(load: Load, positionMs: number | null, fileError: string | null): Promise<void> {
    // mpv hands out its messages after its events: by the next answer, those of this load are here.
    await ask('mpv-version');
    const diagnosis = diagnose(fileError, log.since(load.firstLogLine));
    tell({ type: 'player.failed', loadId: load.loadId, positionMs, ...diagnosis });
  }

  function finish(load: Load, reason: string, fileError: string | null): void {
    const { loadId, lengthMs, phase } = load;
    const positionMs = sound.end(load, reason === 'eof');
    loads.delete(load.entryId);
    if (current === load) current = null;
    if (phase !== 'waiting') follows = reason === 'eof' && loads.size > 0;
    if (reason === 'eof') {
      if (phase === 'landing') tell({ type: 'player.started', loadId, positionMs, lengthMs });
      tell({ type: 'player.ended', loadId, positionMs, lengthMs });
    } else if (['stop', 'quit', 'redirect'].includes(reason)) tell({ type: 'player.stopped', loadId });
    else void fail(load, phase === 'started' ? positionMs : null, fileError);
  }

  function open(entryId: number): void {
    current = loads.get(entryId) ?? null;
    sound.open();
    if (current === null) return;
    current.phase = 'opening';
    current.firstLogLine = log.count;
  }

  function dismissAll(): void {
    sound.flush();
    for (const load of [...loads.values()]) {
      load.dismissed = true;
      // Never opened and no longer listed: mpv has nothing to say about it. The others get their `end-file`.
      if (load.phase === 'waiting') finish(load, 'stop', null);
    }
  }

  /** Events were dropped: read again what they would have told. */
  async function resync(): Promise<void> {
    const names = ['playlist', 'pause', 'paused-for-cache', 'time-pos', 'current-ao'];
    const [playlist, pause, cache, position, output] = await Promise.all(names.map(ask));
    if (closed) return;
    const entries = parsePlaylist(playlist);
    for (const load of [...loads.values()]) {
      const reason = missedEnd(load, entries);
      if (reason !== null) finish(load, reason, 'events were lost');
    }
    current = loads.get(entries.find(entry => entry.current)?.id ?? -1) ?? null;
    if (current?.phase === 'waiting' || current?.phase === 'opening') current.phase = 'loaded';
    handleProperty('pause', pause);
    handleProperty('paused-for-cache', cache);
    aim.land(aim.count);
    if (current?.phase === 'loaded' && output !== null && position !== null) await land(current);
    sound.see(position);
  }

  return {
    claim({ loadId, startMs, mode }, entryId) {
      if (mode === 'replace') dismissAll();
      const appended = mode === 'append';
      const blank = { lengthMs: null, dataEndMs: null, dismissed: false, firstLogLine: log.count };
      loads.set(entryId, { loadId, entryId, startMs, appended, phase: 'waiting', ...blank });
    },
    dismissAll,
    async prune(kept) {
      const waiting = [...loads.values()].filter(load => load.phase === 'waiting');
      if (waiting.length <= kept) return;
      const entries = parsePlaylist(await ask('playlist'));
      for (const load of waiting) {
        const gone = !entries.some(entry => entry.id === load.entryId);
        if (gone && load.phase === 'waiting' && loads.has(load.entryId)) finish(load, 'stop', null);
      }
    },
    handle(event) {
      switch (event.event) {
        case 'start-file':
          open(event.entryId);
          break;
        case 'file-loaded':
          if (current?.phase === 'opening') current.phase = 'loaded';
          break;
        case 'seek':
          aim.begin();
          break;
        case 'playback-restart':
          if (current !== null && current.phase !== 'opening') void land(current);
          break;
        case 'end-file': {
          const load = loads.get(event.entryId);
          if (load !== undefined) finish(load, event.reason, event.fileError);
          break;
        }
        case 'log-message':
          log.add(`${event.prefix}: ${event.text}`);
          break;
        case 'property-change':
          handleProperty(event.property, event.data);
          break;
        case 'event-queue-overflow':
          void resync();
      }
    },
    sound,
    get isAtAppended() {
      return current?.appended === true && [...loads.keys()].at(-1) === current.entryId;
    },
    get isEmpty() {
      return loads.size === 0;
    },
    get busy() {
      return loads.size > 0 && !sound.isHeld;
    },
    close() {
      sound.flush();
      closed = true;
    },
  };
}
