import { readPasted } from '../../state/address.js';
import { useSpeaker } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ADMISSION } from '../../words/labels.js';

/** For a link that opens elsewhere than it should, and for a fixed token. */
export function PasteForm(): VNode {
  const { admission } = useSpeaker();
  const [text, setText] = useState('');
  const brought = readPasted(text);
  return (
    <details class="paste">
      <summary>{ADMISSION.haveLink}</summary>
      <form
        class="admit"
        onSubmit={event => {
          event.preventDefault();
          if (brought !== null) admission.offer(brought, admission.ownName);
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
        <button class="primary" type="submit" disabled={brought === null || admission.busy}>
          {ADMISSION.connect}
        </button>
      </form>
    </details>
  );
}
