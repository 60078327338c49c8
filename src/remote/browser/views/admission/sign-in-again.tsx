import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';

/** For whoever has the speaker's account, and nobody to invite him: the page that it leads to says whose it is. */
export function SignInAgain({ isGuest = false }: { isGuest?: boolean }): VNode {
  const { say } = useWords();
  return (
    <div class="way-in">
      <p>{say(isGuest ? 'guestListener' : 'listenerHow')}</p>
      <a class="plain" href="/pair">
        {say('listenerSignIn')}
      </a>
      {!isGuest && <p class="lost">{say('lostHow')}</p>}
    </div>
  );
}
