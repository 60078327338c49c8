import type { RecentItem } from '../../../../contract/library.js';
import type { PublicItem } from '../../../../contract/public-state.js';
import { useAnswer } from '../../state/answer.js';
import { useModal } from '../../state/modal.js';
import { useIsUp, useSpeaker, useTold, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { dayWords, hourWords, sameDay } from '../../words/days.js';
import { ActButton } from '../parts/act-button.js';
import { Artwork } from '../parts/artwork.js';
import { GivenThumb } from '../parts/given-thumb.js';
import { Parts } from '../parts/parts.js';
import { SheetHead } from '../parts/sheet-head.js';
import { usePressing } from '../library/pressing.js';
import { creditOf, titleOf } from './titles.js';

export interface BeforeProps {
  readonly close: () => void;
}

/** The number of items to add at a time; the speaker keeps 200. */
const MORE = 30;
const MOST = 200;

/** A played item; pressing it plays it again. */
function PlayedRow({ played, close }: BeforeProps & { readonly played: RecentItem }): VNode {
  const words = useWords();
  const { act } = useSpeaker();
  const online = useIsUp();
  const { item, source, trackId, feedback, playedAtMs } = played;
  async function play(sourceId: string): Promise<void> {
    if ((await act('player.play', { sourceId })) !== null) close();
  }
  // A song is played again, and the station that it came from is stored as well.
  const song = trackId === undefined ? [] : [{ id: trackId, name: titleOf(words, item) }];
  const [pressing, sheet] = usePressing(() => void play(trackId ?? source.id), [...song, source]);
  return (
    <li class="played">
      <button class="row" type="button" disabled={!online} {...pressing}>
        <Artwork class="thumb" url={item.artUrl} />
        <span class="lines">
          <span class="name" dir="auto">
            {titleOf(words, item)}
          </span>
          <span class="sub">
            {feedback !== undefined && <GivenThumb value={feedback} />}
            <Parts of={[hourWords(words, playedAtMs), ...creditOf(item)]} />
          </span>
        </span>
      </button>
      {trackId !== undefined && source.name !== undefined && (
        <ActButton
          class="round quiet"
          icon="record"
          label={words.say('playSource', { name: source.name })}
          enabled={online}
          press={() => play(source.id)}
        />
      )}
      {sheet}
    </li>
  );
}

/** Removes the playing item, which comes first in the list and is already shown on the player. */
function withoutCurrent(items: readonly RecentItem[], current: PublicItem | null): readonly RecentItem[] {
  const [first, ...others] = items;
  const isCurrent = first?.item.title === current?.title && first?.item.index === current?.index;
  return current !== null && isCurrent ? others : items;
}

function Days({ items, close }: BeforeProps & { readonly items: readonly RecentItem[] }): VNode {
  const words = useWords();
  return (
    <ul>
      {items.map((played, at) => (
        <Fragment key={played.playedAtMs}>
          {!sameDay(played.playedAtMs, items[at - 1]?.playedAtMs) && (
            <li class="day">
              <h3>{dayWords(words, played.playedAtMs, Date.now())}</h3>
            </li>
          )}
          <PlayedRow played={played} close={close} />
        </Fragment>
      ))}
    </ul>
  );
}

/** The items that this speaker played, the latest first, whoever chose them. */
function Played({ close }: BeforeProps): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const online = useIsUp();
  const item = useTold(({ state }) => state?.item ?? null);
  const [limit, setLimit] = useState(MORE);
  const { value, failureText, again } = useAnswer(
    () => client.call('library.recent', { limit }),
    online,
    `${limit} ${item?.index} ${item?.title}`,
  );
  const isOwner = client.opened?.role === 'owner';
  const items = value === null ? null : withoutCurrent(value.items, item);
  return (
    <div class="list" aria-busy={value === null && failureText === null}>
      {items !== null && items.length > 0 && <p class="sub">{say('beforeHint')}</p>}
      {items !== null && items.length > 0 && isOwner && <p class="sub">{say('storeHint')}</p>}
      {items !== null && <Days items={items} close={close} />}
      <div role="status">
        {failureText !== null && <p class="reason fault">{failureText}</p>}
        {items?.length === 0 && <p class="hint">{say('nothingBefore')}</p>}
        {value === null && failureText === null && <p class="hint">{say('loading')}</p>}
      </div>
      {failureText !== null && (
        <button class="more" type="button" onClick={again}>
          {say('tryAgain')}
        </button>
      )}
      {value !== null && value.items.length >= limit && limit < MOST && (
        <button class="more" type="button" onClick={() => setLimit(Math.min(MOST, limit + MORE))}>
          {say('more')}
        </button>
      )}
    </div>
  );
}

/** A dialog with the recently played items, open until it is closed or an item is played again. */
export function Before({ close }: BeforeProps): VNode {
  const { say } = useWords();
  const { ref, onClose, leave } = useModal(close);
  return (
    <dialog ref={ref} class="question sheet" aria-labelledby="before-title" onClose={onClose}>
      <SheetHead id="before-title" title={say('before')} leave={leave} />
      <Played close={leave} />
    </dialog>
  );
}
