import { h, type VNode } from 'preact';

export interface ChipsProps {
  /** What they choose between. */
  readonly label: string;
  readonly labels: readonly string[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
  readonly class?: string;
}

/** Several ways to see a list, of which exactly one is chosen. */
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
