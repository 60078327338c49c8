import { useTold, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Icon } from '../parts/icons.js';
import { NextButton } from './transport.js';
import { Volume } from './volume.js';

/** What the bar offers besides play and pause: next, and the volume in a line of its own. */
export function MiniMore({ online }: { readonly online: boolean }): VNode | null {
  const { say } = useWords();
  const state = useTold(({ state }) => state);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (state === null) return null;
  return (
    <Fragment>
      <span class="mini-more">
        <NextButton state={state} online={online} />
        <button
          class="round quiet"
          type="button"
          aria-label={say('volume')}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={state.muted ? 'mute' : 'loud'} />
        </button>
      </span>
      {isOpen && (
        <div id={id} class="mini-volume">
          <Volume state={state} online={online} />
        </div>
      )}
    </Fragment>
  );
}
