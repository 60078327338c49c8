import type { ControlClient } from '../../../client/control-client.js';
import type { PublicState } from '../../../core/public-state.js';
import type { Change } from '../../../protocol.js';
import type { Presses } from './press.js';

type Source = PublicState['source'];
type Item = PublicState['item'];

/** What somebody did that others may want to know of. */
export interface Deed {
  readonly method: string;
  /** Null: on this very page. */
  readonly by: string | null;
  readonly changes: Change['changes'];
  /** What was to be played before, where this put another source in its place. */
  readonly replaced: NonNullable<Source> | null;
  /** What played before, where another item came with it. */
  readonly left: Item;
  /** It is no news any more, and not to be taken back. */
  readonly isOld: boolean;
}

/** The last thing that was done here or elsewhere; what this page did itself only where it put one source in place of another. */
export interface Deeds {
  readonly deed: Deed | null;
  /** It is taken back on this page, which is no deed of its own. */
  readonly undo: () => void;
  onChange(listener: () => void): () => void;
}

/** So long it is told, and may be taken back, milliseconds. */
const TOLD_MS = 10_000;
/** What needs telling at all. */
const TOLD = /^(?:player|feedback)[.]/;
/** Whoever finds silence wonders who made it. */
export const SILENCING = /[.](?:pause|playPause|stop)$/;

/** Begins to watch at once. */
export function createDeeds(client: ControlClient, presses: Presses): Deeds {
  const listeners = new Set<() => void>();
  let deed: Deed | null = null;
  let source: Source = null;
  let item: Item = null;
  let undone: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known: number | null = null;
  let wasOnline = false;
  let seenMs = 0;
  let awayMs = 0;

  function set(next: Deed | null): void {
    clearTimeout(timer);
    deed = next;
    if (next?.isOld === false) timer = setTimeout(() => set(deed && { ...deed, isOld: true }), TOLD_MS);
    for (const listener of [...listeners]) listener();
  }

  function follow({ revision, changes, cause }: Change): void {
    // Where the whole state came in between, what was before is not known.
    const isNext = known !== null && revision === known + 1;
    const [lastSource, lastItem] = isNext
      ? [source, item]
      : [client.state?.source ?? null, client.state?.item ?? null];
    known = revision;
    source = changes.source === undefined ? lastSource : changes.source;
    item = changes.item === undefined ? lastItem : changes.item;
    const replaced = isNext && source?.id !== lastSource?.id ? lastSource : null;
    const left = isNext && item?.index !== lastItem?.index ? lastItem : null;
    const isOwn = presses.isOwn(cause?.commandId);
    const isUndoable = deed !== null && deed.replaced !== null && !deed.isOld;
    if (cause === undefined || !TOLD.test(cause.method)) {
      // What was put in its place is gone, too.
      if (changes.source !== undefined && isUndoable) set(null);
      return;
    }
    const chosen = cause.method === 'player.play' ? replaced : null;
    const isUndone = isOwn && undone !== null && changes.source?.id === undone;
    if (isUndone) undone = null;
    if (isUndone || (isOwn && chosen === null)) {
      if (isUndone || !isUndoable) set(null);
      return;
    }
    // A way back is not taken away by a step of the volume.
    if (isUndoable && chosen === null && !SILENCING.test(cause.method)) return;
    const by = isOwn ? null : cause.client;
    set({ method: cause.method, by, changes, replaced: chosen, left, isOld: awayMs > TOLD_MS });
  }

  client.onChange(() => {
    const { phase, state, revision } = client;
    if (phase === 'online') {
      if (known === null) [known, source, item] = [revision, state?.source ?? null, state?.item ?? null];
      awayMs = wasOnline ? 0 : Date.now() - seenMs;
      seenMs = Date.now();
    }
    wasOnline = phase === 'online';
  });
  client.onStateChange(follow);

  return {
    get deed() {
      return deed;
    },
    undo() {
      undone = deed?.replaced?.id ?? null;
      set(null);
    },
    onChange: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
