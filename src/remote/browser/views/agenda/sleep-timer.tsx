import { useCalls } from '../../state/calls.js';
import { useSpeakerClock } from '../../state/speaker-clock.js';
import { useIsUp, useTold, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { hourWords } from '../../words/days.js';
import { remainingWords, timeOf, untilTime } from '../../words/clock.js';
import { Fault } from '../parts/fault.js';

const MINUTE_MS = 60_000;
const CHOICES_MIN = [15, 30, 60];

interface AtTimeProps {
  readonly online: boolean;
  readonly set: (afterMs: number) => void;
}

/** Asks for a time of day. */
function AtTime({ online, set }: AtTimeProps): VNode {
  const { say } = useWords();
  const [time, setTime] = useState(() => timeOf(Date.now() + 60 * MINUTE_MS));
  return (
    <form
      class="at-time"
      onSubmit={event => {
        event.preventDefault();
        set(untilTime(time, Date.now()));
      }}
    >
      <input
        class="clock"
        type="time"
        required
        aria-label={say('time')}
        value={time}
        onInput={event => setTime(event.currentTarget.value)}
      />
      <button class="primary" type="submit" disabled={!online || time === ''}>
        {say('setTime')}
      </button>
    </form>
  );
}

/** When the speaker pauses, and what keeps it from that. */
function Running({ stop, online }: { readonly stop: () => void; readonly online: boolean }): VNode {
  const words = useWords();
  const { say } = words;
  const sleep = useTold(({ state }) => state?.sleep ?? null);
  const nowMs = useSpeakerClock();
  const endsAtMs = sleep?.endsAtMs;
  const text =
    endsAtMs === undefined
      ? say('sleepsAfter')
      : say('sleepsIn', {
          time: remainingWords(words, endsAtMs - nowMs, 'long'),
          clock: hourWords(words, endsAtMs),
        });
  return (
    <div class="running">
      <p>{text}</p>
      <button class="plain" type="button" disabled={!online} onClick={stop}>
        {say('sleepOff')}
      </button>
    </div>
  );
}

/** The sleep timer: what runs, and what it can be set to. */
export function SleepTimer(): VNode {
  const words = useWords();
  const { say } = words;
  const online = useIsUp();
  const isRunning = useTold(({ state }) => (state?.sleep ?? null) !== null);
  const isPlaying = useTold(({ state }) => state?.playbackStatus === 'playing' && state.item !== null);
  const { call, fault } = useCalls();
  const [asks, setAsks] = useState(false);
  function sleep(params: { readonly afterMs?: number; readonly afterItem?: boolean }): void {
    setAsks(false);
    void call('timer.sleep', params);
  }
  return (
    <section class="part" aria-labelledby="sleep-timer">
      <h3 id="sleep-timer">{say('sleepTimer')}</h3>
      <div role="status">{isRunning && <Running stop={() => sleep({})} online={online} />}</div>
      <div class="chips" role="group" aria-label={say('sleepIn')}>
        {CHOICES_MIN.map(minutes => (
          <button
            key={minutes}
            type="button"
            disabled={!online}
            onClick={() => sleep({ afterMs: minutes * MINUTE_MS })}
          >
            {remainingWords(words, minutes * MINUTE_MS, 'short')}
          </button>
        ))}
        <button type="button" disabled={!online || !isPlaying} onClick={() => sleep({ afterItem: true })}>
          {say('sleepItem')}
        </button>
        <button type="button" disabled={!online} aria-expanded={asks} onClick={() => setAsks(!asks)}>
          {say('sleepAt')}
        </button>
      </div>
      {asks && <AtTime online={online} set={afterMs => sleep({ afterMs })} />}
      <Fault text={fault} />
    </section>
  );
}
