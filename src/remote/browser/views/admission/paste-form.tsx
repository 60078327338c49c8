import { readPasted } from '../../state/pasted.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';

/** A form for a link that opens in the wrong browser, and for a fixed token. */
export function PasteForm(): VNode {
  const { say } = useWords();
  const { admission } = useSpeaker();
  const [text, setText] = useState('');
  const brought = readPasted(text);
  return (
    <details class="paste">
      <summary>{say('haveLink')}</summary>
      <form
        class="admit"
        onSubmit={event => {
          event.preventDefault();
          if (brought !== null) admission.offer(brought, '');
        }}
      >
        <label>
          {say('pasteHere')}
          <input
            type="text"
            dir="ltr"
            value={text}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={event => setText(event.currentTarget.value)}
          />
        </label>
        <button class="primary" type="submit" disabled={brought === null || admission.busy}>
          {say('usePasted')}
        </button>
      </form>
    </details>
  );
}
