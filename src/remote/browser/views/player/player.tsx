import type { PublicState } from '../../../../contract/public-state.js';
import { useWords } from '../../state/speaker.js';
import { type ComponentChildren, h, type VNode } from 'preact';
import { Artwork } from '../parts/artwork.js';
import { Opinion } from './opinion.js';
import { PositionBar } from './position-bar.js';
import { Silence } from './silence.js';
import { Titles } from './titles.js';
import { Transport } from './transport.js';
import { Volume } from './volume.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { memo } from '../parts/memo.js';
import { Parts } from '../parts/parts.js';

/** The text beside the cover. If it exceeds the available space, it can be scrolled, by keys too. */
function Said({ children }: { readonly children: ComponentChildren }): VNode {
  const { say } = useWords();
  const outer = useRef<HTMLDivElement | null>(null);
  const inner = useRef<HTMLDivElement | null>(null);
  const [isTooMuch, setTooMuch] = useState(false);
  useEffect(() => {
    const [box, text] = [outer.current, inner.current];
    if (box === null || text === null) return;
    const observer = new ResizeObserver(() => setTooMuch(box.scrollHeight > box.clientHeight + 1));
    observer.observe(box);
    observer.observe(text);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={outer}
      class="said"
      {...(isTooMuch && { tabIndex: 0, role: 'group', 'aria-label': say('nowPlaying') })}
    >
      <div ref={inner}>{children}</div>
    </div>
  );
}

interface UpNextProps {
  readonly item: PublicState['upNext'];
  /** Whether the playing song accepts no thumb; nothing else on the page explains the missing buttons. */
  readonly isThumbless: boolean;
}

/**
 * The item that will most probably follow, in one line, which a press opens to all that is known of it. If unknown: why
 * there is no thumb, or nothing.
 */
const UpNext = memo(function UpNext({ item, isThumbless }: UpNextProps): VNode | null {
  const { say, timeDigits } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (item === null) return isThumbless ? <p class="up-next">{say('thumbless')}</p> : null;
  const { title, artist, album, artUrl, durationMs } = item;
  const more = isOpen ? [album, durationMs === undefined ? undefined : timeDigits(durationMs)] : [];
  return (
    <button class="up-next" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen && <Artwork class="thumb" url={artUrl} />}
      <span>{say('upNext')}</span>{' '}
      <span>
        <Parts of={[title, artist, ...more]} />
      </span>
    </button>
  );
});

interface PlayerProps {
  readonly state: PublicState;
  readonly online: boolean;
  readonly findMusic: () => void;
  /** The messages to show here; null if they are shown elsewhere. */
  readonly messages: VNode | null;
}

/**
 * The playing item and all its controls. Text gets the space that the controls leave, so that the controls always stay
 * in place and visible.
 */
export function Player({ state, online, findMusic, messages }: PlayerProps): VNode {
  const { say } = useWords();
  const { artUrl } = state.item ?? {};
  return (
    <section class="player" aria-label={say('nowPlaying')}>
      <div class="about">
        {messages}
        <div class="stage">
          <Artwork class="glow" url={artUrl} />
          <Artwork class="cover" url={artUrl} />
        </div>
        <Said>
          <Titles state={state} />
          <Silence state={state} findMusic={findMusic} />
          {state.silenceReason === null && (
            <UpNext item={state.upNext} isThumbless={state.source?.type === 'TR' && !state.can.feedback} />
          )}
        </Said>
      </div>
      <div class="controls">
        <PositionBar state={state} online={online} />
        <Transport state={state} online={online} />
        <Opinion state={state} online={online} />
        <Volume state={state} online={online} />
      </div>
    </section>
  );
}
