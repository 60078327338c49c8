import type { PublicState } from '../../../../contract/public-state.js';
import { useCalls } from '../../state/calls.js';
import { useModal } from '../../state/modal.js';
import { useIsUp, useTold, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { hourWords } from '../../words/days.js';
import { Fault } from '../parts/fault.js';
import { focusSafely } from '../parts/focus.js';
import { Icon } from '../parts/icons.js';
import { Parts } from '../parts/parts.js';
import { creditOf, titleOf } from '../player/titles.js';
import { Bell } from './bell.js';

/** How long `alarm.snooze` silences an alarm. */
const SNOOZE_MIN = 9;

interface RingingProps {
  readonly alarm: NonNullable<PublicState['alarm']>;
  /** Shows the page behind it while it rings on. */
  readonly hide: () => void;
}

/** The whole screen while an alarm rings: what silences it is found half asleep. */
export function Ringing({ alarm, hide }: RingingProps): VNode {
  const words = useWords();
  const { say, amount } = words;
  const online = useIsUp();
  const item = useTold(({ state }) => state?.item ?? null);
  const { ref, onClose, leave } = useModal(hide);
  const { call, fault, busy } = useCalls();
  // Whoever silences it elsewhere takes it away from under the focus.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusSafely();
    },
    [],
  );
  async function silence(method: 'alarm.snooze' | 'alarm.dismiss'): Promise<void> {
    if (!busy && (await call(method, {})) !== null) leave();
  }
  return (
    <dialog ref={ref} class="ringing" aria-labelledby="ringing-title" onClose={onClose}>
      <button class="round quiet" type="button" aria-label={say('close')} onClick={() => leave()}>
        <Icon name="close" />
      </button>
      <div class="ringing-head">
        <h2 id="ringing-title">
          <Bell />
          <span>{hourWords(words, alarm.atMs)}</span>
          <span class="unseen">{say('ringingNow')}</span>
        </h2>
        {alarm.fallback ? (
          <p role="status">{say('alarmTone')}</p>
        ) : (
          item !== null && (
            <p>
              <Parts of={[titleOf(words, item), ...creditOf(item).slice(0, 1)]} />
            </p>
          )
        )}
        <Fault text={fault} />
      </div>
      <button
        class="snooze"
        type="button"
        autofocus
        disabled={!online}
        aria-busy={busy}
        onClick={() => void silence('alarm.snooze')}
      >
        <b>{say('snooze')}</b>
        <span>{say('snoozeFor', { time: amount(SNOOZE_MIN, 'minute') })}</span>
      </button>
      <button
        class="dismiss"
        type="button"
        disabled={!online}
        aria-busy={busy}
        onClick={() => void silence('alarm.dismiss')}
      >
        <b>{say('stop')}</b>
      </button>
    </dialog>
  );
}
