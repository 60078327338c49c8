import { usePairingWatch } from '../../state/pairing-watch.js';
import { useFarewell } from '../../state/past-searches.js';
import { useChanges, useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Card } from '../parts/card.js';
import { CodeForm } from './code-form.js';
import { Elsewhere } from './elsewhere.js';
import { outsideWords, refusalWords, titleWords } from '../../words/refusal.js';
import { PasteForm } from './paste-form.js';
import { SignInAgain } from './sign-in-again.js';

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
