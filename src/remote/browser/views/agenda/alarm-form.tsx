import { useCalls } from '../../state/calls.js';
import type { Playable } from '../../state/choosing.js';
import type { KnownSources } from '../../state/known-sources.js';
import { useModal } from '../../state/modal.js';
import { useIsUp, useTold, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { weekdayWords, weekOf } from '../../words/clock.js';
import { playsWords } from '../../words/plays.js';
import { Fault } from '../parts/fault.js';
import { later } from '../parts/later.js';
import { Range } from '../parts/range.js';
import { SheetHead } from '../parts/sheet-head.js';
import { Switch } from '../parts/switch.js';
import { type Draft, isSamePlays, type Plays, toParams } from './alarm-draft.js';

/** Loaded on demand, because most alarms play what is offered at once. */
const SourceSheet = later(() => import('./source-sheet.js').then(({ SourceSheet }) => SourceSheet));

/** An alarm that cannot be heard is none. */
const LEAST_VOLUME = 5;
/** So many of what was played are offered. */
const OFFERED = 4;

interface FieldProps {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
}

function Days({ draft: { days }, change }: FieldProps): VNode {
  const words = useWords();
  return (
    <div class="choosing">
      <span aria-hidden="true">{words.say('days')}</span>
      <div class="chips week" role="group" aria-label={words.say('days')}>
        {weekOf(words.tag).map(day => (
          <button
            key={day}
            type="button"
            aria-pressed={days.includes(day)}
            onClick={() =>
              change({ days: days.includes(day) ? days.filter(each => each !== day) : [...days, day] })
            }
          >
            <span aria-hidden="true">{weekdayWords(words, day, 'short')}</span>
            <span class="unseen">{weekdayWords(words, day, 'long')}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

/** What an alarm may play: what it plays now, the presets, and what was played lately. */
function offers({ plays }: Draft, { presets, sources }: KnownSources): readonly Plays[] {
  const lately = sources
    .filter(({ id }) => presets.every(({ source }) => source.id !== id))
    .slice(0, OFFERED);
  const all: readonly Plays[] = [
    {},
    ...presets.map(({ number }) => ({ preset: number })),
    ...lately.map(({ id }) => ({ sourceId: id })),
  ];
  return all.some(each => isSamePlays(each, plays)) ? all : [plays, ...all];
}

interface SourcesProps extends FieldProps {
  readonly known: KnownSources;
  /** Opens what finds anything else. */
  readonly seek: () => void;
}

function Sources({ draft, change, known, seek }: SourcesProps): VNode {
  const words = useWords();
  return (
    <div class="choosing">
      <span aria-hidden="true">{words.say('alarmPlays')}</span>
      <div class="chips" role="group" aria-label={words.say('alarmPlays')}>
        {offers(draft, known).map(plays => (
          <button
            key={JSON.stringify(plays)}
            type="button"
            aria-pressed={isSamePlays(plays, draft.plays)}
            onClick={() => change({ plays })}
          >
            <bdi dir="auto">{playsWords(words, plays, known)}</bdi>
          </button>
        ))}
        <button type="button" aria-haspopup="dialog" onClick={seek}>
          {words.say('alarmOther')}
        </button>
      </div>
    </div>
  );
}

function Loudness({ draft: { volume }, change }: FieldProps): VNode {
  const { say, percent } = useWords();
  const now = useTold(({ state }) => state?.volume ?? 0);
  const value = volume ?? now;
  const text = volume === null ? say('alarmLoud') : percent(volume);
  return (
    <div class="choosing">
      <span class="choosing-head" aria-hidden="true">
        <span>{say('volume')}</span>
        <span>{text}</span>
      </span>
      <Range
        label={say('volume')}
        value={value}
        max={100}
        step={1}
        spoken={text}
        disabled={false}
        onInput={next => change({ volume: Math.max(LEAST_VOLUME, next) })}
      />
    </div>
  );
}

interface AlarmFormProps {
  readonly first: Draft;
  readonly known: KnownSources;
  /** Remembers the name of what was chosen for an alarm. */
  readonly meet: (source: Playable) => void;
  readonly close: () => void;
}

/** The screen that sets one alarm. */
export function AlarmForm({ first, known, meet, close }: AlarmFormProps): VNode {
  const { say } = useWords();
  const online = useIsUp();
  const { ref, onClose, leave } = useModal(close);
  const { call, fault, busy } = useCalls();
  const [draft, setDraft] = useState(first);
  const [isSeeking, setSeeking] = useState(false);
  const change = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  async function save(): Promise<void> {
    if (!busy && (await call('alarm.set', toParams(draft))) !== null) leave();
  }
  async function remove(id: string): Promise<void> {
    if (!busy && (await call('alarm.remove', { id })) !== null) leave();
  }
  const { id } = first;
  return (
    <dialog ref={ref} class="question sheet" aria-labelledby="alarm-title" onClose={onClose}>
      <SheetHead id="alarm-title" title={id === undefined ? say('newAlarm') : say('alarm')} leave={leave} />
      <form
        class="parts"
        onSubmit={event => {
          event.preventDefault();
          void save();
        }}
      >
        <div class="alarm-head">
          <input
            class="clock large"
            type="time"
            required
            aria-label={say('time')}
            value={draft.time}
            onInput={event => change({ time: event.currentTarget.value })}
          />
          <Switch label={say('alarmOn')} isOn={draft.enabled} turn={enabled => change({ enabled })} />
        </div>
        <Days draft={draft} change={change} />
        <Sources draft={draft} change={change} known={known} seek={() => setSeeking(true)} />
        <Loudness draft={draft} change={change} />
        <Fault text={fault} />
        <div class="answers">
          {id !== undefined && (
            <button class="plain grave-text" type="button" disabled={!online} onClick={() => void remove(id)}>
              {say('removeAlarm')}
            </button>
          )}
          <button class="primary" type="submit" aria-busy={busy} disabled={!online || draft.time === ''}>
            {say('save')}
          </button>
        </div>
      </form>
      {isSeeking && (
        <SourceSheet
          choose={source => {
            meet(source);
            change({ plays: { sourceId: source.id } });
          }}
          close={() => setSeeking(false)}
        />
      )}
    </dialog>
  );
}
