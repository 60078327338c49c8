import { useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icons.js';
import type { Shows } from '../parts/memo.js';
import { AlarmPill, SleepFace } from './pills.js';
import { Ringing } from './ringing.js';
import { useModal } from '../../state/modal.js';
import { SheetHead } from '../parts/sheet-head.js';
import { Alarms } from './alarms.js';
import { SleepTimer } from './sleep-timer.js';

/** A dialog with the sleep timer and, for owners, the alarms. */
function AgendaSheet({ close }: { readonly close: () => void }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const { ref, onClose, leave } = useModal(close);
  return (
    <dialog ref={ref} class="question sheet" aria-labelledby="agenda-title" onClose={onClose}>
      <SheetHead id="agenda-title" title={say('agenda')} leave={leave} />
      <div class="parts">
        <SleepTimer />
        {client.opened?.role === 'owner' && <Alarms />}
      </div>
    </dialog>
  );
}

interface AgendaProps extends Shows<'sleep' | 'alarm'> {
  /** Whether a person asked for it. */
  readonly isAsked: boolean;
}

/** The sleep timer and the alarm that runs or comes next, and what they open. */
export function Agenda({ state, isAsked }: AgendaProps): VNode {
  const words = useWords();
  const { client } = useSpeaker();
  const [isOpen, setOpen] = useState(false);
  const [isHidden, setHidden] = useState(false);
  const moon = useRef<HTMLButtonElement | null>(null);
  // The button that was pressed is gone; the sheet gives the focus back to this one.
  useLayoutEffect(() => {
    if (!isAsked) return;
    moon.current?.focus();
    setOpen(true);
  }, [isAsked]);
  const { sleep, alarm } = state;
  const isRinging = alarm?.ringing === true;
  // It comes again after a snooze.
  useEffect(() => {
    if (!isRinging) setHidden(false);
  }, [isRinging]);
  const isOwner = client.opened?.role === 'owner';
  const openAlarm = (): void => (isRinging ? setHidden(false) : setOpen(true));
  return (
    <Fragment>
      {alarm !== null && <AlarmPill alarm={alarm} open={isRinging || isOwner ? openAlarm : null} />}
      <button
        ref={moon}
        class={sleep === null ? 'round quiet moon' : 'pill now moon'}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="moon" />
        {sleep === null ? <span class="unseen">{words.say('agenda')}</span> : <SleepFace {...sleep} />}
      </button>
      {isOpen && <AgendaSheet close={() => setOpen(false)} />}
      {alarm?.ringing === true && !isHidden && <Ringing alarm={alarm} hide={() => setHidden(true)} />}
    </Fragment>
  );
}
