import type { ListedAlarm } from '../../../../contract/unread-results.js';
import { useAnswer } from '../../state/answer.js';
import { useCalls } from '../../state/calls.js';
import { type KnownSources, useKnownSources } from '../../state/known-sources.js';
import { useIsUp, useSpeaker, useTold, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { clockWords, daysWords } from '../../words/clock.js';
import { hourWords } from '../../words/days.js';
import { playsWords } from '../../words/plays.js';
import { Fault } from '../parts/fault.js';
import { Icon } from '../parts/icons.js';
import { Parts } from '../parts/parts.js';
import { Switch } from '../parts/switch.js';
import { type Draft, draftOf, newDraft, toParams } from './alarm-draft.js';
import { AlarmForm } from './alarm-form.js';

/** The speaker keeps as many (`alarm.set`). */
const MOST = 16;
/** How loud a new alarm is at most until something else is chosen. */
const GENTLE = 30;
const LEAST = 10;

interface AlarmRowProps {
  readonly alarm: ListedAlarm;
  readonly known: KnownSources;
  readonly online: boolean;
  readonly edit: () => void;
  readonly turn: (isOn: boolean) => void;
}

function AlarmRow({ alarm, known, online, edit, turn }: AlarmRowProps): VNode {
  const words = useWords();
  const time = clockWords(words, alarm.time);
  const loud = alarm.volume === undefined ? undefined : words.percent(alarm.volume);
  return (
    <li class={alarm.enabled ? 'alarm' : 'alarm off'}>
      <button class="row" type="button" aria-haspopup="dialog" disabled={!online} onClick={edit}>
        <span class="lines">
          <span class="alarm-time">{time}</span>
          <span class="sub">
            <Parts of={[daysWords(words, alarm.days ?? []), playsWords(words, alarm, known), loud]} />
          </span>
        </span>
        <Icon name="chevron" />
      </button>
      <Switch label={words.say('alarmAt', { time })} isOn={alarm.enabled} disabled={!online} turn={turn} />
    </li>
  );
}

/** Says that an alarm was snoozed, and ends that. */
function Snoozed({ untilMs, online, end }: { untilMs: number; online: boolean; end: () => void }): VNode {
  const words = useWords();
  return (
    <div class="running">
      <p>{words.say('snoozedUntil', { time: hourWords(words, untilMs) })}</p>
      <button class="plain" type="button" disabled={!online} onClick={end}>
        {words.say('stop')}
      </button>
    </div>
  );
}

/** The alarms, and what sets one. */
export function Alarms(): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const online = useIsUp();
  const next = useTold(({ state }) => state?.alarm ?? null);
  const { call, fault } = useCalls();
  const [draft, setDraft] = useState<Draft | null>(null);
  // The speaker tells of the next alarm only, so a change of that is a change of the list.
  const asOf = JSON.stringify(next);
  const { value, failureText, again } = useAnswer(
    async () => ({ ...(await client.call('alarm.list', {})), asOf }),
    online,
    asOf,
  );
  const known = useKnownSources(
    (value?.alarms ?? []).flatMap(({ sourceId }) => (sourceId === undefined ? [] : [sourceId])),
  );
  const alarms = [...(value?.alarms ?? [])].sort((a, b) => a.time.localeCompare(b.time));
  const listed = alarms.find(({ id }) => id === next?.id);
  // A snoozed alarm comes again sooner than its own time.
  const isSnoozed =
    next?.ringing === false && value?.asOf === asOf && listed !== undefined && listed.nextAtMs !== next.atMs;
  async function set(changed: Draft): Promise<void> {
    await call('alarm.set', toParams(changed));
    again();
  }
  const { volume = GENTLE } = client.state ?? {};
  return (
    <section class="part" aria-labelledby="alarms">
      <h3 id="alarms">{say('alarms')}</h3>
      <div role="status">
        {isSnoozed && (
          <Snoozed
            untilMs={next.atMs}
            online={online}
            end={() => void call('alarm.dismiss', {}).then(again)}
          />
        )}
        {value === null && failureText === null && <p class="sub">{say('loading')}</p>}
        {alarms.length === 0 && value !== null && <p class="sub">{say('noAlarms')}</p>}
      </div>
      <Fault text={fault ?? failureText} />
      {alarms.length > 0 && (
        <ul>
          {alarms.map(alarm => (
            <AlarmRow
              key={alarm.id}
              alarm={alarm}
              known={known}
              online={online}
              edit={() => setDraft(draftOf(alarm))}
              turn={enabled => void set({ ...draftOf(alarm), enabled })}
            />
          ))}
        </ul>
      )}
      {alarms.length >= MOST ? (
        <p class="sub">{say('mostAlarms')}</p>
      ) : (
        <button
          class="plain"
          type="button"
          disabled={!online || value === null}
          onClick={() => setDraft(newDraft(Math.max(LEAST, Math.min(volume, GENTLE))))}
        >
          {say('newAlarm')}
        </button>
      )}
      {draft !== null && (
        <AlarmForm
          first={draft}
          known={known}
          meet={known.meet}
          close={() => {
            setDraft(null);
            again();
          }}
        />
      )}
    </section>
  );
}
