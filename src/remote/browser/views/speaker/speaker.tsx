import { h, type VNode } from '../../vendor/preact.js';
import { WORDS } from '../../words/labels.js';
import { About } from './about.js';
import { Phones } from './phones.js';
import { Account } from './account.js';
import { SignOut } from './sign-out.js';

/** The speaker itself: whose music it plays, who controls it, and the way out. */
export function SpeakerScreen({ online }: { online: boolean }): VNode {
  return (
    <div class="screen">
      <h2 class="heading">{WORDS.speaker}</h2>
      <Account online={online} />
      <Phones online={online} />
      <About online={online} />
      <SignOut online={online} />
    </div>
  );
}
