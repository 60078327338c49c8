import { useSelecting } from '../../state/selecting.js';
import { h, type VNode } from 'preact';

interface NameFieldProps {
  readonly value: string;
  readonly set: (value: string) => void;
  /** The field's name for a screen reader, where no label stands around it. */
  readonly label?: string;
  /** Whether the field gets the focus when it is shown. */
  readonly focused?: boolean;
}

/** The field for the name of a client. Its text is a proposal, so typing replaces it. */
export function NameField({ value, set, label, focused = false }: NameFieldProps): VNode {
  const selecting = useSelecting();
  return (
    <input
      ref={focused ? focus : null}
      type="text"
      dir="auto"
      aria-label={label}
      autocomplete="off"
      spellcheck={false}
      maxLength={64}
      value={value}
      {...selecting}
      onInput={event => set(event.currentTarget.value)}
    />
  );
}

function focus(field: HTMLInputElement | null): void {
  field?.focus();
}
