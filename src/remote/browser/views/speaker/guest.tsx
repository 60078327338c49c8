import { useChanges, useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { CodeForm } from '../admission/code-form.js';
import { SignInAgain } from '../admission/sign-in-again.js';
import { untilWords } from '../../words/days.js';
import { refusalWords } from '../../words/refusal.js';

/** The terms of a guest's access, and the way to become an owner. */
export function GuestPanel(): VNode {
  const words = useWords();
  const { say, percent } = words;
  const { client, admission } = useSpeaker();
  useChanges(admission);
  const { refusal } = admission;
  const isByForm = refusal?.of === 'invitation' && refusal.isTyped;
  const { id, expiresAtMs, volumeMax } = client.opened ?? {};
  return (
    <section class="panel" aria-labelledby="guest">
      <h3 id="guest">{say('youAreGuest')}</h3>
      <p class="sub">{id === undefined ? say('everyoneMay') : say('youMay')}</p>
      {expiresAtMs !== undefined && <p>{say('stayUntil', { time: untilWords(words, expiresAtMs) })}</p>}
      {volumeMax !== undefined && <p>{say('loudTo', { volume: percent(volumeMax) })}</p>}
      <details class="paste">
        <summary>{say('moreByOwner')}</summary>
        <div role="status">
          {refusal !== null && !isByForm && <p class="reason fault">{refusalWords(words, refusal)}</p>}
        </div>
        <CodeForm go={say('guestCode')} />
        <SignInAgain isGuest />
      </details>
    </section>
  );
}
