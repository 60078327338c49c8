/**
 * What the engine and the edges expect of one another. An interface here belongs to its consumer;
 * `daemon.ts` alone decides who implements it.
 */
import type { By, Command } from './core/command.js';
import type { Effect } from './core/reconcile/effect.js';
import type { Event } from './core/event.js';
import type { LoadFault, PlayerEvent } from './core/player-event.js';
import type { Pairing } from './core/public-state.js';
import type { State } from './core/model/state.js';
import type { Snapshot, StateChange } from './protocol.js';
import type {
  CertificateRecord,
  ClientRecord,
  CredentialsRecord,
  DeviceRecord,
  PlayedRecord,
  PositionRecord,
  SessionRecord,
} from './records.js';

/** pino's shape, so that a pino logger fits. Never give it a token, a code, a secret or an audio address. */
export interface Logger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface Clock {
  /** Wall clock, milliseconds since the epoch; may jump. */
  epochMs(): number;
  /** Never jumps, starts anywhere. */
  steadyMs(): number;
  /** The same, but goes on while the machine sleeps; left out where that makes no difference. */
  upMs?(): number;
}

/** One turn of the engine's loop: what came in, what it changed, what is done about it. */
export interface Decision {
  readonly event: Event;
  readonly before: State;
  /** The same object where nothing changed. */
  readonly after: State;
  readonly effects: readonly Effect[];
  /** Of the steady clock. */
  readonly steadyMs: number;
}

// ---- player -------------------------------------------------------------------------------------

export interface LoadRequest {
  /** Chosen by the caller, rising; comes back with every event of this load. */
  readonly loadId: number;
  /** http or https, passed on byte for byte. */
  readonly url: string;
  readonly startMs: number;
  readonly gainDb: number | null;
  /** `append`: play it, without a gap, after what is loaded. Replaces an earlier append. */
  readonly mode: 'replace' | 'append';
  /** Load without sounding yet (only with `replace`). */
  readonly paused: boolean;
}

/** One mpv for the life of the agent, replaced by the edge itself when it dies. Calls never wait longer than 5 s. */
export interface Player {
  /** Resolves once the first process answers; rejects with an `ExitError` 69 when the program is missing. */
  start(listener: (event: PlayerEvent) => void): Promise<void>;
  load(request: LoadRequest): Promise<void>;
  pause(): Promise<void>;
  /** Sound goes on where it was; after `releaseDevice` it has when `player.seeked` is told. */
  resume(): Promise<void>;
  /**
   * Lets the sound device go, to be called while paused; what is loaded stays. `resume`, `next` and a `load` that
   * replaces open it again; where that fails, `player.failed` says `device`.
   */
  releaseDevice(): Promise<void>;
  seek(positionMs: number): Promise<void>;
  /**
   * Plays the appended entry at once, also when paused. The load before it gives `player.stopped` (unless it had ended
   * by itself), the appended one its `player.started` or `player.failed`. When the appended one has begun by itself in
   * the same instant it plays on, unpaused: two entries are never skipped. Rejects when nothing was appended.
   */
  next(): Promise<void>;
  /**
   * Takes back what is appended, which gives `player.stopped`; what sounds goes on. An entry that has begun by itself
   * in the same instant sounds on, and has given its `player.started`. With nothing appended nothing happens.
   */
  dropAppended(): Promise<void>;
  /** Forgets what is loaded and appended, and frees the sound device. */
  unload(): Promise<void>;
  /** 0…100 on mpv's own scale. Remembered across a restart of the player. */
  setVolume(volume: number): Promise<void>;
  setMuted(muted: boolean): Promise<void>;
  /** Ends the process and waits for it, at most 2 s. May be called twice. */
  stop(): Promise<void>;
  /** mpv's version, as soon as known. */
  readonly version: string | null;
}

/** The host that audio was last asked of, and what is wrong with it as the player says. */
export interface AudioHost {
  /** Scheme, name and port, never more of an address. */
  readonly origin: string;
  /** Null while it gives what is asked for. */
  readonly trouble: { readonly fault: LoadFault; readonly httpStatus: number | null } | null;
}

// ---- store --------------------------------------------------------------------------------------

