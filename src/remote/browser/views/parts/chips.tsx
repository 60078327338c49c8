import { h, type VNode } from 'preact';

export interface ChipsProps {
  /** The name of the group. */
  readonly label: string;
  readonly labels: readonly string[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
  readonly class?: string;
}

/** A group of options of which exactly one is selected. */
export function Chips({ label: name, labels, chosen, choose, class: look = 'chips' }: ChipsProps): VNode {
  return (
    <div class={look} role="group" aria-label={name}>
      {labels.map((label, index) => (
        <button
          key={label}
          type="button"
          aria-pressed={index === chosen}
          onClick={event => {
            event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            choose(index);
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
