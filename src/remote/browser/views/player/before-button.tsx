import { loadLate } from '../../state/load-late.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ActButton } from '../parts/act-button.js';
import type { BeforeProps } from './before.js';

type Before = (props: BeforeProps) => VNode;

/** Returns what opens the recently played items, and their dialog while it is open. */
export function useBefore(): readonly [show: () => Promise<void>, dialog: VNode | null] {
  const { attempt, words } = useSpeaker();
  const [open, setOpen] = useState<{ readonly Before: Before } | null>(null);
  async function show(): Promise<void> {
    setOpen(await attempt(() => loadLate(words, () => import('./before.js'))));
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
