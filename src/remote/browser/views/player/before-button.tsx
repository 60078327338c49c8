import { ControlError } from '../../../../client/control-error.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { loadStyle } from '../../state/style.js';
import { Fragment, h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Words } from '../../words/words.js';
import { ActButton } from '../parts/act-button.js';
import type { BeforeProps } from './before.js';

type Before = (props: BeforeProps) => VNode;

/** Loads the list when it is first opened. */
async function fetchBefore({ rest }: Words): Promise<Before> {
  try {
    const [{ Before }] = await Promise.all([import('./before.js'), rest(), loadStyle('later.css')]);
    return Before;
  } catch {
    throw new ControlError('disconnected', 'What shows what was played did not arrive.');
  }
}

interface BeforeButtonProps {
  readonly online: boolean;
  /** Shown in place of the icon. */
  readonly text?: string;
}

/** The button that opens the recently played items. */
export function BeforeButton({ online, text }: BeforeButtonProps): VNode {
  const { say } = useWords();
  const { attempt, words } = useSpeaker();
  const [open, setOpen] = useState<{ readonly Before: Before } | null>(null);
  async function show(): Promise<void> {
    const Before = await attempt(() => fetchBefore(words));
    if (Before !== null) setOpen({ Before });
  }
  return (
    <Fragment>
      {text === undefined ? (
        <ActButton class="round quiet" icon="before" label={say('before')} enabled={online} press={show} />
      ) : (
        <button class="plain" type="button" disabled={!online} onClick={() => void show()}>
          {text}
        </button>
      )}
      {open !== null && <open.Before close={() => setOpen(null)} />}
    </Fragment>
  );
}
