import { loadLate } from '../../state/load-late.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { type FunctionComponent, h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The loading state of a view's code. */
type Part<P> = FunctionComponent<P> | 'loading' | 'failed';

/** The properties that a late view may have. */
interface Late {
  /** Closes a view that covers the page. */
  readonly close?: (() => void) | undefined;
}

/**
 * Creates a view whose code is loaded when it is first shown, with the remaining words and styles, because a first
 * visit needs only the player. If loading fails, the view shows that in its place.
 */
export function later<P extends object>(load: () => Promise<FunctionComponent<P>>): (props: P) => VNode {
  let view: FunctionComponent<P> | null = null;

  return function Late(props: P): VNode {
    const { client, words } = useSpeaker();
    const [part, setPart] = useState<Part<P>>(() => view ?? 'loading');
    const [tries, setTries] = useState(0);
    useEffect(() => {
      if (part !== 'loading') return;
      let gone = false;
      loadLate(words, load).then(
        loaded => {
          view = loaded;
          if (!gone) setPart(() => loaded);
        },
        () => {
          if (gone) return;
          // A newer build of the speaker no longer has the file, and some browsers request a failed module only once.
          if (tries > 0 && client.phase === 'online') location.reload();
          else setPart('failed');
        },
      );
      return () => {
        gone = true;
      };
    }, [part]);
    if (part === 'loading') return <Placeholder />;
    if (part === 'failed') {
      const again = (): void => {
        setTries(tries + 1);
        setPart('loading');
      };
      return <Failure again={again} close={(props as Late).close} />;
    }
    const View = part;
    return <View {...props} />;
  };
}

function Placeholder(): VNode {
  const { say } = useWords();
  return (
    <p class="hint" aria-busy="true">
      {say('loading')}
    </p>
  );
}

function Failure({ again, close }: Late & { again: () => void }): VNode {
  const { say } = useWords();
  return (
    <div class="hint" role="alert">
      <p>{say('partMissing')}</p>
      <button class="more" type="button" onClick={again}>
        {say('tryAgain')}
      </button>
      {close && (
        <button class="more" type="button" onClick={close}>
          {say('close')}
        </button>
      )}
    </div>
  );
}
