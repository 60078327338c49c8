/** The interfaces between the engine and the edges. Each belongs to its consumer; `daemon.ts` alone decides who implements it. */
import type { Announcer } from './announcer-port.js';
import type { By, Command } from './command.js';
import type { Effect } from '../core/reconcile/effect.js';
import type { Event } from '../core/vocabulary/event.js';
import type { LoadFault, PlayerEvent } from '../core/vocabulary/player-event.js';
import type { Pairing } from './public-state.js';
import type { State } from '../core/model/state.js';
import type { Snapshot, StateChange } from './protocol.js';
import type {
  CertificateRecord,
  ClientRecord,
  CredentialsRecord,
  DayRecord,
  DeviceRecord,
  PlayedRecord,
  PositionRecord,
  SessionRecord,
} from './records.js';

/** The interface of pino's loggers. Never log a token, a code, a secret or an audio address. */
export interface Logger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The clocks of the agent; tests replace them. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch; may jump. */
  epochMs(): number;
  /** Monotonic clock, milliseconds; starts anywhere and never jumps. */
  steadyMs(): number;
  /** A monotonic clock that also counts while the machine sleeps; left out where that makes no difference. */
  upMs?(): number;
}

/** One turn of the engine's loop: the event, the state before and after it, and the effects. */
export interface Decision {
  readonly event: Event;
  readonly before: State;
  /** The same object as `before` if nothing changed. */
  readonly after: State;
  readonly effects: readonly Effect[];
  /** When the decision was made, by the steady clock. */
  readonly steadyMs: number;
}

// ---- player -------------------------------------------------------------------------------------

/** A request to the player to load an item. */
export interface LoadRequest {
  /** Chosen by the caller, rising; every event of this load carries it. */
  readonly loadId: number;
  /** http or https; passed on byte for byte. */
  readonly url: string;
  readonly startMs: number;
  readonly gainDb: number | null;
  /** `append`: plays after what is loaded, without a gap; replaces an earlier append. */
  readonly mode: 'replace' | 'append';
  /** Whether to load without playing yet (only with `replace`). */
  readonly paused: boolean;
  /** Asks the host before mpv opens the address. `well`: another origin to compare it with, where it sends nothing. */
  readonly probe?: { readonly well: string | null };
  readonly hasRanges?: boolean; // False: the host is asked for the whole item only.
}

/** One mpv for the life of the agent; the edge itself replaces a process that dies. Calls never take longer than 5 s. */
export interface Player {
  /** Resolves once the first process answers; rejects with an `ExitError` 69 if the program is missing. */
  start(listener: (event: PlayerEvent) => void): Promise<void>;
  load(request: LoadRequest): Promise<void>;
  pause(): Promise<void>;
  /** Continues at the same position; after `releaseDevice`, sound is back when `player.seeked` is reported. */
  resume(): Promise<void>;
  /**
   * Releases the sound device, while paused; what is loaded stays. `resume`, `next` and a `load` with `replace` open it
   * again; if that fails, `player.failed` reports `device`.
   */
  releaseDevice(): Promise<void>;
  seek(positionMs: number): Promise<void>;
  /**
   * Plays the appended entry at once, also when paused. The load before it reports `player.stopped` (unless it had
   * ended by itself), the appended one `player.started` or `player.failed`. If the appended entry has begun by itself
   * at the same moment, it plays on, unpaused: two entries are never skipped. Rejects if nothing was appended.
   */
  next(): Promise<void>;
  /**
   * Removes the appended entry, which reports `player.stopped`; the current one plays on. An entry that has begun by
   * itself at the same moment plays on, and has reported its `player.started`. Does nothing if nothing is appended.
   */
  dropAppended(): Promise<void>;
  /** Drops what is loaded and appended, and frees the sound device. */
  unload(): Promise<void>;
  /** 0…100 on mpv's own scale. Kept when the player restarts. */
  setVolume(volume: number): Promise<void>;
  setMuted(muted: boolean): Promise<void>;
  /** Lowers the sound by 20 dB within 100 ms, or brings it back. */
  duck(isDucked: boolean): Promise<void>;
  readonly announcer: Announcer;
  /** Ends the process and waits for it, at most 2 s. May be called twice. */
  stop(): Promise<void>;
  /** mpv's version, once known. */
  readonly version: string | null;
}

