import type { PublicState } from '../../../../core/public-state.js';
import { useIntent } from '../../state/intent.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Icon } from '../parts/icons.js';
import { Range } from '../parts/range.js';

/** Twenty steps a second: smooth to the ear, far below what the speaker accepts. */
const GAP_MS = 50;

export function Volume({ state, online }: { state: PublicState; online: boolean }): VNode {
  const { say, percent, digits } = useWords();
  const { client, act } = useSpeaker();
  const [wanted, setVolume] = useIntent(
    (volume: number) => act('player.setVolume', { volume }),
    client.revision,
    GAP_MS,
  );
  const volume = wanted ?? state.volume;
  // A guest may have a ceiling of his own; others may turn it up beyond.
  const max = client.opened?.volumeMax ?? 100;
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
      <Range
        label={say('volume')}
        value={Math.min(volume, max)}
        max={max}
        step={1}
        spoken={percent(volume)}
        disabled={!online}
        onInput={setVolume}
      />
      <span class="level" aria-hidden="true">
        {digits(volume, 1)}
      </span>
    </div>
  );
}
