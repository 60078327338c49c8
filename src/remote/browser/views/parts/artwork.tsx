import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { memo } from './memo.js';

interface ArtworkProps {
  readonly url: string | undefined;
  readonly class: string;
}

/** Where the page put the picture for what has none. */
function defaultArt(): string {
  return document.documentElement.dataset['art'] ?? '';
}

/** A cover, or the default picture where there is none or it cannot be had. Decoration: the words stand beside it. */
export const Artwork = memo(function Artwork({ url, class: name }: ArtworkProps): VNode {
  const [failed, setFailed] = useState<string | null>(null);
  const source = url === undefined || url === failed ? defaultArt() : url;
  return (
    <img
      class={name}
      src={source}
      alt=""
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
      onError={() => setFailed(url ?? null)}
    />
  );
});
