import { h, type VNode } from 'preact';

interface SwitchProps {
  /** The name for a screen reader. */
  readonly label: string;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly turn: (isOn: boolean) => void;
}

/** Turns something on and off. */
export function Switch({ label, isOn, disabled = false, turn }: SwitchProps): VNode {
  return (
    <button
      class="switch"
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      disabled={disabled}
      onClick={() => turn(!isOn)}
    />
  );
}
