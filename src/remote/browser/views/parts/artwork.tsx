import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';

/** Where the page put the picture for what has none. */
function defaultArt(): string {
  return document.documentElement.dataset['art'] ?? '';
}

/** A cover, or the default picture where there is none or it cannot be had. Decoration: the words stand beside it. */
export function Artwork({ url, class: name }: { url: string | undefined; class: string }): VNode {
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
}
