import type { ControlClient } from '../../../client/control-client.js';
import type { PublicState } from '../../../contract/public-state.js';
import type { Change } from '../../../contract/protocol.js';
import type { Presses } from './press.js';
import { createObservers } from './observers.js';

type Position = PublicState['position'];

/** An action on the speaker that other people may want to know of. */
export interface Deed {
  readonly method: string;
  /** The client's name; null for an action on this page. */
  readonly by: string | null;
  readonly changes: Change['changes'];
  /** The source that this action replaced by another one; null if none. */
  readonly replaced: PublicState['source'];
  /** The position in the item that played before, in milliseconds. */
  readonly leftMs: number;
  /** The item that played before, if this action changed the source or the item; else null. */
  readonly left: PublicState['item'];
  /** Whether it can no longer be undone and is about to go. */
  readonly isOver: boolean;
}

/** The last action here or elsewhere. An action on this page counts only if it replaced one source by another. */
export interface Deeds {
  /** The action to show: for a while, or, of what silenced the speaker, for as long as the silence lasts. */
  readonly deed: Deed | null;
  /** Clears the action, which this page is taking back; the reversal then does not count as an action of its own. */
  readonly undo: () => void;
  onChange(listener: () => void): () => void;
}

/** How long an action is shown and can be undone, in milliseconds. */
const TOLD_MS = 10_000;
/** How much longer it keeps its place, so that a late or second tap meets nothing else; milliseconds. */
const LINGER_MS = 800;
/** The methods that are shown as actions. */
const TOLD = /^(?:player|feedback)[.]/;
/** The methods that stop the music. */
const STOPPING = /[.](?:pause|playPause|stop)$/;

/** Whether somebody else silenced the speaker by this. */
function isSilencing({ by, method, changes: { playbackStatus = 'playing', muted, volume } }: Deed): boolean {
  const isStopped = STOPPING.test(method) && playbackStatus !== 'playing';
  return by !== null && (isStopped || muted === true || volume === 0);
}

/** Whether the silence that such an action made may last. */
function lasts({ method }: Deed, state: PublicState | null): boolean {
  return STOPPING.test(method)
    ? state?.playbackStatus !== 'playing'
    : state?.muted === true || state?.volume === 0;
}

/** Creates the tracker and watches the client at once. */
export function createDeeds(client: ControlClient, presses: Presses): Deeds {
  const { tell, onChange } = createObservers();
  let deed: Deed | null = null;
  /** Whatever is done meanwhile, people who find the speaker silent want to know who did it. */
  let silencing: Deed | null = null;
  let source: PublicState['source'] = null;
  let item: PublicState['item'] = null;
  let position: Position | null = null;
  let undone: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known: number | null = null;
  let wasOnline = false;
  let seenMs = 0;
  let awayMs = 0;

  /** `isNews`: whether it is shown for a while only. */
  function set(next: Deed | null, isNews = false): void {
    clearTimeout(timer);
    deed = next;
    if (isNews) timer = setTimeout(end, TOLD_MS);
    tell();
  }

  function end(): void {
    if (deed === null || deed.replaced === null || deed.isOver) {
      set(silencing);
      return;
    }
    set({ ...deed, isOver: true });
    timer = setTimeout(() => set(silencing), LINGER_MS);
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
    if (silencing !== null && !lasts(silencing, client.state)) {
      if (deed === silencing) set(null);
      silencing = null;
    }
    const isUndoable = deed !== null && deed.replaced !== null && !deed.isOver;
    if (cause === undefined || !TOLD.test(cause.method)) {
      // The source that replaced the old one is gone too, so nothing is left to undo.
      if (changes.source !== undefined && isUndoable) end();
      return;
    }
    const chosen = cause.method === 'player.play' ? replaced : null;
    const isUndone = isOwn && undone !== null && changes.source?.id === undone;
    if (isUndone) undone = null;
    if (isUndone || (isOwn && chosen === null)) {
      if (deed?.isOver !== true && (isUndone || !isUndoable)) set(silencing);
      return;
    }
    // A volume change must not remove the option to undo.
    if (isUndoable && chosen === null && !STOPPING.test(cause.method)) return;
    const by = isOwn ? null : cause.client;
    const { positionMs = 0, rate = 0, atMs = 0 } = lastPosition ?? {};
    const leftMs = positionMs + rate * ((client.speakerMs() ?? atMs) - atMs);
    const next = { method: cause.method, by, changes, replaced: chosen, left, leftMs, isOver: false };
    if (isSilencing(next)) silencing = next;
    const isNews = awayMs <= TOLD_MS;
    set(isNews ? next : silencing, isNews);
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
      end();
    },
    onChange,
  };
}
