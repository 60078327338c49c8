import type { PublicState } from '../../../core/public-state.js';
import type { Change } from '../../../protocol.js';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useSpeaker } from './speaker.js';

type Source = PublicState['source'];

/** What somebody did that others may want to know of. */
export interface Deed {
  readonly id: number;
  readonly method: string;
  /** Null: on this very page. */
  readonly by: string | null;
  readonly changes: Change['changes'];
  /** What was to be played before, where this put another source in its place. */
  readonly replaced: NonNullable<Source> | null;
  /** It is taken back on this page, which is no deed of its own. */
  readonly undo: () => void;
}

/** The last thing that was done here or elsewhere; what this page did itself only where it put one source in place of another. */
export function useDeed(): Deed | null {
  const { client, presses } = useSpeaker();
  const [deed, setDeed] = useState<Deed | null>(null);
  const source = useRef<Source>(client.state?.source ?? null);
  const count = useRef(0);
  const undone = useRef<string | null>(null);
  // Not after painting: what is said meanwhile would be missed.
  useLayoutEffect(
    () =>
      client.onStateChange(({ changes, cause }) => {
        const before = source.current;
        source.current = client.state?.source ?? null;
        if (cause === undefined) return;
        const isOther = changes.source !== undefined && changes.source?.id !== before?.id;
        const replaced = isOther && cause.method === 'player.play' ? before : null;
        const isOwn = presses.isOwn(cause.commandId);
        const isUndone = isOwn && changes.source?.id === undone.current;
        undone.current = null;
        if (isOwn && (replaced === null || isUndone)) {
          setDeed(null);
          return;
        }
        count.current += 1;
        setDeed({
          id: count.current,
          method: cause.method,
          by: isOwn ? null : cause.client,
          changes,
          replaced,
          undo: () => (undone.current = replaced?.id ?? null),
        });
      }),
    [client],
  );
  return deed;
}
