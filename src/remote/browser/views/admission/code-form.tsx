import { useSpeaker } from '../../state/speaker.js';
import { h, type VNode } from '../../vendor/preact.js';
import { useState } from '../../vendor/preact-hooks.js';
import { ADMISSION } from '../../words/labels.js';

/** Takes up an invitation by its six digits, under a name that the others will see. */
export function CodeForm(): VNode {
  const { admission } = useSpeaker();
  const [code, setCode] = useState('');
  const [name, setName] = useState(admission.ownName);
  const digits = code.replace(/\D/g, '');
  const ready = digits.length === 6 && name.trim() !== '' && !admission.busy;
  return (
    <form
      class="admit"
      onSubmit={event => {
        event.preventDefault();
        if (!ready) return;
        setCode('');
        admission.offer({ kind: 'invite', code: digits }, name.trim());
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
          maxLength={7}
          value={code}
          onInput={event => setCode(event.currentTarget.value)}
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
