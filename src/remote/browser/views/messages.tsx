import type { Message, MessageBoard } from '../state/messages.js';
import { useChanges, useWords } from '../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useHandOver } from './parts/focus.js';
import { Icon } from './parts/icons.js';

const SHOWN_MS = 8_000;

interface ShownProps {
  readonly message: Message;
  readonly dismiss: () => void;
}

function Shown({ message: { id, text }, dismiss }: ShownProps): VNode {
  const { say } = useWords();
  return (
    <p ref={useHandOver()} class="message">
      <span key={id} dir="auto">
        {text}
      </span>
      <button class="round quiet" type="button" aria-label={say('dismiss')} onClick={dismiss}>
        <Icon name="close" />
      </button>
    </p>
  );
}

/**
 * The current message, announced once to screen readers and shown for a while, where it covers nothing: on the player it
 * takes space from the cover, elsewhere it stands in the mini player instead of the title.
 */
export function Messages({ board }: { board: MessageBoard }): VNode {
  useChanges(board);
  const { message, dismiss } = board;
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
    <div class="messages" role="alert">
      {message !== null && <Shown message={message} dismiss={dismiss} />}
    </div>
  );
}
