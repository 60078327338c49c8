import type { ComponentChildren, VNode } from 'preact';
import { h } from 'preact';

interface CardProps {
  readonly title: string;
  readonly text?: string;
  readonly children?: ComponentChildren;
}

/** A page with one statement and the actions for it. */
export function Card({ title, text, children }: CardProps): VNode {
  return (
    <section class="card">
      <h2 class="title">{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children}
    </section>
  );
}
