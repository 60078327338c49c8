import { usePairingWatch } from '../../state/pairing-watch.js';
import { useFarewell } from '../../state/past-searches.js';
import { useChanges, useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Card } from '../parts/card.js';
import { CodeForm } from './code-form.js';
import { outsideWords, refusalWords, titleWords } from '../../words/refusal.js';
import { SignInAgain } from './sign-in-again.js';
import { otherAddresses } from '../../state/elsewhere.js';
import { isCallback, readPasted } from '../../state/pasted.js';
import { post } from '../../state/post.js';
import { useState } from 'preact/hooks';

/** The other addresses of this speaker: a browser that was let in there is not known here. */
function Elsewhere(): VNode | null {
  const { say } = useWords();
  const { client } = useSpeaker();
  const pages = otherAddresses(client.hello?.urls ?? [], location);
  if (pages.length === 0) return null;
  return (
    <div class="way-in elsewhere">
      <p>{say('letInElsewhere')}</p>
      {pages.map(({ origin, host }) => (
        <a key={origin} class="plain" dir="ltr" href={`${origin}/`}>
          {host}
        </a>
      ))}
    </div>
  );
}

/**
 * A form for a link that opens in the wrong browser, for a fixed token, and for the address of a page that did not load
 * at the end of a sign-in.
 */
function PasteForm(): VNode {
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

/** The page on which a browser that the speaker does not know gets access. */
export function AdmissionPage(): VNode {
  const words = useWords();
  const { say } = words;
  const { admission, client } = useSpeaker();
  useChanges(admission);
  usePairingWatch();
  useFarewell();
  const outside = admission.hasToken ? outsideWords(words, client.error) : null;
  const { refusal } = admission;
  // The form itself says what was wrong with typed digits.
  const isByForm = refusal?.of === 'invitation' && refusal.isTyped;
  const reason = refusal === null || isByForm ? outside : refusalWords(words, refusal);
  return (
    <Card title={titleWords(words, client.error, admission.hasToken)}>
      <div role="status">{reason !== null && <p class="reason fault">{reason}</p>}</div>
      <p>{say('letInHow')}</p>
      <CodeForm />
      {!admission.hasToken && <Elsewhere />}
      <PasteForm />
      <SignInAgain />
    </Card>
  );
}
