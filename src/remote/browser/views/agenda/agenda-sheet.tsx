import { useModal } from '../../state/modal.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { SheetHead } from '../parts/sheet-head.js';
import { Alarms } from './alarms.js';
import { SleepTimer } from './sleep-timer.js';

/** A dialog with the sleep timer and, for owners, the alarms. */
export function AgendaSheet({ close }: { readonly close: () => void }): VNode {
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
