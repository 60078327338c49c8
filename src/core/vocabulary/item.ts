/** The five kinds published to clients; the service's own `__typename` is kept beside them. */
export const ITEM_KINDS = ['track', 'episode', 'ad', 'message', 'unknown'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

export const FEEDBACKS = ['UP', 'DOWN'] as const;
export type Feedback = (typeof FEEDBACKS)[number];

/**
 * An item that the service plays at one place of a source (specification, section 2, "Playback items"). Lengths are
 * milliseconds, `progressFrequencyS` seconds of sound, `gainDb` decibels (−24…0).
 */
export interface Item {
  readonly typename: string;
  readonly kind: ItemKind;
  /** Position in the play sequence, counted from 0; null on items that only FORCE_ACTIVE is allowed on. */
  readonly index: number | null;
  readonly trackToken: string | null;
  /** The track that feedback refers to (TR…); null if the service does not name it. */
  readonly trackId: string | null;
  /** Short-lived, byte for byte as the service sent it; a secret. */
  readonly audioUrl: string | null;
  readonly title: string;
  readonly artist: string | null;
  readonly album: string | null;
  readonly podcast: string | null;
  readonly artUrl: string | null;
  readonly durationMs: number | null;
  readonly progressFrequencyS: number | null;
  readonly feedback: Feedback | null;
  readonly interactions: readonly string[];
  readonly gainDb: number | null;
  /** Shown when the service stops playback (idle timeout, stream taken over). */
  readonly errorHeader: string | null;
  readonly errorDescription: string | null;
}

/** A playback source: a station, album, playlist, podcast… that the service plays item by item. */
export interface Source {
  readonly id: string;
  /** The type code of the id, such as ST or AL. */
  readonly type: string;
  readonly name: string | null;
}

/** What the speaker remembers, across a restart, about a source that the service does not simply hold. */
export const SOURCE_HELD = ['no', 'unknown', 'interrupted'] as const;
export type SourceHeld = (typeof SOURCE_HELD)[number];

/** The known type codes of sources. `hasEnd`: the source ends, and begins with its first item when it is set. */
export const SOURCE_TYPES: Readonly<Record<string, { readonly hasEnd: boolean }>> = {
  ST: { hasEnd: false },
  SF: { hasEnd: false },
  AL: { hasEnd: true },
  TR: { hasEnd: true },
  PL: { hasEnd: true },
  PC: { hasEnd: true },
  PE: { hasEnd: true },
  AP: { hasEnd: false },
  AU: { hasEnd: false },
};

/** Whether the item allows `interaction`; only the list on the item decides. */
export function allows({ interactions }: Item, interaction: string): boolean {
  return interactions.includes(interaction);
}

/** Whether the item only says that playback stops until the listener acts (idle timeout, stream taken over). */
export function isInterruption(item: Item): boolean {
  return INTERRUPTIONS.includes(item.typename) || allows(item, 'FORCE_ACTIVE');
}

/** Types that mean the same without their interactions, which a `core` service does not send. */
const INTERRUPTIONS = ['IdleTimeoutItem', 'SimStreamViolationItem'];

/** Whether two answers name the same place in the play sequence. */
export function isSameItem(a: Item, b: Pick<Item, 'index' | 'trackToken'> & Partial<Item>): boolean {
  if (a.index !== b.index) return false;
  if (a.trackToken !== null && b.trackToken !== null) return a.trackToken === b.trackToken;
  return (a.kind === 'episode') === ((b.kind ?? a.kind) === 'episode');
}

/** Whether two items are the same recording, regardless of source and place. */
export function isSamePiece(a: Item, b: Item): boolean {
  if (a.kind !== b.kind) return false;
  if (a.trackId !== null && b.trackId !== null) return a.trackId === b.trackId;
  const isSameWork = a.title === b.title && a.artist === b.artist && a.podcast === b.podcast;
  return isSameWork && a.durationMs === b.durationMs;
}
