import { useAnswer } from '../../state/answer.js';
import { remembered } from '../../state/remembered.js';
import { useSpeaker, useTold, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Artwork } from '../parts/artwork.js';

/** As many as a thumb looks through. */
const MOST = 12;
/** So many items are looked at for their sources. */
const LOOKED_AT = 100;
/** What somebody likes best of late changes slowly, and the service is asked for it. */
const FAVORITES_MS = 30 * 60_000;

interface Tile {
  /** Of the source. */
  readonly id: string;
  readonly name: string;
  readonly artUrl?: string | undefined;
}

/** Whether it is on the screen, or nearly. `there`: whether it is on the page. */
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
  return (
    <button
      class="tile"
      type="button"
      disabled={!online}
      aria-busy={busy}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => void play()}
    >
      <Artwork class="thumb" url={artUrl} lazy />
      <span class="name" dir="auto">
        {name || say('untitled')}
      </span>
    </button>
  );
}

interface StripProps {
  readonly id: string;
  readonly title: string;
  readonly tiles: readonly Tile[] | null;
  readonly online: boolean;
  /** Said where there are none. */
  readonly empty?: string;
}

/** One row of tiles. Far from what is seen it is as high, and empty. */
function Strip({ id, title, tiles, online, empty }: StripProps): VNode | null {
  const section = useRef<HTMLElement | null>(null);
  const isEmpty = tiles?.length === 0;
  const isThere = !isEmpty || empty !== undefined;
  const near = useNear(section, isThere);
  if (!isThere) return null;
  return (
    <section ref={section} class="strip" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
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

interface TilesProps {
  readonly online: boolean;
  readonly shown: boolean;
}

/** What the listener likes best of late. */
export function Favorites({ online, shown }: TilesProps): VNode | null {
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
  // The lists below say why.
  if (value === null && failure !== null) return null;
  const tiles = value?.items ?? null;
  return (
    <Strip id="favorites" title={say('favorites')} tiles={tiles} online={online} empty={say('noFavorites')} />
  );
}

/** What was chosen here of late, whoever did: each source once. */
export function Recent({ online, shown }: TilesProps): VNode | null {
  const { say } = useWords();
  const { client } = useSpeaker();
  const playing = useTold(({ state }) => [state?.source?.id, state?.item?.index].join());
  // What plays now was played once something else does.
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
  return <Strip id="recent" title={say('recentlyPlayed')} tiles={tiles} online={online} />;
}
