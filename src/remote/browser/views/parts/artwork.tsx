import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { memo } from './memo.js';

/** Where the page put the picture for what has none. */
function defaultArt(): string {
  return document.documentElement.dataset['art'] ?? '';
}

interface ArtworkProps {
  readonly url: string | undefined;
  readonly class: string;
  /** Fetched no sooner than it is nearly seen. */
  readonly lazy?: boolean;
}

/** A cover, or the default picture where there is none or it cannot be had. Decoration: the words stand beside it. */
export const Artwork = memo(function Artwork({ url, class: name, lazy = false }: ArtworkProps): VNode {
  const [failed, setFailed] = useState<string | null>(null);
  const source = url === undefined || url === failed ? defaultArt() : url;
  return (
    <img
      class={name}
      src={source}
      alt=""
      decoding="async"
      loading={lazy ? 'lazy' : 'eager'}
      draggable={false}
      referrerPolicy="no-referrer"
      onError={() => setFailed(url ?? null)}
    />
  );
});
