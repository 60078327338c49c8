import { useAnswer } from '../../state/answer.js';
import { useSpeaker, useTold, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Artwork } from '../parts/artwork.js';
import { useBefore } from '../player/before-button.js';
import type { ShelfProps } from './paged-list.js';
import { usePressing } from './pressing.js';

/** The maximum number of tiles in a row. */
const MOST = 12;
/** The number of recent items that are searched for their sources. */
const LOOKED_AT = 100;
/** Recent favourites change slowly, and each request goes to the service. */
const FAVORITES_MS = 30 * 60_000;

interface Tile {
  /** The id of the source. */
  readonly id: string;
  readonly name: string;
  readonly artUrl?: string | undefined;
}

/** Whether the element is on or near the screen. `there`: whether it is in the document. */
function useNear(of: { readonly current: HTMLElement | null }, there: boolean): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (of.current === null) return;
    const look = (entries: readonly IntersectionObserverEntry[]): void =>
      setNear(entries.at(-1)?.isIntersecting === true);
    const observer = new IntersectionObserver(look, { rootMargin: '200px' });
    observer.observe(of.current);
    return () => observer.disconnect();
  }, [there]);
  return near;
}

function TileButton({ tile: { id, name, artUrl }, online }: { tile: Tile; online: boolean }): VNode {
  const { say } = useWords();
  const { act } = useSpeaker();
  const [busy, setBusy] = useState(false);
  const isCurrent = useTold(({ state }) => state?.source?.id === id);
  async function play(): Promise<void> {
    setBusy(true);
    await act('player.play', { sourceId: id });
    setBusy(false);
  }
  const [pressing, sheet] = usePressing(() => void play(), [{ id, name }]);
  return (
    <Fragment>
      <button
        class="tile"
        type="button"
        disabled={!online}
        aria-busy={busy}
        aria-current={isCurrent ? 'true' : undefined}
        {...pressing}
      >
        <Artwork class="thumb" url={artUrl} lazy />
        <span class="name" dir="auto">
          {name || say('untitled')}
        </span>
      </button>
      {sheet}
    </Fragment>
  );
}

interface StripProps {
  /** No id: one stands on the page, and one in a dialog over it. */
  readonly class: string;
  readonly title: string;
  readonly tiles: readonly Tile[] | null;
  readonly online: boolean;
  /** The text of an empty row; without it, an empty row is hidden. */
  readonly empty?: string;
  /** Shown at the end of the title. */
  readonly more?: VNode;
}

/** A row of tiles. Far from the visible part it keeps its height but has no content. */
function Strip({ class: look, title, tiles, online, empty, more }: StripProps): VNode | null {
  const section = useRef<HTMLElement | null>(null);
  const isEmpty = tiles?.length === 0;
  const isThere = !isEmpty || empty !== undefined;
  const near = useNear(section, isThere);
  if (!isThere) return null;
  return (
    <section ref={section} class={`strip ${look}`} aria-label={title}>
      <div class="strip-head">
        <h3>{title}</h3>
        {more}
      </div>
      {isEmpty ? (
        <p class="sub">{empty}</p>
      ) : (
        <ul class="tiles" aria-busy={tiles === null}>
          {near &&
            tiles?.slice(0, MOST).map(tile => (
              <li key={tile.id}>
                <TileButton tile={tile} online={online} />
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}

/** Caches the answer of `ask` for `forMs` milliseconds. A failure is not cached. */
function remembered<T>(ask: () => Promise<T>, forMs: number, nowMs: () => number): () => Promise<T> {
  let last: { readonly answer: Promise<T>; readonly atMs: number } | null = null;
  return () => {
    if (last !== null && nowMs() - last.atMs < forMs) return last.answer;
    const answer = ask();
    last = { answer, atMs: nowMs() };
    answer.catch(() => (last = null));
    return answer;
  };
}

/** The listener's recent favourites. */
export function Favorites({ online, shown }: ShelfProps): VNode | null {
  const { say } = useWords();
  const { client } = useSpeaker();
  const ask = useMemo(
    () =>
      remembered(
        () => client.call('library.recentFavorites', { limit: 20 }),
        FAVORITES_MS,
        () => Date.now(),
      ),
    [],
  );
  const { value, failure } = useAnswer(ask, online && shown);
  // The lists below show the reason.
  if (value === null && failure !== null) return null;
  const tiles = value?.items ?? null;
  return (
    <Strip
      class="favorites"
      title={say('favorites')}
      tiles={tiles}
      online={online}
      empty={say('noFavorites')}
    />
  );
}

/** The sources recently played on this speaker, whoever chose them, each once. */
export function Recent({ online, shown }: ShelfProps): VNode | null {
  const { say } = useWords();
  const { client } = useSpeaker();
  const [show, dialog] = useBefore();
  const playing = useTold(({ state }) => [state?.source?.id, state?.item?.index].join());
  // An item joins the list of recent items only once another item plays.
  const { value, failure } = useAnswer(
    () => client.call('library.recent', { limit: LOOKED_AT }),
    online && shown,
    playing,
  );
  if (value === null && failure !== null) return null;
  const sources = new Map<string, Tile>();
  for (const { source, item } of value?.items ?? []) {
    const name = source.name ?? item.podcast ?? item.album ?? item.title;
    if (!sources.has(source.id)) sources.set(source.id, { id: source.id, name, artUrl: item.artUrl });
  }
  const tiles = value === null ? null : [...sources.values()];
  const songs = (
    <Fragment>
      <button class="plain" type="button" disabled={!online} onClick={() => void show()}>
        {say('playedSongs')}
      </button>
      {dialog}
    </Fragment>
  );
  return (
    <Strip
      class="recent"
      title={say('before')}
      tiles={tiles}
      online={online}
      empty={say('nothingBefore')}
      more={songs}
    />
  );
}
