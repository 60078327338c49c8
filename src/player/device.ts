import type { RequestOptions } from './mpv-driver.js';
import { type MpvCommand, toMilliseconds } from './mpv-message.js';
import type { Sound } from './sound.js';

/**
 * The sound device of one mpv process: let go in a long pause, and opened again when something is to sound. By way of
 * mpv's `ao`: a track that is deselected (`aid`) forgets all that was fetched of it and asks the host anew, which may
 * refuse by then. Another output forgets only what it holds itself, some tenths of a second, made again from their place.
 */
export interface Device {
  /** Lets it go; to be called while paused. What is loaded stays, and may be replaced, as ever. */
  release(): Promise<void>;
  /** What waits in the output must be made anew before it may sound: `renew` instead of going on. */
  readonly isStale: boolean;
  /** Opens it again, if it was let go, for another file, which is to be asked for right behind this. */
  open(): Promise<unknown>;
  /** Opens it again, if it was let go, makes anew what waits in the output, and sounds as soon as that is there. */
  renew(): Promise<void>;
  /** A seek has landed. */
  landed(): void;
  /** What was about to sound shall not. */
  stay(): void;
}

export function createDevice({
  request,
  sound,
  output,
}: {
  readonly request: (command: MpvCommand, options?: RequestOptions) => Promise<unknown>;
  readonly sound: Sound;
  /** What mpv's `ao` is when something sounds. */
  readonly output: unknown;
}): Device {
  const { aim } = sound;
  let released: Promise<unknown> | null = null;
  /** What waits in the output; `renewing`: a seek to the place is under way. */
  let what: 'good' | 'stale' | 'renewing' = 'good';
  /** Sound goes on when that seek has landed: earlier, something of another place would be heard for a moment. */
  let isAwaited = false;

  /** The clock is not exact enough: mpv knows what has sounded. */
  const keepPlace = () =>
    request(['get_property', 'time-pos'], {
      onReply(seconds) {
        const placeMs = toMilliseconds(seconds);
        if (placeMs !== null && sound.isHeld && !aim.isOpen) aim.send(Math.max(0, placeMs));
      },
    }).catch(() => undefined);
  /** Not so once it was paused again, replaced, or renewed by another call. */
  const isDue = () => isAwaited && what === 'stale';
  const unpause = () => request(['set_property', 'pause', false]);

  async function open(): Promise<void> {
    what = 'good';
    isAwaited = false;
    if (released === null) return;
    released = null;
    await request(['set_property', 'ao', output]);
  }

  function landed(): void {
    if (what === 'renewing') what = 'good';
    if (!isAwaited) return;
    isAwaited = false;
    // It fails with its process only, of which the player tells.
    unpause().catch(() => undefined);
  }

  return {
    async release() {
      what = 'stale';
      isAwaited = false;
      // Carried out in order: the place is told of the output that has sounded.
      released ??= Promise.all([keepPlace(), request(['set_property', 'ao', 'null'])]);
      await released;
    },
    get isStale() {
      return what !== 'good';
    },
    open,
    async renew() {
      isAwaited = true;
      if (what === 'renewing') return;
      what = 'stale';
      await (released?.catch(() => undefined) ?? keepPlace());
      if (!isDue()) return;
      if (!sound.isHeld) {
        await Promise.all([open(), unpause()]);
        return;
      }
      const placeMs = sound.positionMs;
      const opened = open();
      what = 'renewing';
      isAwaited = true;
      aim.send(placeMs);
      const sought = request(['seek', (placeMs / 1000).toFixed(3), 'absolute+exact']);
      await Promise.all([opened, sought.catch(landed)]);
    },
    landed,
    stay() {
      isAwaited = false;
    },
  };
}
