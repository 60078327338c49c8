import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';

/** The sign-in for the speaker's listener who has no invitation; the page behind the link names the account. */
export function SignInAgain({ isGuest = false }: { isGuest?: boolean }): VNode {
  const { say } = useWords();
  return (
    <div class="way-in">
      <p>{say(isGuest ? 'guestListener' : 'listenerHow')}</p>
      <a class="plain" href="/pair">
        {say('listenerSignIn')}
      </a>
    </div>
  );
}
