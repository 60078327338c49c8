import { useChanges, useSpeaker } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { GUEST } from '../../words/labels.js';
import { untilWords } from '../../words/time.js';
import { CodeForm } from '../admission/code-form.js';

/** What a guest is told of his stay, and the way to become more. */
export function GuestPanel(): VNode {
  const { client, admission } = useSpeaker();
  useChanges(admission);
  const { id, expiresAtMs, volumeMax } = client.opened ?? {};
  return (
    <section class="panel" aria-labelledby="guest">
      <h3 id="guest">{GUEST.title}</h3>
      <p class="sub">{id === undefined ? GUEST.everyone : GUEST.may}</p>
      {expiresAtMs !== undefined && <p>{`${GUEST.stays} ${untilWords(expiresAtMs)}.`}</p>}
      {volumeMax !== undefined && <p>{`${GUEST.ceiling} ${volumeMax} %.`}</p>}
      <p class="sub">{GUEST.more}</p>
      <div role="status">{admission.refusal !== null && <p class="reason fault">{admission.refusal}</p>}</div>
      <CodeForm />
    </section>
  );
}
