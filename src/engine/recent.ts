import { type Hearing, isListenerGone, thumbTaken, toHearing } from '../core/playing.js';
import type { Feedback } from '../core/vocabulary/item.js';
import type { RecentItem } from '../contract/library.js';
import type { Clock, Decision, Logger, PlayedLog } from '../contract/ports.js';
import type { PlayedRecord } from '../contract/records.js';

/** An item that sounds for less time does not count as played. */
const LEAST_HEARD_MS = 2_000;
/** While sound lasts, events are never further apart than this; a longer gap was no sound. */
const LONGEST_STEP_MS = 5_000;
/** An item that begins further in than this continues an earlier play. */
const GOES_ON_MS = 2_000;
/** An item that begins again within this time counts as the same play. */
const AGAIN_MS = 60_000;
const KINDS = ['track', 'episode'];
const LONGEST_ART = 1_024;

/** An entry of the playlist as heard so far. */
interface Listening {
  readonly entry: number;
  /** The position at which it began to sound. */
  readonly fromMs: number;
  /** When it began to sound, by the steady clock. */
  readonly beganMs: number;
  heardMs: number;
  /** When it was last heard; null while it does not sound. */
  lastMs: number | null;
  /** The time under which it is listed; null until it is listed. */
  playedAtMs: number | null;
}

/**
 * Keeps the list of what this speaker played (contract, section 4, `library.recent`): tracks and episodes that
 * sounded for two seconds, each once however often it was paused or the agent restarted. Writes nothing else.
 */
export class Recent {
  readonly #played: PlayedLog;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #listening: Listening | null = null;

  constructor(options: { readonly played: PlayedLog; readonly clock: Clock; readonly logger: Logger }) {
    this.#played = options.played;
    this.#clock = options.clock;
    this.#logger = options.logger;
  }

  /** Returns at most `most` items, the latest first. */
  list(most: number): readonly RecentItem[] {
    return this.#played.records.slice(-most).reverse().map(toRecentItem);
  }

  /** Records what is heard, from the engine's decisions. */
  observe({ event, before, after, steadyMs }: Decision): void {
    if (isListenerGone(event)) this.forget();
    const thumb = thumbTaken(before, event);
    if (thumb !== null) this.#rate(thumb.trackId, thumb.value);
    const hearing = toHearing(after);
    if (hearing === null || !KINDS.includes(hearing.item.kind)) {
      this.#listening = null;
      return;
    }
    if (this.#listening?.entry !== hearing.entry) this.#listening = begun(hearing, steadyMs);
    if (this.#listening !== null) this.#hear(this.#listening, hearing, steadyMs);
  }

  #hear(listening: Listening, hearing: Hearing, nowMs: number): void {
    const { lastMs } = listening;
    if (lastMs !== null) listening.heardMs += Math.min(nowMs - lastMs, LONGEST_STEP_MS);
    listening.lastMs = hearing.isSounding ? nowMs : null;
    if (listening.playedAtMs === null && listening.heardMs >= LEAST_HEARD_MS)
      listening.playedAtMs = this.#enter(listening, hearing, nowMs);
    if (listening.playedAtMs !== null) this.#keepThumb(listening.playedAtMs, hearing.item.feedback);
  }

  /**
   * Lists the item, unless it is listed already, because it continued after a restart or in an entry of its own.
   * Returns its time.
   */
  #enter({ fromMs, beganMs }: Listening, hearing: Hearing, nowMs: number): number {
    const { records } = this.#played;
    const newest = records.at(-1);
    const atMs = Math.max(0, Math.round(this.#clock.epochMs() - (nowMs - beganMs)));
    if (newest !== undefined && isSamePlay(newest, hearing, { fromMs, atMs })) return newest.playedAtMs;
    const playedAtMs = toFree(atMs, records);
    this.#write({ playedAtMs, ...toListed(hearing) });
    const { trackId, feedback } = hearing.item;
    if (trackId !== null && feedback !== null) this.#rate(trackId, feedback);
    return playedAtMs;
  }

  #rate(trackId: string, value: Feedback | null): void {
    const times = this.#played.records.filter(record => record.trackId === trackId);
    for (const record of times) this.#thumb(record, value);
  }

  #keepThumb(playedAtMs: number, value: Feedback | null): void {
    const record = this.#played.records.find(each => each.playedAtMs === playedAtMs);
    if (record !== undefined) this.#thumb(record, value);
  }

  #thumb({ feedback, ...record }: PlayedRecord, value: Feedback | null): void {
    if ((feedback ?? null) !== value) this.#write({ ...record, ...(value !== null && { feedback: value }) });
  }

  #write(record: PlayedRecord): void {
    this.#tell(this.#played.add(record), 'The list of played items could not be saved.');
  }

  /** Forgets the list: the listener may be another from now on. */
  forget(): void {
    this.#listening = null;
    this.#tell(this.#played.remove(), 'The list of played items could not be removed.');
  }

  /** Only logs a failure: the store repeats the write by itself. */
  #tell(written: Promise<void>, message: string): void {
    written.catch((error: unknown) => this.#logger.warn({ err: error }, message));
  }
}

/** Null until the item sounds. */
function begun({ entry, heardToMs, isSounding }: Hearing, nowMs: number): Listening | null {
  if (!isSounding) return null;
  return { entry, fromMs: heardToMs, beganMs: nowMs, heardMs: 0, lastMs: null, playedAtMs: null };
}

function isSamePlay(
  { item, source, playedAtMs }: PlayedRecord,
  { item: heard, source: from }: Hearing,
  { fromMs, atMs }: { readonly fromMs: number; readonly atMs: number },
): boolean {
  const isSamePlace = source.id === from.id && item.index === heard.index && item.title === heard.title;
  return isSamePlace && (fromMs > GOES_ON_MS || Math.abs(atMs - playedAtMs) < AGAIN_MS);
}

/** Finds a free time: a clock that was set back reaches the same moment twice. */
function toFree(atMs: number, records: readonly PlayedRecord[]): number {
  const taken = new Set(records.map(({ playedAtMs }) => playedAtMs));
  let free = atMs;
  while (taken.has(free)) free += 1;
  return free;
}

/** The item to list, without the audio address and the members that matter only during playback. */
function toListed({ item, source }: Hearing): Omit<PlayedRecord, 'playedAtMs'> {
  const { kind, index, title, artist, album, podcast, artUrl, durationMs, trackId, feedback } = item;
  return {
    item: {
      kind,
      index,
      title,
      ...(artist !== null && { artist }),
      ...(album !== null && { album }),
      ...(podcast !== null && { podcast }),
      ...(artUrl !== null && artUrl.length <= LONGEST_ART && { artUrl }),
      ...(durationMs !== null && { durationMs }),
    },
    source: { id: source.id, type: source.type, ...(source.name !== null && { name: source.name }) },
    ...(trackId !== null && { trackId }),
    ...(feedback !== null && { feedback }),
  };
}

/** The item as the public state shows it, without interactions, because it is over. */
function toRecentItem({ item, feedback, ...record }: PlayedRecord): RecentItem {
  const shown = { ...item, feedback: feedback ?? null, interactions: [] };
  return { ...record, item: shown, ...(feedback !== undefined && { feedback }) };
}
