import type { PublicState } from '../../../core/public-state.js';
import type { Done } from '../../../client/protocol.js';
import { useSpeaker } from '../state/speaker.js';
import { h, type VNode } from '../vendor/preact.js';
import { useState } from '../vendor/preact-hooks.js';
import { WORDS } from '../words.js';
import { Icon, type IconName } from './icons.js';

interface TransportButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly enabled: boolean;
  readonly class: string;
  readonly press: () => Promise<Done | null>;
}

function TransportButton({ icon, label, enabled, press, class: name }: TransportButtonProps): VNode {
  const [busy, setBusy] = useState(false);
  async function pressed(): Promise<void> {
    setBusy(true);
    await press();
    setBusy(false);
  }
  return (
    <button
      class={name}
      type="button"
      disabled={!enabled}
      aria-label={label}
      aria-busy={busy}
      onClick={() => void pressed()}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Play or pause, in the bar and on the player alike. */
export function PlayButton({
  state,
  online,
  class: name,
}: {
  state: PublicState;
  online: boolean;
  class: string;
}): VNode {
  const { act } = useSpeaker();
  const playing = state.playbackStatus === 'playing';
  return (
    <TransportButton
      class={name}
      icon={playing ? 'pause' : 'play'}
      label={playing ? WORDS.pause : WORDS.play}
      enabled={online && (playing ? state.can.pause : state.can.play)}
      press={() => (playing ? act('player.pause', {}) : act('player.play', {}))}
    />
  );
}

/** What would be refused now is not offered. */
export function Transport({ state, online }: { state: PublicState; online: boolean }): VNode {
  const { act } = useSpeaker();
  return (
    <div class="transport">
      <TransportButton
        class="round quiet"
        icon="stop"
        label={WORDS.stop}
        enabled={online && state.playbackStatus !== 'stopped'}
        press={() => act('player.stop', {})}
      />
      {state.can.previous && (
        <TransportButton
          class="round"
          icon="previous"
          label={WORDS.previous}
          enabled={online}
          press={() => act('player.previous', {})}
        />
      )}
      <PlayButton class="round big" state={state} online={online} />
      <TransportButton
        class="round"
        icon="next"
        label={WORDS.next}
        enabled={online && state.can.next}
        press={() => act('player.next', {})}
      />
    </div>
  );
}
