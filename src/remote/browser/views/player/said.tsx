import { useWords } from '../../state/speaker.js';
import { type ComponentChildren, h, type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** The text beside the cover. If it exceeds the available space, it can be scrolled, by keys too. */
export function Said({ children }: { readonly children: ComponentChildren }): VNode {
  const { say } = useWords();
  const outer = useRef<HTMLDivElement | null>(null);
  const inner = useRef<HTMLDivElement | null>(null);
  const [isTooMuch, setTooMuch] = useState(false);
  useEffect(() => {
    const [box, text] = [outer.current, inner.current];
    if (box === null || text === null) return;
    const observer = new ResizeObserver(() => setTooMuch(box.scrollHeight > box.clientHeight + 1));
    observer.observe(box);
    observer.observe(text);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={outer}
      class="said"
      {...(isTooMuch && { tabIndex: 0, role: 'group', 'aria-label': say('nowPlaying') })}
    >
      <div ref={inner}>{children}</div>
    </div>
  );
}
