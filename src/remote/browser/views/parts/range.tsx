import { h, type InputHTMLAttributes, type VNode } from 'preact';

/** For a slider that is moved otherwise than browsers do. */
export type PointerHandlers = Pick<
  InputHTMLAttributes,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onTouchStart'
>;

export interface RangeProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly step: number;
  readonly spoken: string;
  readonly disabled: boolean;
  /** While it moves. */
  readonly onInput: (value: number) => void;
  /** When it is let go. */
  readonly onChange?: (value: number) => void;
  readonly handlers?: PointerHandlers;
}

/** A slider drawn alike everywhere; the browser's own, so that keys and screen readers work. */
export function Range({
  label,
  value,
  max,
  step,
  spoken,
  disabled,
  onInput,
  onChange,
  handlers,
}: RangeProps): VNode {
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
      style={{ '--fill': `${max > 0 ? (value / max) * 100 : 0}%` }}
      onInput={event => onInput(event.currentTarget.valueAsNumber)}
      onChange={event => onChange?.(event.currentTarget.valueAsNumber)}
      {...handlers}
    />
  );
}
