import { useChanges, useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Card } from '../parts/card.js';
import { CodeForm } from './code-form.js';
import { PasteForm } from './paste-form.js';

/** How a browser that is not known to the speaker becomes so. */
export function AdmissionPage(): VNode {
  const { say } = useWords();
  const { admission, client } = useSpeaker();
  useChanges(admission);
  const isOther = client.error?.reason === 'unproven';
  const refused = isOther ? say('unproven') : say('noLongerLetIn');
  const refusal = admission.refusal ?? (admission.hasToken ? refused : null);
  return (
    <Card title={say('letInTitle')} text={say('letInHow')}>
      <div role="status">{refusal !== null && <p class="reason fault">{refusal}</p>}</div>
      <CodeForm />
      <PasteForm />
    </Card>
  );
}
