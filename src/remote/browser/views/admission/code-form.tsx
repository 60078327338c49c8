import { isInviteCode, toInviteCode } from '../../../../core/vocabulary/invite-code.js';
import { withPlainDigits } from '../../state/pasted.js';
import { useSelecting } from '../../state/selecting.js';
import { useChanges, useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { refusalWords } from '../../words/refusal.js';
import { NameField } from '../parts/name-field.js';

/** Why the digits just typed did not admit this browser, below the form, where it pushes no field away. */
function Refused(): VNode {
  const words = useWords();
  const { refusal } = useSpeaker().admission;
  const text = useRef<HTMLParagraphElement | null>(null);
  useLayoutEffect(() => text.current?.scrollIntoView({ block: 'nearest' }), [refusal]);
  return (
    <div role="status">
      {refusal?.of === 'invitation' && refusal.isTyped && (
        <p ref={text} class="reason fault">
          {refusalWords(words, refusal)}
        </p>
      )}
    </div>
  );
}

/**
 * A form that claims an invitation by its six digits, or by a pasted link, under a name that other clients will see.
 */
export function CodeForm({ go }: { go?: string }): VNode {
  const { say } = useWords();
  const { admission } = useSpeaker();
  useChanges(admission);
  const [text, setText] = useState('');
  /** What was typed when the last code was refused; null: nothing was. */
  const [refused, setRefused] = useState<string | null>(null);
  const digits = useRef<HTMLInputElement | null>(null);
  const selecting = useSelecting(text !== '' && text === refused);
  const [name, setName] = useState(admission.ownName);
  const code = toInviteCode(withPlainDigits(text));
  const ready = isInviteCode(code) && name.trim() !== '' && !admission.busy;
  const { refusal } = admission;
  // Typing replaces a wrong code instead of adding to it, from the moment the refusal is shown.
  useLayoutEffect(() => {
    const isOfCode = refusal?.of === 'invitation' && refusal.isTyped && refusal.error.member !== 'name';
    setRefused(isOfCode && text !== '' ? text : null);
  }, [refusal]);
  useLayoutEffect(() => {
    if (refused !== null) digits.current?.focus();
  }, [refused]);
  return (
    <form
      class="admit"
      onSubmit={event => {
        event.preventDefault();
        if (!ready) return;
        admission.offer({ kind: 'invite', code }, name.trim());
      }}
    >
      <label>
        {say('sixDigits')}
        <input
          ref={digits}
          class="code"
          dir="ltr"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          placeholder="000 000"
          maxLength={256}
          value={text}
          {...selecting}
          onInput={event => setText(event.currentTarget.value)}
        />
      </label>
      <label>
        {say('ownName')}
        <NameField value={name} set={setName} />
      </label>
      <button class="primary" type="submit" disabled={!ready}>
        {admission.busy ? say('lettingIn') : (go ?? say('letMeIn'))}
      </button>
      <Refused />
    </form>
  );
}
