import { useIntent } from '../../state/intent.js';
import { useLate } from '../../state/late.js';
import { useSettled } from '../../state/settled.js';
import { useSpeaker, useTold, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Icon } from '../parts/icons.js';
import { memoOf, type Shows } from '../parts/memo.js';
import { Range } from '../parts/range.js';
import { towards, useGentle } from './gentle.js';

/** Twenty steps a second: smooth to the ear, and far below the speaker's rate limit. */
const GAP_MS = 50;
const LOUDEST = 100;

interface VolumeProps extends Shows<'volumeMax' | 'muted'> {
  readonly online: boolean;
}

/** The volume slider, which ends at the ceiling; the range above is shown but not part of the slider. */
function Scale({ state, online }: VolumeProps): VNode {
  const { say, percent, digits } = useWords();
  const { client, act } = useSpeaker();
  const [wanted, setVolume] = useIntent(
    (volume: number, press) => act('player.setVolume', { volume, ...press }),
    GAP_MS,
  );
  // A guest may have a ceiling below the speaker's, which other clients may exceed: the range above is then filled, too.
  const max = Math.min(client.opened?.volumeMax ?? LOUDEST, state.volumeMax);
  const volume = useTold(({ state }) => wanted ?? state?.volume ?? 0);
  const value = Math.min(volume, max);
  const gentle = useGentle(volume, setVolume);
  const isSettled = useSettled();
  const beyond = useLate(() => import('./beyond.js'), max < LOUDEST);
  const toSpoken = (): string =>
    max < LOUDEST ? say('volumeUpTo', { volume: percent(volume), most: percent(max) }) : percent(volume);
  return (
    <div class="scale">
      <span class="reach" style={{ flexGrow: max }} {...gentle}>
        <Range
          label={say('volume')}
          value={value}
          max={max}
          step={1}
          spoken={isSettled ? toSpoken() : undefined}
          disabled={!online}
          onInput={next => setVolume(towards(next, value))}
        />
      </span>
      {max < LOUDEST && (
        <span class="beyond" style={{ flexGrow: LOUDEST - max }}>
          {beyond && <beyond.Beyond volume={volume} max={max} volumeMax={state.volumeMax} />}
        </span>
      )}
      <span class="level" aria-hidden="true">
        <b>{digits(volume, 1)}</b>
      </span>
    </div>
  );
}

const SHOWN = { volumeMax: true, muted: true } as const;

export const Volume = memoOf(SHOWN, function Volume({ state, online }: VolumeProps): VNode {
  const { say } = useWords();
  const { act } = useSpeaker();
  return (
    <div class={state.muted ? 'volume muted' : 'volume'}>
      <button
        class="round quiet"
        type="button"
        disabled={!online}
        aria-label={state.muted ? say('unmute') : say('mute')}
        onClick={() => void act('player.setMuted', { muted: !state.muted })}
      >
        <Icon name={state.muted ? 'mute' : 'loud'} />
      </button>
      <Scale state={state} online={online} />
    </div>
  );
});
