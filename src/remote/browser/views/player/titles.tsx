import type { PublicItem } from '../../../../contract/public-state.js';
import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import type { Words } from '../../words/words.js';
import { memoOf, type Shows } from '../parts/memo.js';
import { Parts } from '../parts/parts.js';
import { useDeed } from './deed.js';

export function titleOf({ say }: Words, item: PublicItem | null): string {
  if (item === null) return say('nothingPlays');
  if (item.title !== '') return item.title;
  if (item.kind === 'ad') return say('ad');
  return item.kind === 'message' ? say('fromArtist') : say('untitled');
}

/** Returns artist and podcast or album, as far as known. */
export function creditOf(item: PublicItem | null): readonly (string | undefined)[] {
  return [item?.artist, item?.podcast ?? item?.album];
}

/** Returns the announcement of a new item for screen readers. */
export function heardWords(words: Words, item: PublicItem | null): string {
  return item === null ? '' : [titleOf(words, item), item.artist ?? item.podcast].filter(Boolean).join(', ');
}

/** The source of the music, or for a while the last action. */
function SourceLine({ state }: Shows<'item' | 'source'>): VNode | null {
  const { item, source } = state;
  const told = useDeed();
  // A song that plays alone is its own source.
  const isNamed =
    source?.name !== undefined && ![item?.podcast ?? item?.album, item?.title].includes(source.name);
  const usual = isNamed ? (
    <p class="source" dir="auto">
      {source.name}
    </p>
  ) : null;
  return told === null ? usual : <told.DeedLine deed={told.deed} usual={usual} />;
}

type TitlesProps = Shows<'item' | 'source'>;

const SHOWN = { item: true, source: true } as const;

/** Source, title, artist and album. A playing album is named only once. */
export const Titles = memoOf(SHOWN, function Titles({ state }: TitlesProps): VNode {
  const { item } = state;
  const words = useWords();
  return (
    <div class="titles">
      <SourceLine state={state} />
      <h2 class="title" dir="auto">
        {titleOf(words, item)}
      </h2>
      <p class="credit">
        <Parts of={creditOf(item)} />
      </p>
    </div>
  );
});
