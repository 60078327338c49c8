import type { PlayerEvent } from '../../core/vocabulary/player-event.js';
import type { Clock, LoadRequest } from '../../contract/ports.js';
import { askedOfEnd, isLost, standsAtEnd, tellEnd, tellFetched } from './data-end.js';
import { ASTRAY, diagnose, ENDLESS, isAstray, isEndless } from './load-fault.js';
import { createLogTail } from '../wire/log-tail.js';
import { parseFetched, toLength } from './fetched.js';
import { endlessOf, listedIds, type MpvLoad, noteDuration, toLoad } from './load.js';
import { type MpvEvent, toMilliseconds } from '../wire/mpv-message.js';
import { Sound } from './sound.js';

/** A position nearer than this to the target counts as the target: a paused output reports slightly less. */
const landingMs = 500;

/**
 * `endless`: mpv only reads, data that it cannot decode. `astray`: it plays another place than it says, and has to stop.
 * `standstill`: it hangs at the end of what plays and has to leave it; the end is then reported.
 */
export type LoadTrouble = 'endless' | 'astray' | 'standstill';

export interface LoadTrackerOptions {
  readonly clock: Clock;
  readonly emit: (event: PlayerEvent) => void;
  /** Returns a property's value, or null if it has none; answered after all events up to the time of asking. */
  readonly ask: (property: string, settings?: { readonly timeoutMs: null }) => Promise<unknown>;
  /** Called when mpv has to be helped; a load that fails because of this is then reported. */
  readonly onTrouble: (trouble: LoadTrouble) => void;
}

/** Turns the events of one mpv process into player events, each with the load it belongs to. */
export class LoadTracker {
  readonly #options: LoadTrackerOptions;
  readonly #loads = new Map<number, MpvLoad>();
  readonly #log = createLogTail();
  #current: MpvLoad | null = null;
  /** Whether the file that plays or opens continues where another one ended. */
  #follows = false;
  #closed = false;
  readonly sound: Sound;
  /** Registers a load. Call it when `loadfile` is answered, before any later event is handled. */
  readonly claim = (request: LoadRequest, entryId: number): void => {
    if (request.mode === 'replace') this.dismissAll();
    this.#loads.set(entryId, toLoad(request, entryId, this.#log.count));
  };

