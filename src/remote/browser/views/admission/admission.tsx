import { useChanges, useSpeaker } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { ADMISSION } from '../../words/labels.js';
import { Card } from '../parts/card.js';
import { CodeForm } from './code-form.js';
import { PasteForm } from './paste-form.js';

/** How a browser that is not known to the speaker becomes so. */
export function AdmissionPage(): VNode {
  const { admission, client } = useSpeaker();
  useChanges(admission);
  const isOther = client.error?.reason === 'unproven';
  const refused = isOther ? ADMISSION.unproven : ADMISSION.refused;
  const refusal = admission.refusal ?? (admission.hasToken ? refused : null);
  return (
    <Card title={ADMISSION.title} text={ADMISSION.how}>
      <div role="status">{refusal !== null && <p class="reason fault">{refusal}</p>}</div>
      <CodeForm />
      <PasteForm />
    </Card>
  );
}
