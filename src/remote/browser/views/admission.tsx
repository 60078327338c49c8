import type { ComponentChildren, VNode } from '../vendor/preact.js';
import { pastedToken } from '../state/token.js';
import { h } from '../vendor/preact.js';
import { useState } from '../vendor/preact-hooks.js';
import { WORDS } from '../words.js';

/** One thing said over the whole page, with what to do about it. */
export function Card({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children?: ComponentChildren;
}): VNode {
  return (
    <section class="card">
      <h2 class="title">{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children}
    </section>
  );
}

interface AdmissionProps {
  /** Whether this browser had a token that is no longer good. */
  readonly refused: boolean;
  readonly admit: (token: string) => void;
}

/** How a browser that is not known to the speaker becomes so. */
export function Admission({ refused, admit }: AdmissionProps): VNode {
  const [text, setText] = useState('');
  const token = pastedToken(text);
  return (
    <Card title={WORDS.notAdmitted} text={WORDS.howAdmitted}>
      {refused && (
        <p class="reason fault" role="status">
          {WORDS.tokenRefused}
        </p>
      )}
      <form
        class="admit"
        onSubmit={event => {
          event.preventDefault();
          if (token !== null) admit(token);
        }}
      >
        <label>
          {WORDS.tokenLabel}
          <input
            type="text"
            value={text}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={event => setText(event.currentTarget.value)}
          />
        </label>
        <button class="primary" type="submit" disabled={token === null}>
          {WORDS.admit}
        </button>
      </form>
    </Card>
  );
}