/** The host that audio was last requested from, and its state according to the player. */
export interface AudioHost {
  /** Scheme, name and port, never more of an address. */
  readonly origin: string;
  /** Null while it delivers what is requested. */
  readonly trouble: { readonly fault: LoadFault; readonly httpStatus: number | null } | null;
}

// ---- store --------------------------------------------------------------------------------------

/** One file of the state directory, read when the store opens. */
export interface Cell<T> {
  /** The last value read or written; null if there is none. */
  readonly value: T | null;
  /** Resolves once durable (file and directory synced); keeps the order. */
  write(value: T): Promise<void>;
  remove(): Promise<void>;
}

/** The items played, up to a maximum number. Adding one does not rewrite the others. */
export interface PlayedLog {
  /** Oldest first. */
  readonly records: readonly PlayedRecord[];
  /** Adds a record, or replaces the one with the same `playedAtMs`. Resolves once it is durable. */
  add(record: PlayedRecord): Promise<void>;
  /** Forgets all records. */
  remove(): Promise<void>;
}

/** The state directory, and the position in the runtime directory. */
export interface Store {
  readonly device: Cell<DeviceRecord>;
  readonly credentials: Cell<CredentialsRecord>;
  readonly session: Cell<SessionRecord>;
  readonly clients: Cell<{ readonly clients: readonly ClientRecord[] }>;
  readonly certificate: Cell<CertificateRecord>;
  readonly day: Cell<DayRecord>;
  readonly played: PlayedLog;
  /** Synchronous and unsynced; failures are ignored after one warning. */
  readonly position: { readonly value: PositionRecord | null; write(value: PositionRecord | null): void };
  /** False after a failed write, until one succeeds. */
  readonly writable: boolean;
  /** Releases the directory's lock. */
  close(): Promise<void>;
}

// ---- control ------------------------------------------------------------------------------------

/** The engine, as clients control it. */
export interface Agent {
  /** Resolves when done, with the revision that shows the effect; rejects with a `RefusedError`. */
  execute(command: Command, cause: By): Promise<{ readonly revision: number }>;
  snapshot(): Snapshot;
  /**
   * Registers a listener for every later change, in order and without a gap; call the returned function to remove it.
   */
  observe(listener: (change: StateChange) => void): () => void;
}

/** `paired`: a client needs a token; `open`: none is needed for what a guest may do. */
export const ACCESS_MODES = ['paired', 'open'] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

/** The state of the agent's parts, for `/healthz`. */
export interface Health {
  readonly pairing: Pairing;
  readonly player: 'ok' | 'unavailable';
  readonly service: 'ok' | 'offline' | 'error' | 'unknown';
  /** False while the state directory cannot be written. */
  readonly stateWritable: boolean;
}

/** A request for a page, after the gate's checks. Headers are as received; empty, or left out, if absent. */
export interface PageRequest {
  /** Any method. The answer to HEAD may have a body, which is left out. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The fields of a URL-encoded form; otherwise empty. */
  readonly form: URLSearchParams;
  readonly userAgent: string;
  readonly cookie: string;
  readonly acceptLanguage?: string | undefined;
  readonly acceptEncoding?: string | undefined;
  /** The address of the client, as limits count it. */
  readonly peer: string;
  /** The speaker at the address that this came to, such as `http://192.0.2.7:8710`; empty if no browser can open it. */
  readonly origin: string;
}

/** The answer to a page request. */
export interface PageResponse {
  readonly status: number;
  /** May override the defaults, such as Content-Security-Policy; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Pages served beside the control API. Tried in turn: null leaves the request to the next. */
export type Pages = (request: PageRequest) => PageResponse | null | Promise<PageResponse | null>;

/** A DNS-SD record (contract, section 5). */
export interface Advertisement {
  readonly name: string;
  readonly port: number;
  readonly txt: Readonly<Record<string, string>>;
}

/** Advertises this speaker by DNS-SD. */
export interface Advertiser {
  /** Returns at once; advertises, again after Avahi restarts, until stopped; a missing Avahi costs one warning. */
  start(advertisement: Advertisement): void;
  update(txt: Readonly<Record<string, string>>): void;
  stop(): Promise<void>;
}
