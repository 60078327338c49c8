import { pastedCredential } from '../../state/address.js';
import { useSpeaker } from '../../state/speaker.js';
import { h, type VNode } from '../../vendor/preact.js';
import { useState } from '../../vendor/preact-hooks.js';
import { ADMISSION } from '../../words/labels.js';

/** For a link that opens elsewhere than it should, and for a fixed token. */
export function PasteForm(): VNode {
  const { admission } = useSpeaker();
  const [text, setText] = useState('');
  const credential = pastedCredential(text);
  return (
    <details class="paste">
      <summary>{ADMISSION.haveLink}</summary>
      <form
        class="admit"
        onSubmit={event => {
          event.preventDefault();
          if (credential !== null) admission.offer(credential, admission.ownName);
        }}
      >
        <label>
          {ADMISSION.linkLabel}
          <input
            type="text"
            value={text}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={event => setText(event.currentTarget.value)}
          />
        </label>
        <button class="primary" type="submit" disabled={credential === null || admission.busy}>
          {ADMISSION.connect}
        </button>
      </form>
    </details>
  );
}
