import { isCallback, readPasted } from '../../state/pasted.js';
import { post } from '../../state/post.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';

/**
 * A form for a link that opens in the wrong browser, for a fixed token, and for the address of a page that did not load
 * at the end of a sign-in.
 */
export function PasteForm(): VNode {
  const { say } = useWords();
  const { admission } = useSpeaker();
  const [text, setText] = useState('');
  const brought = readPasted(text);
  const isOfUse = brought !== null || isCallback(text);
  return (
    <details class="paste">
      <summary>{say('haveLink')}</summary>
      <form
        class="admit"
        onSubmit={event => {
          event.preventDefault();
          if (isCallback(text)) post('/pair/address', { address: text.trim() });
          else if (brought !== null) admission.offer(brought, '');
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
        <div role="status">
          {text.trim() !== '' && !isOfUse && <p class="reason fault">{say('pastedOther')}</p>}
        </div>
        <button class="primary" type="submit" disabled={!isOfUse || admission.busy}>
          {say('usePasted')}
        </button>
      </form>
    </details>
  );
}
