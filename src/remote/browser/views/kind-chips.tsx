import { h, type VNode } from '../vendor/preact.js';
import { WORDS } from '../words.js';

interface KindChipsProps {
  readonly labels: readonly string[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

/** Narrows a list to one kind; exactly one is chosen. */
export function KindChips({ labels, chosen, choose }: KindChipsProps): VNode {
  return (
    <div class="chips" role="group" aria-label={WORDS.kinds}>
      {labels.map((label, index) => (
        <button
          key={label}
          class="chip"
          type="button"
          aria-pressed={index === chosen}
          onClick={() => choose(index)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
