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
  const outside = admission.hasToken ? outsideWords(words, client.error) : null;
  const refusal = admission.refusal === null ? outside : refusalWords(words, admission.refusal);
  return (
    <Card title={titleWords(words, client.error, admission.hasToken)} text={say('letInHow')}>
      <div role="status">{refusal !== null && <p class="reason fault">{refusal}</p>}</div>
      {!admission.hasToken && <Elsewhere />}
      <CodeForm />
      <PasteForm />
      <SignInAgain />
    </Card>
  );
}
