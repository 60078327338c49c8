import { isInviteCode, toInviteCode } from '../../../../core/invite-code.js';
import { withPlainDigits } from '../../state/address.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';

/**
 * A form that claims an invitation by its six digits, or by a pasted link, under a name that other clients will see.
 */
export function CodeForm({ go }: { go?: string }): VNode {
  const { say } = useWords();
  const { admission } = useSpeaker();
  const [text, setText] = useState('');
  const [name, setName] = useState(admission.ownName);
  const code = toInviteCode(withPlainDigits(text));
  const ready = isInviteCode(code) && name.trim() !== '' && !admission.busy;
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
          class="code"
          dir="ltr"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          placeholder="000 000"
          maxLength={256}
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
      </label>
      <label>
        {say('ownName')}
        <input
          type="text"
          dir="auto"
          autocomplete="off"
          spellcheck={false}
          maxLength={64}
          value={name}
          onInput={event => setName(event.currentTarget.value)}
        />
      </label>
      <button class="primary" type="submit" disabled={!ready}>
        {admission.busy ? say('lettingIn') : (go ?? say('letMeIn'))}
      </button>
    </form>
  );
}
