import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { About } from './about.js';
import { GuestPanel } from './guest.js';
import { Phones } from './phones.js';
import { PlaysFrom } from './plays-from.js';
import { Account } from './account.js';
import { SignOut } from './sign-out.js';

/** The speaker itself: whose music it plays, who controls it, and the way out. A guest sees of it what is his business. */
export function SpeakerScreen({ online }: { online: boolean }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  if (client.opened?.role !== 'owner') {
    return (
      <div class="screen">
        <h2 class="heading">{say('speaker')}</h2>
        <PlaysFrom />
        <GuestPanel />
        <About online={online} />
      </div>
    );
  }
  return (
    <div class="screen">
      <h2 class="heading">{say('speaker')}</h2>
      <PlaysFrom />
      <Account online={online} />
      <Phones online={online} />
      <About online={online} />
      <SignOut online={online} />
    </div>
  );
}
