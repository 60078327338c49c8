import { ControlError } from '../../../../client/control-error.js';
import { loadLate } from '../../state/late.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Words } from '../../words/words.js';
import { ActButton } from '../parts/act-button.js';
import type { BeforeProps } from './before.js';

type Before = (props: BeforeProps) => VNode;

/** Loads the list when it is first opened. */
async function fetchBefore(words: Words): Promise<Before> {
  try {
    return (await loadLate(words, () => import('./before.js'))).Before;
  } catch {
    throw new ControlError('disconnected', 'What shows what was played did not arrive.');
  }
}

/** Returns what opens the recently played items, and their dialog while it is open. */
export function useBefore(): readonly [show: () => Promise<void>, dialog: VNode | null] {
  const { attempt, words } = useSpeaker();
  const [open, setOpen] = useState<{ readonly Before: Before } | null>(null);
  async function show(): Promise<void> {
    const Before = await attempt(() => fetchBefore(words));
    if (Before !== null) setOpen({ Before });
  }
  return [show, open && <open.Before close={() => setOpen(null)} />];
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
