import type { PublicState } from '../../../../contract/public-state.js';
import { useSpeakerClock } from '../../state/speaker-clock.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { hourWords } from '../../words/days.js';
import { dayOf, remainingWords } from '../../words/clock.js';
import { Bell } from './bell.js';

const HOUR_MS = 3_600_000;

/** A short text to be seen, and the whole of it for screen readers. */
function Told({ short, text }: { readonly short: string; readonly text: string }): VNode {
  return (
    <Fragment>
      <span aria-hidden="true">{short}</span>
      <span class="unseen">{text}</span>
    </Fragment>
  );
}

/** What remains until the speaker sleeps; apart from its button, as only this changes each second. */
export function SleepFace({ endsAtMs }: NonNullable<PublicState['sleep']>): VNode {
  const words = useWords();
  const nowMs = useSpeakerClock();
  if (endsAtMs === undefined) return <Told short="" text={words.say('sleepsAfter')} />;
  const leftMs = endsAtMs - nowMs;
  const time = remainingWords(words, leftMs, 'long');
  return (
    <Told
      short={remainingWords(words, leftMs, leftMs < HOUR_MS ? 'short' : 'narrow')}
      text={words.say('sleepsIn', { time, clock: hourWords(words, endsAtMs) })}
    />
  );
}

interface AlarmPillProps {
  readonly alarm: NonNullable<PublicState['alarm']>;
  /** Null for whom it opens nothing. */
  readonly open: (() => void) | null;
}

/** The alarm that rings or comes next. */
export function AlarmPill({ alarm: { atMs, ringing }, open }: AlarmPillProps): VNode {
  const words = useWords();
  const { client } = useSpeaker();
  const nowMs = client.speakerMs() ?? Date.now();
  const hour = hourWords(words, atMs);
  const day = dayOf(words, atMs, nowMs, 'short');
  const time = [dayOf(words, atMs, nowMs, 'long'), hour].join(' ').trim();
  const face = [
    <Bell key="bell" />,
    day !== '' && (
      <span key="day" class="pill-day" aria-hidden="true">
        {day}
      </span>
    ),
    <Told
      key="told"
      short={hour}
      text={ringing ? words.say('ringingNow') : words.say('nextAlarm', { time })}
    />,
  ];
  if (open === null) return <span class="pill">{face}</span>;
  return (
    <button class={ringing ? 'pill now' : 'pill'} type="button" aria-haspopup="dialog" onClick={open}>
      {face}
    </button>
  );
}
