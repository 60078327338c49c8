import { useAnswer } from '../../state/answer.js';
import type { Preset } from '../../state/known-sources.js';
import { useSpeaker, useTold, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { sourceWords } from '../../words/plays.js';
import { typeWords } from '../../words/types.js';
import { Chips } from '../parts/chips.js';

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** A press that lasts as long stores what plays. */
const HOLD_MS = 600;

type Deed = 'play' | 'store' | 'clear';
const DEEDS = ['play', 'store', 'clear'] as const;

interface NumberButtonProps {
  readonly number: number;
  readonly preset: Preset | undefined;
  readonly disabled: boolean;
  readonly press: () => void;
  /** Called for a long press; null for who may not store. */
  readonly hold: (() => void) | null;
}

/** One number: a press does what was chosen, a long one stores. */
function NumberButton({ number, preset, disabled, press, hold }: NumberButtonProps): VNode {
  const words = useWords();
  const isCurrent = useTold(({ state }) => preset !== undefined && state?.source?.id === preset.source.id);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wasHeld = useRef(false);
  const [isHeld, setHeld] = useState(false);
  function release(): void {
    clearTimeout(timer.current);
    setHeld(false);
  }
  return (
    <button
      class={isHeld ? 'preset held' : 'preset'}
      type="button"
      disabled={disabled}
      aria-current={isCurrent ? 'true' : undefined}
      onPointerDown={event => {
        wasHeld.current = false;
        if (hold === null || event.button !== 0) return;
        setHeld(true);
        timer.current = setTimeout(() => {
          wasHeld.current = true;
          setHeld(false);
          hold();
        }, HOLD_MS);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      // A phone's menu would end the press.
      onContextMenu={event => {
        if (hold !== null) event.preventDefault();
      }}
      onClick={() => {
        if (wasHeld.current) wasHeld.current = false;
        else press();
      }}
    >
      <b>{words.digits(number, 1)}</b>
      <span class="lines">
        <span class="name" dir="auto">
          {preset === undefined ? words.say('presetFree') : sourceWords(words, preset.source)}
        </span>
        {preset !== undefined && <span class="sub">{typeWords(words, preset.source.type)}</span>}
      </span>
    </button>
  );
}

interface PresetsProps {
  readonly online: boolean;
  readonly shown: boolean;
}

/** The nine numbers that sources are stored under. */
export function Presets({ online, shown }: PresetsProps): VNode {
  const words = useWords();
  const { say } = words;
  const { client, act } = useSpeaker();
  const isOwner = client.opened?.role === 'owner';
  const [deed, setDeed] = useState<Deed>('play');
  const [told, setTold] = useState('');
  const { value, failureText, again } = useAnswer(() => client.call('preset.list', {}), online && shown);
  const presets = value?.presets ?? [];
  const presetOf = (wanted: number): Preset | undefined => presets.find(({ number }) => number === wanted);
  async function store(number: number): Promise<void> {
    const source = client.state?.source ?? undefined;
    if ((await act('preset.set', { number })) === null) return;
    setTold(say('presetStored', { name: sourceWords(words, source), number }));
    setDeed('play');
    again();
  }
  async function clear(number: number): Promise<void> {
    if ((await act('preset.set', { number, sourceId: null })) === null) return;
    setTold(say('presetCleared', { number }));
    setDeed('play');
    again();
  }
  function press(number: number): void {
    setTold('');
    if (deed === 'store') void store(number);
    else if (deed === 'clear') void clear(number);
    else if (presetOf(number) !== undefined) void act('player.play', { preset: number });
    else setTold(say('presetNothing', { number }));
  }
  return (
    <div class="pane">
      <p class="sub presets-how">{say(isOwner ? 'presetsHow' : 'presetsPlay')}</p>
      {isOwner && (
        <Chips
          label={say('presetMode')}
          labels={[say('play'), say('presetStore'), say('presetClear')]}
          chosen={DEEDS.indexOf(deed)}
          choose={index => setDeed(DEEDS[index] ?? 'play')}
        />
      )}
      <div role="status">
        {told !== '' && <p class="sub presets-how">{told}</p>}
        {failureText !== null && <p class="reason fault">{failureText}</p>}
      </div>
      <div class="presets" role="group" aria-label={say('presets')} aria-busy={value === null}>
        {NUMBERS.map(number => (
          <NumberButton
            key={number}
            number={number}
            preset={presetOf(number)}
            disabled={!online || value === null || (!isOwner && presetOf(number) === undefined)}
            press={() => press(number)}
            hold={isOwner ? () => void store(number) : null}
          />
        ))}
      </div>
    </div>
  );
}
