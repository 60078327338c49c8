import { useWayBack } from '../../state/route.js';
import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  /** What the button that goes on says. */
  readonly yes: string;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

/** Asks before something that cannot be taken back. Escape is no, and so is the way back. */
export function Question({ title, text, yes, confirm, cancel }: QuestionProps): VNode {
  const { say } = useWords();
  const dialog = useRef<HTMLDialogElement | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useWayBack(cancel);
  // Closed before it is taken away: that leads the keyboard back to where the question came from.
  const close = (then: () => void): void => {
    dialog.current?.close();
    then();
  };
  // Told late by the browser; of a question answered by a button nothing is left by then.
  const escape = (): void => {
    if (dialog.current !== null) cancel();
  };
  return (
    <dialog ref={dialog} class="question" aria-labelledby="question-title" onClose={escape}>
      <h2 id="question-title">{title}</h2>
      <p>{text}</p>
      <div class="answers">
        <button class="plain" type="button" onClick={() => close(cancel)}>
          {say('cancel')}
        </button>
        <button class="grave" type="button" onClick={() => close(confirm)}>
          {yes}
        </button>
      </div>
    </dialog>
  );
}
