import { useSpeaker } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { SPEAKER } from '../../words/labels.js';
import { Question } from '../parts/question.js';

/** Unpairs the speaker, once the listener has said so twice. */
export function SignOut({ online }: { online: boolean }): VNode {
  const { act } = useSpeaker();
  const [asking, setAsking] = useState(false);
  return (
    <section class="panel" aria-labelledby="sign-out">
      <h3 id="sign-out">{SPEAKER.signOut}</h3>
      <p class="sub">{SPEAKER.signOutHint}</p>
      <button class="plain grave-text" type="button" disabled={!online} onClick={() => setAsking(true)}>
        {SPEAKER.signOut}
      </button>
      {asking && (
        <Question
          title={SPEAKER.signOutQuestion}
          text={SPEAKER.signOutText}
          yes={SPEAKER.signOut}
          confirm={() => {
            setAsking(false);
            void act('system.unpair', {});
          }}
          cancel={() => setAsking(false)}
        />
      )}
    </section>
  );
}
