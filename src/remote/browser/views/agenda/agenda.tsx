import { useSpeaker, useWords } from '../../state/speaker.js';
import { useSpeakerClock } from '../../state/speaker-clock.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { nextWords, remainingWords } from '../../words/clock.js';
import { Icon } from '../parts/icons.js';
import type { Shows } from '../parts/memo.js';
import { AgendaSheet } from './agenda-sheet.js';
import { Bell } from './bell.js';
import { Ringing } from './ringing.js';

interface AgendaProps extends Shows<'sleep' | 'alarm'> {
  /** Whether a person asked for it. */
  readonly isAsked: boolean;
}

/** A short text to be seen, and the whole of it for screen readers. */
function Told({ short, text }: { readonly short: string; readonly text: string }): VNode {
  return (
    <Fragment>
      <span aria-hidden="true">{short}</span>
      <span class="unseen">{text}</span>
    </Fragment>
  );
}

interface AlarmPillProps {
  readonly isRinging: boolean;
  /** When it rings. */
  readonly next: string;
  /** Null for whom it opens nothing. */
  readonly open: (() => void) | null;
}

/** The alarm that rings or comes next. */
function AlarmPill({ isRinging, next, open }: AlarmPillProps): VNode {
  const { say } = useWords();
  const label = isRinging ? say('ringingNow') : say('nextAlarm', { time: next });
  const face = [<Bell key="bell" />, <Told key="told" short={next} text={label} />];
  if (open === null) return <span class="pill">{face}</span>;
  return (
    <button class={isRinging ? 'pill now' : 'pill'} type="button" aria-haspopup="dialog" onClick={open}>
      {face}
    </button>
  );
}

/** The sleep timer and the alarm that runs or comes next, and what they open. */
export function Agenda({ state, isAsked }: AgendaProps): VNode {
  const words = useWords();
  const { say } = words;
  const { client } = useSpeaker();
  const nowMs = useSpeakerClock();
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
  const leftMs = sleep?.endsAtMs === undefined ? null : sleep.endsAtMs - nowMs;
  const isRinging = alarm?.ringing === true;
  // It comes again after a snooze.
  useEffect(() => {
    if (!isRinging) setHidden(false);
  }, [isRinging]);
  const isOwner = client.opened?.role === 'owner';
  const next = alarm === null ? '' : nextWords(words, alarm.atMs, nowMs);
  const sleepLabel =
    sleep === null
      ? say('agenda')
      : leftMs === null
        ? say('sleepsAfter')
        : say('sleepsIn', {
            time: remainingWords(words, leftMs, 'long'),
            clock: nextWords(words, nowMs + leftMs, nowMs),
          });
  const openAlarm = (): void => (isRinging ? setHidden(false) : setOpen(true));
  return (
    <Fragment>
      {alarm !== null && (
        <AlarmPill {...{ isRinging, next }} open={isRinging || isOwner ? openAlarm : null} />
      )}
      <button
        ref={moon}
        class={sleep === null ? 'round quiet moon' : 'pill now moon'}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="moon" />
        <Told short={leftMs === null ? '' : remainingWords(words, leftMs, 'short')} text={sleepLabel} />
      </button>
      {isOpen && <AgendaSheet close={() => setOpen(false)} />}
      {alarm?.ringing === true && !isHidden && <Ringing alarm={alarm} hide={() => setHidden(true)} />}
    </Fragment>
  );
}
