import { h, type VNode } from 'preact';

/** Why something failed; there from the beginning, so that screen readers announce it. */
export function Fault({ text }: { readonly text: string | null }): VNode {
  return <div role="alert">{text !== null && <p class="reason fault">{text}</p>}</div>;
}
