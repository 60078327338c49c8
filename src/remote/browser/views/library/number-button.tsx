import { useHold } from '../../state/hold.js';
import type { ListedPreset } from '../../state/known-sources.js';
import { useTold, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { sourceWords } from '../../words/plays.js';
import { typeWords } from '../../words/types.js';

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

interface NumberButtonProps {
  readonly number: number;
  readonly preset: ListedPreset | undefined;
  readonly disabled: boolean;
  readonly press: () => void;
  /** Called for a long press; null for who may not store. */
  readonly hold: (() => void) | null;
}

function NumberButton({ number, preset, disabled, press, hold }: NumberButtonProps): VNode {
  const words = useWords();
  const isCurrent = useTold(({ state }) => preset !== undefined && state?.source?.id === preset.source.id);
  const [isHeld, held] = useHold(press, hold);
  return (
    <button
      class={isHeld ? 'preset held' : 'preset'}
      type="button"
      disabled={disabled}
      aria-current={isCurrent ? 'true' : undefined}
      {...held}
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

interface NumbersProps {
  /** Null until the speaker has told them. */
  readonly presets: readonly ListedPreset[] | null;
  readonly isDisabled: (number: number) => boolean;
  readonly press: (number: number) => void;
  /** Called for a long press; null for who may not store. */
  readonly hold: ((number: number) => void) | null;
}

/** The nine numbers and what is stored under them. */
export function Numbers({ presets, isDisabled, press, hold }: NumbersProps): VNode {
  const { say } = useWords();
  return (
    <div class="presets" role="group" aria-label={say('presets')} aria-busy={presets === null}>
      {NUMBERS.map(each => (
        <NumberButton
          key={each}
          number={each}
          preset={presets?.find(({ number }) => number === each)}
          disabled={presets === null || isDisabled(each)}
          press={() => press(each)}
          hold={hold && (() => hold(each))}
        />
      ))}
    </div>
  );
}
