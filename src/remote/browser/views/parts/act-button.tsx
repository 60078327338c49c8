import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Icon, type IconName } from './icons.js';

interface ActButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly enabled: boolean;
  readonly class: string;
  /** Why the button is disabled, if that is not obvious. */
  readonly hint?: string | undefined;
  /** Only for a toggle button. */
  readonly pressed?: boolean;
  readonly press: () => Promise<unknown>;
}

/** A round button that shows while its call is under way. */
export function ActButton({
  icon,
  label,
  hint,
  enabled,
  pressed,
  press,
  class: name,
}: ActButtonProps): VNode {
  const [busy, setBusy] = useState(false);
  async function run(): Promise<void> {
    setBusy(true);
    await press();
    setBusy(false);
  }
  return (
    <button
      class={name}
      type="button"
      disabled={!enabled}
      aria-label={label}
      title={hint}
      aria-pressed={pressed}
      aria-busy={busy}
      onClick={() => void run()}
    >
      <Icon name={icon} />
    </button>
  );
}
