import { h, type VNode } from 'preact';

export interface RangeProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly step: number;
  /** The value for screen readers; undefined until the page is settled. */
  readonly spoken: string | undefined;
  readonly disabled: boolean;
  /** Called while the slider moves. */
  readonly onInput: (value: number) => void;
  /** Called when the slider is released. */
  readonly onChange?: (value: number) => void;
}

/** A slider with a uniform look; the browser's own element, so that keys and screen readers work. */
export function Range({ label, value, max, step, spoken, disabled, onInput, onChange }: RangeProps): VNode {
  return (
    <input
      class="range"
      type="range"
      min={0}
      max={max}
      step={step}
      value={value}
      disabled={disabled}
      aria-label={label}
      aria-valuetext={spoken}
      onInput={event => onInput(event.currentTarget.valueAsNumber)}
      onChange={event => onChange?.(event.currentTarget.valueAsNumber)}
    />
  );
}
