import { useModal } from '../../state/modal.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Icon } from '../parts/icons.js';
import { Alarms } from './alarms.js';
import { SleepTimer } from './sleep-timer.js';

/** A dialog with the sleep timer and, for owners, the alarms. */
export function AgendaSheet({ close }: { readonly close: () => void }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const { ref, onClose, leave } = useModal(close);
  return (
    <dialog ref={ref} class="question sheet" aria-labelledby="agenda-title" onClose={onClose}>
      <div class="sheet-head">
        <h2 id="agenda-title">{say('agenda')}</h2>
        <button class="round quiet" type="button" aria-label={say('close')} onClick={() => leave()}>
          <Icon name="close" />
        </button>
      </div>
      <div class="parts">
        <SleepTimer />
        {client.opened?.role === 'owner' && <Alarms />}
      </div>
    </dialog>
  );
}