  constructor(options: LoadTrackerOptions) {
    this.#options = options;
    const emit = (event: PlayerEvent): void => (this.#closed ? undefined : options.emit(event));
    this.sound = new Sound({ clock: options.clock, emit });
  }

  #askAll(names: readonly string[], settings?: { readonly timeoutMs: null }): Promise<unknown[]> {
    return Promise.all(names.map(name => this.#options.ask(name, settings)));
  }

  async #land(load: MpvLoad): Promise<void> {
    const landing = this.sound.aim.count;
    if (load.phase !== 'started') load.phase = 'landing';
    const names = ['audio-pts', 'duration', 'current-ao', 'demuxer-cache-state'];
    const [position, length, output, cache] = await this.#askAll(names);
    if (this.#closed || this.#current !== load) return;
    this.sound.aim.land(landing);
    // Another seek has begun meanwhile; its landing is reported instead.
    if (load.phase === 'started' && this.sound.aim.isUnderWay) return;
    // mpv reports a beginning even without a sound device, and ends the file with an error right after it.
    if (output === null) return;
    const aimedMs = load.phase === 'started' ? this.sound.aim.placeMs : load.startMs;
    const foundMs = (isLost(position) ? null : toMilliseconds(position)) ?? aimedMs;
    const positionMs = Math.abs(foundMs - aimedMs) < landingMs ? aimedMs : Math.max(0, foundMs);
    const fetched = parseFetched(cache);
    if (load.phase === 'started') this.sound.land(load, positionMs);
    else {
      load.phase = 'started';
      load.lengthMs = toLength(length, fetched);
      load.toldMs = toMilliseconds(length);
      // At a gapless boundary mpv counts up from below the start while the end of the previous file still sounds.
      this.sound.begin(load, positionMs, this.#follows ? Math.max(0, positionMs - foundMs) : 0);
    }
    tellFetched(load, fetched, this.sound.tell);
  }

  /** Reports the position and, while more may come, how far the data reach. Has no time-out; never rejects. */
  async look(): Promise<void> {
    const load = this.#current;
    const more = load === null ? [] : askedOfEnd(load, this.sound.positionMs);
    const [seconds, ...answers] = await this.#askAll(['audio-pts', ...more], { timeoutMs: null });
    this.sound.see(seconds);
    if (load === null || this.#current !== load || load.phase !== 'started') return;
    const positionMs = toMilliseconds(seconds);
    tellEnd(load, positionMs, answers, this.sound.tell);
    const isFlowing = this.sound.isFlowing && !this.sound.aim.isUnderWay;
    const soundsMs = isLost(seconds) ? Math.min(this.sound.positionMs, load.dataEndMs ?? 0) : positionMs;
    if (standsAtEnd(load, isFlowing ? soundsMs : null, this.#options.clock.steadyMs()))
      this.#options.onTrouble('standstill');
  }

  #handleProperty(property: string, data: unknown): void {
    if (property === 'paused-for-cache') {
      this.sound.setStarved(data === true);
      // Sound may have stopped before this event, so ask for the exact position.
      if (data === true) void this.#options.ask('audio-pts').then(this.sound.see);
    }
    if (property === 'pause') this.sound.setPaused(data === true);
    if (property === 'duration' && this.#current !== null) noteDuration(this.#current, data);
  }

  async #fail(load: MpvLoad, positionMs: number | null, fileError: string | null): Promise<void> {
    // mpv sends its log messages after its events: once this request is answered, those of this load have arrived.
    if (fileError !== ENDLESS) await this.#options.ask('mpv-version');
    const tookMs = this.#options.clock.steadyMs() - load.openedMs;
    const diagnosis = diagnose(fileError, this.#log.since(load.firstLogLine), tookMs);
    this.sound.tell({ type: 'player.failed', loadId: load.loadId, positionMs, ...diagnosis });
  }

  #finish(load: MpvLoad | undefined, why: string, fileError: string | null): void {
    if (load === undefined) return;
    const { loadId, lengthMs, phase } = load;
    const reason = why === 'stop' && load.isLeft && !load.dismissed ? 'eof' : why;
    const positionMs = this.sound.end(load, reason === 'eof');
    this.#loads.delete(load.entryId);
    if (this.#current === load) this.#current = null;
    if (phase !== 'waiting') this.#follows = reason === 'eof' && this.#loads.size > 0;
    if (reason === 'eof') {
      if (phase === 'landing') this.sound.tell({ type: 'player.started', loadId, positionMs, lengthMs });
      this.sound.tell({ type: 'player.ended', loadId, positionMs, lengthMs });
    } else if (['stop', 'quit', 'redirect'].includes(reason))
      this.sound.tell({ type: 'player.stopped', loadId });
    else void this.#fail(load, phase === 'started' ? positionMs : null, fileError);
  }

  #giveUp(): void {
    this.#finish(endlessOf([...this.#loads.values()], this.#current), 'error', ENDLESS);
    this.close();
    this.#options.onTrouble('endless');
  }

  #checkPlace(load: MpvLoad): void {
    if (load.soughtLogLine === null || !isAstray(this.#log.since(load.soughtLogLine))) return;
    this.#finish(load, 'error', ASTRAY);
    this.#options.onTrouble('astray');
    void this.prune(0);
  }

  #open(entryId: number): void {
    this.#current = this.#loads.get(entryId) ?? null;
    this.sound.open();
    if (this.#current === null) return;
    this.#current.phase = 'opening';
    this.#current.firstLogLine = this.#log.count;
    this.#current.openedMs = this.#options.clock.steadyMs();
  }

  /** Marks everything loaded and appended as dismissed by the agent. */
  dismissAll(): void {
    this.sound.flush();
    for (const load of [...this.#loads.values()]) {
      load.dismissed = true;
      // Never opened and no longer listed: mpv sends no event for it. The other loads get their `end-file`.
      if (load.phase === 'waiting') this.#finish(load, 'stop', null);
    }
  }

  /** Reports appended loads that left the playlist before they began; up to `kept` may still wait there. */
  async prune(kept: number): Promise<void> {
    const waiting = [...this.#loads.values()].filter(load => load.phase === 'waiting');
    if (waiting.length <= kept) return;
    const listed = listedIds(await this.#options.ask('playlist'));
    const gone = waiting.filter(({ entryId }) => !listed.includes(entryId));
    for (const load of gone)
      if (load.phase === 'waiting' && this.#loads.has(load.entryId)) this.#finish(load, 'stop', null);
  }

  handle(event: MpvEvent): void {
    switch (event.event) {
      case 'start-file':
        this.#open(event.entryId);
        break;
      case 'file-loaded':
        if (this.#current?.phase === 'opening') this.#current.phase = 'loaded';
        break;
      case 'seek':
        this.sound.aim.begin();
        if (this.#current === null) break;
        this.#current.stood = null;
        this.#current.soughtLogLine = this.#log.count;
        break;
      case 'playback-restart':
        if (this.#current !== null && this.#current.phase !== 'opening') void this.#land(this.#current);
        break;
      case 'end-file':
        this.#finish(this.#loads.get(event.entryId), event.reason, event.fileError);
        break;
      case 'log-message':
        this.#log.add(`${event.prefix}: ${event.text}`);
        if (!this.#closed && isEndless(this.#log.newest)) this.#giveUp();
        if (this.#current?.phase === 'started') this.#checkPlace(this.#current);
        break;
      case 'property-change':
        this.#handleProperty(event.property, event.data);
        break;
      // The process is replaced.
      case 'event-queue-overflow':
    }
  }

  /** Whether the entry that plays or opens was appended, with nothing waiting behind it. */
  get isAtAppended(): boolean {
    return this.#current?.appended === true && [...this.#loads.keys()].at(-1) === this.#current.entryId;
  }

  /** Whether nothing is loaded. */
  get isEmpty(): boolean {
    return this.#loads.size === 0;
  }

  /** Whether something sounds or is about to. */
  get busy(): boolean {
    return this.#loads.size > 0 && !this.sound.isHeld;
  }

  /** Ends the reports, because the process is gone. */
  close(): void {
    this.sound.flush();
    this.#closed = true;
  }
}
