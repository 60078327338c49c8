import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { memo } from './memo.js';

/** Returns the address of the default picture, which the page provides. */
function defaultArt(): string {
  return document.documentElement.dataset['art'] ?? '';
}

interface ArtworkProps {
  readonly url: string | undefined;
  readonly class: string;
  /** Load the picture only when it is nearly visible. */
  readonly lazy?: boolean;
}

/** A cover, or the default picture if there is none or it fails to load. Decorative: the text stands beside it. */
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
