import type { ControlClient } from '../../../client/control-client.js';
import type { PublicState } from '../../../core/public-state.js';
import type { Change } from '../../../protocol.js';
import type { Presses } from './press.js';

type Source = PublicState['source'];
type Item = PublicState['item'];
type Position = PublicState['position'];

/** An action on the speaker that other people may want to know of. */
export interface Deed {
  readonly method: string;
  /** The client's name; null for an action on this page. */
  readonly by: string | null;
  readonly changes: Change['changes'];
  /** The source that this action replaced by another one; null if none. */
  readonly replaced: NonNullable<Source> | null;
  /** The position in the item that played before, in milliseconds. */
  readonly leftMs: number;
  /** The item that played before, if this action changed the source or the item; else null. */
  readonly left: Item;
  /** The action is too old to be shown as news or undone. */
  readonly isOld: boolean;
}

/** The last action here or elsewhere. An action on this page counts only if it replaced one source by another. */
export interface Deeds {
  readonly deed: Deed | null;
  /** Clears the action, which this page is taking back; the reversal then does not count as an action of its own. */
  readonly undo: () => void;
  onChange(listener: () => void): () => void;
}

/** How long an action is shown and can be undone, in milliseconds. */
const TOLD_MS = 10_000;
/** The methods that are shown as actions. */
const TOLD = /^(?:player|feedback)[.]/;
/** The methods that silence the speaker. */
export const SILENCING = /[.](?:pause|playPause|stop)$/;

/** Creates the tracker and watches the client at once. */
export function createDeeds(client: ControlClient, presses: Presses): Deeds {
  const listeners = new Set<() => void>();
  let deed: Deed | null = null;
  /** Whatever is done meanwhile, people who find the speaker silent want to know who did it. */
  let silencing: Deed | null = null;
  let source: Source = null;
  let item: Item = null;
  let position: Position | null = null;
  let undone: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known: number | null = null;
  let wasOnline = false;
  let seenMs = 0;
  let awayMs = 0;

  const toOld = (last: Deed | null): Deed | null => last && { ...last, isOld: true };

  function set(next: Deed | null): void {
    clearTimeout(timer);
    deed = next;
    if (next?.isOld === false) timer = setTimeout(() => set(toOld(silencing ?? next)), TOLD_MS);
    for (const listener of [...listeners]) listener();
  }

  function look(): void {
    ({ source, item, position } = client.state ?? { source: null, item: null, position: null });
  }

  function follow({ revision, changes, cause }: Change): void {
    // If the whole state was fetched in between, the previous values are not known.
    const isNext = known !== null && revision === known + 1;
    if (!isNext) look();
    const [lastSource, lastItem, lastPosition] = [source, item, position];
    known = revision;
    source = changes.source === undefined ? lastSource : changes.source;
    item = changes.item === undefined ? lastItem : changes.item;
    position = changes.position ?? lastPosition;
    const replaced = isNext && source?.id !== lastSource?.id ? lastSource : null;
    const left = replaced !== null || (isNext && item?.index !== lastItem?.index) ? lastItem : null;
    const isOwn = presses.isOwn(cause?.commandId);
    if (changes.playbackStatus !== undefined) silencing = null;
    const isUndoable = deed !== null && deed.replaced !== null && !deed.isOld;
    if (cause === undefined || !TOLD.test(cause.method)) {
      // The source that replaced the old one is gone too, so nothing is left to undo.
      if (changes.source !== undefined && isUndoable) set(null);
      return;
    }
    const chosen = cause.method === 'player.play' ? replaced : null;
    const isUndone = isOwn && undone !== null && changes.source?.id === undone;
    if (isUndone) undone = null;
    if (isUndone || (isOwn && chosen === null)) {
      if (isUndone || !isUndoable) set(toOld(silencing));
      return;
    }
    // A volume change must not remove the option to undo.
    if (isUndoable && chosen === null && !SILENCING.test(cause.method)) return;
    const by = isOwn ? null : cause.client;
    const { positionMs = 0, rate = 0, atMs = 0 } = lastPosition ?? {};
    const leftMs = positionMs + rate * ((client.speakerMs() ?? atMs) - atMs);
    const next = {
      method: cause.method,
      by,
      changes,
      replaced: chosen,
      left,
      leftMs,
      isOld: awayMs > TOLD_MS,
    };
    if (by !== null && changes.playbackStatus !== undefined && SILENCING.test(cause.method)) silencing = next;
    set(next);
  }

  client.onChange(() => {
    const { phase, revision } = client;
    if (phase === 'online') {
      if (known === null) {
        known = revision;
        look();
      }
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
