import { type Hearing, isListenerGone, thumbTaken, toHearing } from '../core/playing.js';
import type { Feedback } from '../core/item.js';
import type { RecentItem } from '../library.js';
import type { Clock, Decision, Logger, PlayedLog } from '../ports.js';
import type { PlayedRecord } from '../records.js';

/** What is left sooner was not listened to. */
const LEAST_HEARD_MS = 2_000;
/** Between two events of what sounds there is no more than this: what is longer was no sound. */
const LONGEST_STEP_MS = 5_000;
/** What begins so far from its start goes on. */
const GOES_ON_MS = 2_000;
/** What begins again so soon is no second time. */
const AGAIN_MS = 60_000;
const KINDS = ['track', 'episode'];
const LONGEST_ART = 1_024;

export interface Recent {
  /** Takes down what is heard, of what the engine decides. */
  observe(decision: Decision): void;
  /** Whoever listens now may be another. */
  forget(): void;
  /** The latest first. */
  list(most: number): readonly RecentItem[];
}

/** One entry of the playlist, so far. */
interface Listening {
  readonly entry: number;
  /** Where in it, and when by the steady clock, it began to sound. */
  readonly fromMs: number;
  readonly beganMs: number;
  heardMs: number;
  /** When it was heard last; null: it does not sound. */
  lastMs: number | null;
  /** By which it is listed; null: not yet. */
  playedAtMs: number | null;
}

/**
 * What this speaker played (contract, section 4, `library.recent`): tracks and episodes that sounded for two seconds, each once,
 * however often it was paused, or the agent started. Nothing is written but that.
 */
export function createRecent(options: {
  readonly played: PlayedLog;
  readonly clock: Clock;
  readonly logger: Logger;
}): Recent {
  return new Chronicle(options);
}

const MOST_RATED = 20;

class Chronicle implements Recent {
  readonly #played: PlayedLog;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #listening: Listening | null = null;

  constructor({ played, clock, logger }: Parameters<typeof createRecent>[0]) {
    this.#played = played;
    this.#clock = clock;
    this.#logger = logger;
  }

  list(most: number): readonly RecentItem[] {
    return this.#played.records.slice(-most).reverse().map(toRecentItem);
  }

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

  /** Lists it, unless it is listed already: it went on after a restart, or in an entry of its own. */
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

  /** Of the latest times that this track was played: each is a line more, and a track may be all that is played. */
  #rate(trackId: string, value: Feedback | null): void {
    const times = this.#played.records.filter(record => record.trackId === trackId);
    for (const record of times.slice(-MOST_RATED)) this.#thumb(record, value);
  }

  #keepThumb(playedAtMs: number, value: Feedback | null): void {
    const record = this.#played.records.find(each => each.playedAtMs === playedAtMs);
    if (record !== undefined) this.#thumb(record, value);
  }

  #thumb({ feedback, ...record }: PlayedRecord, value: Feedback | null): void {
    if ((feedback ?? null) !== value) this.#write({ ...record, ...(value !== null && { feedback: value }) });
  }

  #write(record: PlayedRecord): void {
    this.#tell(this.#played.add(record), 'What was played could not be saved.');
  }

  forget(): void {
    this.#listening = null;
    this.#tell(this.#played.remove(), 'What was played could not be removed.');
  }

  /** The store tries again by itself. */
  #tell(written: Promise<void>, message: string): void {
    written.catch((error: unknown) => this.#logger.warn({ err: error }, message));
  }
}

/** Null until it sounds. */
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

/** A clock that was set back comes by the same moment again. */
function toFree(atMs: number, records: readonly PlayedRecord[]): number {
  const taken = new Set(records.map(({ playedAtMs }) => playedAtMs));
  let free = atMs;
  while (taken.has(free)) free += 1;
  return free;
}

/** Without an address of the audio, and without what counts only while it plays. */
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

/** As the state shows an item; of one that is over nothing is allowed. */
function toRecentItem({ item, feedback, ...record }: PlayedRecord): RecentItem {
  const shown = { ...item, feedback: feedback ?? null, interactions: [] };
  return { ...record, item: shown, ...(feedback !== undefined && { feedback }) };
}
