import { h, type VNode } from 'preact';

/** An alarm clock; only late views show it. */
export function Bell(): VNode {
  return (
    <svg class="icon line" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 6a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 9.5V13l2.5 1.5M3.5 6.5 7 4M20.5 6.5 17 4" />
    </svg>
  );
}
