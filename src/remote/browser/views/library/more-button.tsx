import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ListPages } from '../../state/pages.js';

interface MoreButtonProps {
  readonly pages: ListPages<unknown>;
  readonly online: boolean;
}

/** Fetches the next page automatically before the button comes into view, and when pressed. */
export function MoreButton({ pages, online }: MoreButtonProps): VNode {
  const { say } = useWords();
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
  const label = pages.busy ? say('loading') : pages.failure === null ? say('more') : say('tryAgain');
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
