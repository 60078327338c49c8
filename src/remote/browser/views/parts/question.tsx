import { h, type VNode } from '../../vendor/preact.js';
import { useEffect, useRef } from '../../vendor/preact-hooks.js';
import { WORDS } from '../../words/labels.js';

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  /** What the button that goes on says. */
  readonly yes: string;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

/** Asks before something that cannot be taken back. Escape is no. */
export function Question({ title, text, yes, confirm, cancel }: QuestionProps): VNode {
  const dialog = useRef<HTMLDialogElement | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="question" aria-labelledby="question-title" onClose={cancel}>
      <h2 id="question-title">{title}</h2>
      <p>{text}</p>
      <div class="answers">
        <button class="plain" type="button" onClick={cancel}>
          {WORDS.cancel}
        </button>
        <button class="grave" type="button" onClick={confirm}>
          {yes}
        </button>
      </div>
    </dialog>
  );
}
