import type { MessageBoard } from '../state/messages.js';
import { useChanges, useWords } from '../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './parts/icons.js';

const SHOWN_MS = 8_000;

/**
 * The current message, announced once to screen readers and shown for a while, in a place where it covers no control.
 * If the list was scrolled past that place, the message stands above the mini player.
 */
export function Messages({ board }: { board: MessageBoard }): VNode {
  const { say } = useWords();
  useChanges(board);
  const { message, dismiss } = board;
  const place = useRef<HTMLDivElement | null>(null);
  const [isAfar, setAfar] = useState(false);
  useLayoutEffect(() => {
    // Not without a message: to ask for a place lays out the page.
    const top = message && place.current?.parentElement?.getBoundingClientRect().top;
    setAfar((top ?? 0) < 0);
  }, [message]);
  useEffect(() => {
    if (message === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Behind another page, nobody sees it.
    const look = (): void => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(dismiss, SHOWN_MS);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [message]);
  return (
    <div ref={place} class={isAfar ? 'messages afar' : 'messages'} role="alert">
      {message !== null && (
        <p key={message.id} class="message">
          <span dir="auto">{message.text}</span>
          <button class="round quiet" type="button" aria-label={say('dismiss')} onClick={dismiss}>
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}
