import { isInviteCode, toInviteCode } from '../../../../core/invite-code.js';
import { useSpeaker } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ADMISSION } from '../../words/labels.js';

/** Takes up an invitation by its six digits (or its link, pasted here), under a name that the others will see. */
export function CodeForm(): VNode {
  const { admission } = useSpeaker();
  const [text, setText] = useState('');
  const [name, setName] = useState(admission.ownName);
  const code = toInviteCode(text);
  const ready = isInviteCode(code) && name.trim() !== '' && !admission.busy;
  return (
    <form
      class="admit"
      onSubmit={event => {
        event.preventDefault();
        if (!ready) return;
        setText('');
        admission.offer({ kind: 'invite', code }, name.trim());
      }}
    >
      <label>
        {ADMISSION.code}
        <input
          class="code"
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
        {ADMISSION.name}
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          maxLength={64}
          value={name}
          onInput={event => setName(event.currentTarget.value)}
        />
      </label>
      <button class="primary" type="submit" disabled={!ready}>
        {admission.busy ? ADMISSION.joining : ADMISSION.join}
      </button>
    </form>
  );
}
