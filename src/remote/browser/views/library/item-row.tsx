import type { LibraryItem } from '../../../../contract/library.js';
import { isSource } from '../../state/kinds.js';
import { useSpeaker, useTold, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { dateWords } from '../../words/days.js';
import { typeWords } from '../../words/types.js';
import type { Words } from '../../words/words.js';
import { Artwork } from '../parts/artwork.js';
import { Icon, type IconName } from '../parts/icons.js';
import { Parts } from '../parts/parts.js';
import { usePressing } from './pressing.js';

export interface ItemRowProps {
  readonly item: LibraryItem;
  readonly online: boolean;
  /** Shown in place of the item's own subtitle. */
  readonly subtitle?: VNode;
  /** Called on pressing an item that is no source; without it, such a row is no button. */
  readonly open?: () => void;
  /** Called on each press, before anything else. */
  readonly onPress?: () => void;
  /** Shown at the end of the row. */
  readonly mark?: IconName;
}

function partsOf(words: Words, item: LibraryItem): readonly (string | undefined)[] {
  const length = item.durationMs === undefined ? undefined : words.timeDigits(item.durationMs);
  const date = item.releaseDate === undefined ? undefined : dateWords(words, item.releaseDate);
  return [typeWords(words, item.type), item.artist, item.podcast, item.album, date, length];
}

/** Bars that dance: this plays. */
function Sounding(): VNode {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 10h2.5v9H5zm5.75-5h2.5v14h-2.5zM16.5 13H19v6h-2.5z" />
    </svg>
  );
}

/** An entry of a list. Pressing it plays a source; an item that is no source may open something else. */
export function ItemRow({ item, online, subtitle, open, mark, onPress }: ItemRowProps): VNode {
  const words = useWords();
  const { act } = useSpeaker();
  const [busy, setBusy] = useState(false);
  const current = useTold(({ state }) => state?.source?.id === item.id);
  async function play(): Promise<void> {
    setBusy(true);
    await act('player.play', { sourceId: item.id });
    setBusy(false);
  }
  const icon = current ? <Sounding key="icon" /> : mark && <Icon key="icon" name={mark} />;
  const face = [
    <Artwork key="art" class={item.type === 'AR' ? 'thumb person' : 'thumb'} url={item.artUrl} lazy />,
    <span key="lines" class="lines">
      <span class="name" dir="auto">
        {item.name || words.say('untitled')}
      </span>
      <span class="sub">{subtitle ?? <Parts of={partsOf(words, item)} />}</span>
    </span>,
    icon,
  ];
  const isPlayed = isSource(item.type);
  const press = isPlayed ? () => void play() : open;
  const [pressing, sheet] = usePressing(() => press?.(), isPlayed ? [item] : []);
  if (press === undefined) return <div class="row">{face}</div>;
  return (
    <Fragment>
      <button
        class="row"
        type="button"
        disabled={!online}
        aria-busy={busy}
        aria-current={current ? 'true' : undefined}
        {...pressing}
        onClick={() => {
          onPress?.();
          pressing.onClick();
        }}
      >
        {face}
      </button>
      {sheet}
    </Fragment>
  );
}
