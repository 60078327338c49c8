import type { ListedItem } from '../../../client/protocol.js';
import type { Pages } from '../state/pages.js';
import { useSpeaker } from '../state/speaker.js';
import { h, type VNode } from '../vendor/preact.js';
import { useEffect, useRef, useState } from '../vendor/preact-hooks.js';
import { timeDigits, typeWords, WORDS } from '../words.js';
import { Artwork } from './artwork.js';
import { Icon } from './icons.js';

/** Types the service accepts as a source; an artist is none, the stations found by its name are. */
const SOURCE_TYPES: readonly string[] = ['ST', 'SF', 'AL', 'TR', 'PL', 'PC', 'PE', 'AP', 'AU'];

function subtitleOf(item: ListedItem): string {
  const length = item.durationMs === undefined ? undefined : timeDigits(item.durationMs);
  const parts = [typeWords(item.type), item.artist, item.podcast, item.album, length];
  return parts.filter(part => part !== undefined && part !== '').join(' · ');
}

function ItemFace({ item, current }: { item: ListedItem; current: boolean }): VNode[] {
  return [
    <Artwork key="art" class="thumb" url={item.artUrl} />,
    <span key="lines" class="lines">
      <span class="name">{item.name || WORDS.untitled}</span>
      <span class="sub">{subtitleOf(item)}</span>
    </span>,
    ...(current ? [<Icon key="now" name="sounding" />] : []),
  ];
}

function ItemRow({ item, online }: { item: ListedItem; online: boolean }): VNode {
  const { client, act } = useSpeaker();
  const [busy, setBusy] = useState(false);
  const current = client.state?.source?.id === item.id;
  async function play(): Promise<void> {
    setBusy(true);
    await act('player.play', { sourceId: item.id });
    setBusy(false);
  }
  if (!SOURCE_TYPES.includes(item.type)) {
    return (
      <div class="row">
        <ItemFace item={item} current={current} />
      </div>
    );
  }
  return (
    <button
      class="row"
      type="button"
      disabled={!online}
      aria-busy={busy}
      aria-current={current ? 'true' : undefined}
      onClick={() => void play()}
    >
      <ItemFace item={item} current={current} />
    </button>
  );
}

/** Fetches the next page by itself when it comes into view, and when pressed. */
function MoreButton({ pages, online }: { pages: Pages; online: boolean }): VNode {
  const button = useRef<HTMLButtonElement | null>(null);
  const next = useRef(pages.next);
  next.current = pages.next;
  const waiting = online && !pages.busy && pages.failure === null;
  useEffect(() => {
    if (button.current === null || !waiting) return;
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) next.current();
      },
      { rootMargin: '300px' },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [waiting, pages.items.length]);
  const label = pages.busy ? WORDS.loading : pages.failure === null ? WORDS.more : WORDS.tryAgain;
  return (
    <button
      ref={button}
      class="more"
      type="button"
      disabled={!online}
      aria-busy={pages.busy}
      onClick={pages.next}
    >
      {label}
    </button>
  );
}

interface ItemListProps {
  readonly pages: Pages;
  readonly online: boolean;
  readonly empty: string;
}

/** A list that grows as it is scrolled; what can be played is a button. */
export function ItemList({ pages, online, empty }: ItemListProps): VNode {
  return (
    <div class="list" aria-busy={pages.busy}>
      <ul>
        {pages.items.map((item, index) => (
          <li key={`${index} ${item.id}`}>
            <ItemRow item={item} online={online} />
          </li>
        ))}
      </ul>
      <div role="status">
        {pages.failure !== null && <p class="reason fault">{pages.failure}</p>}
        {!pages.more && pages.items.length === 0 && <p class="hint">{empty}</p>}
      </div>
      {pages.more && <MoreButton pages={pages} online={online} />}
    </div>
  );
}
