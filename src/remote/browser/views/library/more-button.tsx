import { h, type VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Pages } from '../../state/pages.js';
import { WORDS } from '../../words/labels.js';

interface MoreButtonProps {
  readonly pages: Pages<unknown>;
  readonly online: boolean;
}

/** Fetches the next page by itself before it comes into view, and when pressed. */
export function MoreButton({ pages, online }: MoreButtonProps): VNode {
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
      { rootMargin: '600px' },
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
