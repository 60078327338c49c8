import type { PublicState } from '../contract/public-state.js';
import type { Agent, Clock } from '../contract/ports.js';
import { explainSilence } from '../contract/silences.js';
import { oneLine } from './ack.js';

/** What MPD's programs wait for by `idle`; the first six change here. */
export const SUBSYSTEMS = [
  'player',
  'playlist',
  'mixer',
  'output',
  'options',
  'stored_playlist',
  'database',
  'update',
  'sticker',
  'subscription',
  'message',
  'partition',
  'neighbor',
  'mount',
] as const;
export type Subsystem = (typeof SUBSYSTEMS)[number];

/** A song of the queue. */
export interface Song {
  readonly id: number;
  readonly file: string;
  readonly artUrl: string | null;
  readonly durationMs: number | null;
  /** Its lines, as MPD sends them. */
  readonly text: string;
}

export interface QueueOptions {
  readonly agent: Agent;
  /** The number of the entry that is current; null: none. */
  readonly entry: () => number | null;
  readonly clock: Clock;
}

const PLAYER: readonly (keyof PublicState)[] = [
  'playbackStatus',
  'silenceReason',
  'notice',
  'position',
  'buffering',
];

/** MPD's queue: what plays and, where it is known, what follows. It follows the agent for as long as the process runs. */
export class Queue {
  readonly #entry: () => number | null;
  readonly #listeners = new Set<(changed: readonly Subsystem[]) => void>();
  /** Makes `file` another one after each start: programs keep the art of a file. */
  readonly #start: string;
  #state: PublicState;
  #piece: string | null = null;
  #id = 0;
  #cleared: PublicState['notice'] = null;
  songs: readonly Song[] = [];
  /** Rises with each change of the songs. */
  version = 1;

  constructor({ agent, entry, clock }: QueueOptions) {
    this.#entry = entry;
    this.#start = clock.epochMs().toString(36);
    this.#state = agent.snapshot().state;
    this.#renew();
    agent.observe(({ changes }) => {
      const changed = this.#learn(changes);
      if (changed.length > 0) for (const listener of [...this.#listeners]) listener(changed);
    });
  }

  /** Why it is silent, or what the listener should read, in one line; null if there is nothing to say. */
  get error(): string | null {
    const { silenceReason, notice } = this.#state;
    const said = explainSilence({ silenceReason, notice: notice === this.#cleared ? null : notice });
    return said === null ? null : oneLine(said);
  }

  /** Hides the notice that is there now. */
  clearError(): void {
    this.#cleared = this.#state.notice;
  }

  /** Registers a listener for what changes; call the returned function to remove it. */
  follow(listener: (changed: readonly Subsystem[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #learn(changes: Partial<PublicState>): readonly Subsystem[] {
    this.#state = { ...this.#state, ...changes };
    const changed = new Set<Subsystem>();
    if (PLAYER.some(member => member in changes)) changed.add('player');
    if ('volume' in changes) changed.add('mixer');
    if ('muted' in changes) changed.add('output');
    const [before] = this.songs;
    if (this.#renew()) changed.add('playlist');
    if (before?.text !== this.songs[0]?.text) changed.add('player');
    return [...changed];
  }

  /** Makes the songs anew; whether they have changed. */
  #renew(): boolean {
    const { item, source, upNext } = this.#state;
    const piece = item === null ? null : JSON.stringify([this.#entry(), source?.id, item.index, item.title]);
    // A number is never used twice, not even for what was expected to follow and did not.
    if (piece !== this.#piece) this.#id += 2;
    this.#piece = piece;
    const songs = [
      ...(item === null ? [] : [{ ...item, name: explainSilence({ ...this.#state, notice: null }) }]),
      ...(item === null || upNext === null ? [] : [upNext]),
    ].map((shown, pos) => this.#toSong(shown, pos));
    const isChanged = songs.map(({ text }) => text).join() !== this.songs.map(({ text }) => text).join();
    if (isChanged) this.version += 1;
    this.songs = songs;
    return isChanged;
  }

  #toSong(shown: SongDetails, pos: number): Song {
    const id = this.#id + pos;
    const file = `tonearm/${this.#start}-${id}`;
    const { durationMs = null, artUrl = null } = shown;
    const text = `${toSongText(file, shown)}Pos: ${pos}\nId: ${id}\n`;
    return { id, file, artUrl, durationMs, text };
  }
}

/** What is shown of a song. */
export interface SongDetails {
  readonly title: string;
  readonly artist?: string | undefined;
  readonly album?: string | undefined;
  readonly podcast?: string | undefined;
  readonly artUrl?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly name?: string | null;
}

/** Returns the lines of a song; `file` comes first, and always: without it MPD's programs see no song. */
export function toSongText(file: string, shown: SongDetails): string {
  const { title, artist, album, podcast, durationMs, name } = shown;
  const lines = {
    file,
    Title: title,
    Artist: artist ?? podcast,
    Album: album ?? podcast,
    Name: name,
    ...(durationMs !== undefined && { Time: Math.round(durationMs / 1000), duration: toSeconds(durationMs) }),
  };
  return toText(lines);
}

/** Returns `name: value` lines, without those that have no value. */
export function toText(lines: Readonly<Record<string, string | number | null | undefined>>): string {
  return Object.entries(lines)
    .map(([name, value]) =>
      value === null || value === undefined ? '' : `${name}: ${oneLine(`${value}`)}\n`,
    )
    .join('');
}

export function toSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
