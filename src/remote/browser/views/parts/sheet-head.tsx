import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Icon } from './icons.js';

interface SheetHeadProps {
  /** The id of the title, which names the dialog. */
  readonly id: string;
  readonly title: string;
  readonly leave: () => void;
}

/** The head of a dialog: its title, and what closes it. */
export function SheetHead({ id, title, leave }: SheetHeadProps): VNode {
  const { say } = useWords();
  return (
    <div class="sheet-head">
      <h2 id={id}>{title}</h2>
      <button class="round quiet" type="button" aria-label={say('close')} onClick={() => leave()}>
        <Icon name="close" />
      </button>
    </div>
  );
}