/** One file of the state directory, read when the store opens. */
export interface Cell<T> {
  /** The last value read or written; null when there is none. */
  readonly value: T | null;
  /** Resolves once the value is durable (file and directory synced). Writes to one cell are kept in order. */
  write(value: T): Promise<void>;
  remove(): Promise<void>;
}

/** What was played, of which only so much is kept. An entry is added without the others being written again. */
export interface PlayedLog {
  /** The latest last. */
  readonly records: readonly PlayedRecord[];
  /** One of the same `playedAtMs` takes the place of the earlier. Resolves once it is durable. */
  add(record: PlayedRecord): Promise<void>;
  /** Forgets them all. */
  remove(): Promise<void>;
}

export interface Store {
  readonly device: Cell<DeviceRecord>;
  readonly credentials: Cell<CredentialsRecord>;
  readonly session: Cell<SessionRecord>;
  readonly clients: Cell<{ readonly clients: readonly ClientRecord[] }>;
  readonly certificate: Cell<CertificateRecord>;
  readonly played: PlayedLog;
  /** Synchronous and unsynced; failures are swallowed after one warning. */
  readonly position: { readonly value: PositionRecord | null; write(value: PositionRecord): void };
  /** False once a write has failed and none has succeeded since. */
  readonly writable: boolean;
  /** Releases the directory's lock. */
  close(): Promise<void>;
}

// ---- control ------------------------------------------------------------------------------------

/** What phones control: the engine. */
export interface Agent {
  /** Resolves when done, with the revision that shows its effect; rejects with a `RefusedError`. */
  execute(command: Command, cause: By): Promise<{ readonly revision: number }>;
  snapshot(): Snapshot;
  /** Every later change, in order, without a gap; call the answer to end it. */
  observe(listener: (change: StateChange) => void): () => void;
}

/** `paired`: a client needs a token; `open`: none is needed for what a guest may do. */
export const ACCESS_MODES = ['paired', 'open'] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

/** What is told of those who come to the control API: kept out first, then let in or sent away by an owner. */
export const INCIDENTS = [
  'wrongToken',
  'wrongCode',
  'wrongSignIn',
  'wrongRequest',
  'tooManyTokens',
  'tooManyCodes',
  'tooManyCalls',
  'tooManyRequests',
  'tooManySessions',
  'tooManySockets',
  'tooManyConnections',
  'tooManySignIns',
  'tooManyClients',
  'slowReader',
  'admitted',
  'renamed',
  'revoked',
  'expired',
  'paired',
  'signedIn',
  'signedOut',
] as const;
export type Incident = (typeof INCIDENTS)[number];
/** What more the log says of one; free of secrets. */
export type IncidentDetails = Readonly<Record<string, string | number | null | undefined>>;

export interface Health {
  readonly pairing: Pairing;
  readonly player: 'ok' | 'unavailable';
  readonly service: 'ok' | 'offline' | 'error' | 'unknown';
  /** False when the state directory cannot be written. */
  readonly stateWritable: boolean;
}

export interface PageRequest {
  /** Any. What answers HEAD may bring a body along: it is left out. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The fields of an urlencoded form; empty otherwise. */
  readonly form: URLSearchParams;
  readonly userAgent: string;
  /** The header as it came; empty where there was none. */
  readonly cookie: string;
  /** Headers as they came; left out where there were none. */
  readonly acceptLanguage?: string | undefined;
  readonly acceptEncoding?: string | undefined;
  /** Where it comes from: what counts as one when tries are counted. */
  readonly peer: string;
}

export interface PageResponse {
  readonly status: number;
  /** May replace the defaults, such as Content-Security-Policy; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Pages served beside the control API: asked in turn; null leaves the request to the next. */
export type Pages = (request: PageRequest) => PageResponse | null | Promise<PageResponse | null>;

// ---- discovery ----------------------------------------------------------------------------------

/** DNS-SD record of the contract, section 5. */
export interface Advertisement {
  readonly name: string;
  readonly port: number;
  readonly txt: Readonly<Record<string, string>>;
}

export interface Advertiser {
  /** Returns at once; advertises and re-advertises until stopped; a missing Avahi costs one warning. */
  start(advertisement: Advertisement): void;
  update(txt: Readonly<Record<string, string>>): void;
  stop(): Promise<void>;
}
