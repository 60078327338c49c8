import { useModal } from '../../state/modal.js';
import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  /** The text of the confirming button. */
  readonly yes: string;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

/** Asks for confirmation of an action that cannot be undone. Escape and Back both cancel. */
export function Question({ title, text, yes, confirm, cancel }: QuestionProps): VNode {
  const { say } = useWords();
  const { ref, onClose, leave } = useModal(cancel);
  return (
    <dialog ref={ref} class="question" aria-labelledby="question-title" onClose={onClose}>
      <h2 id="question-title">{title}</h2>
      <p>{text}</p>
      <div class="answers">
        <button class="plain" type="button" onClick={() => leave()}>
          {say('cancel')}
        </button>
        <button class="grave" type="button" onClick={() => leave(confirm)}>
          {yes}
        </button>
      </div>
    </dialog>
  );
}
