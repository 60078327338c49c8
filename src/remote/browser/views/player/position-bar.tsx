import type { PublicState } from '../../../../contract/public-state.js';
import { useIntent } from '../../state/intent.js';
import { useSettled } from '../../state/settled.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { useTick } from '../../state/tick.js';
import { h, type VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Range } from '../parts/range.js';

/** Four times a second while the position moves. */
const TICK_MS = 250;

interface PositionBarProps {
  readonly state: PublicState;
  readonly online: boolean;
}

/** The position of the item. The key discards a drag that began on the previous item. */
export function PositionBar({ state, online }: PositionBarProps): VNode {
  const { index, title, artist, durationMs } = state.item ?? {};
  return (
    <Bar
      key={JSON.stringify([state.source?.id, index, title, artist, durationMs])}
      state={state}
      online={online}
    />
  );
}

/** The position, extrapolated from the speaker's anchor; a slider if the item allows seeking. */
function Bar({ state, online }: PositionBarProps): VNode | null {
  const { say, positionWords, timeDigits } = useWords();
  const { client, act } = useSpeaker();
  const [dragged, setDragged] = useState<number | null>(null);
  const [sought, seek] = useIntent(
    (positionMs: number, press) => act('player.seek', { positionMs, ...press }),
    0,
  );
  const [, setTick] = useState(0);
  useTick(TICK_MS, () => setTick(tick => tick + 1), online && state.position.rate === 1);
  // Where the music is without a connection, nobody knows.
  const known = useRef(0);
  if (online) known.current = client.positionMs() ?? 0;
  const isSettled = useSettled();
  const durationMs = state.item?.durationMs;
  if (state.item === null || durationMs === undefined || durationMs <= 0) return null;

  const positionMs = Math.min(durationMs, Math.round(dragged ?? sought ?? known.current));
  const spoken = isSettled ? positionWords(positionMs, durationMs) : undefined;
  return (
    <div class="position">
      {state.can.seek ? (
        <Range
          label={say('position')}
          value={positionMs}
          max={durationMs}
          step={1000}
          spoken={spoken}
          disabled={!online}
          onInput={setDragged}
          onChange={value => {
            setDragged(null);
            seek(value);
          }}
        />
      ) : (
        <progress
          class="progress"
          aria-label={say('position')}
          aria-valuetext={spoken}
          value={positionMs}
          max={durationMs}
        />
      )}
      <span class="time">{timeDigits(positionMs)}</span>
      <span class="time">{timeDigits(durationMs)}</span>
    </div>
  );
}
