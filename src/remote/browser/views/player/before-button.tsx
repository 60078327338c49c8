import { usePart } from '../../state/late.js';
import { useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { ActButton } from '../parts/act-button.js';

/** Returns what opens the recently played items, and their dialog while it is open. */
export function useBefore(): readonly [show: () => Promise<unknown>, dialog: VNode | null] {
  const [part, show, close] = usePart(() => import('./before.js'));
  return [show, part && <part.Before close={close} />];
}

/** The button that opens the recently played items. */
export function BeforeButton({ online }: { readonly online: boolean }): VNode {
  const { say } = useWords();
  const [show, dialog] = useBefore();
  return (
    <Fragment>
      <ActButton class="round quiet" icon="before" label={say('before')} enabled={online} press={show} />
      {dialog}
    </Fragment>
  );
}
