import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Question } from '../parts/question.js';

/** Signs the speaker out after a confirmation. */
export function SignOut({ online }: { online: boolean }): VNode {
  const { say } = useWords();
  const { act } = useSpeaker();
  const [asking, setAsking] = useState(false);
  return (
    <section class="panel" aria-labelledby="sign-out">
      <h3 id="sign-out">{say('signOut')}</h3>
      <p class="sub">{say('signOutHint')}</p>
      <button class="plain grave-text" type="button" disabled={!online} onClick={() => setAsking(true)}>
        {say('signOut')}
      </button>
      {asking && (
        <Question
          title={say('signOutQuestion')}
          text={say('signOutText')}
          yes={say('signOut')}
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
