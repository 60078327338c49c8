import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { About } from './about.js';
import { GuestPanel } from './guest.js';
import { Phones } from './phones.js';
import { PlaysFrom } from './plays-from.js';
import { Account } from './account.js';
import { Announcement } from './announcement.js';
import { OnTheWall } from './on-the-wall.js';
import { SignOut } from './sign-out.js';

export interface SpeakerScreenProps {
  readonly online: boolean;
  /** Opens the wall view. */
  readonly toWall: () => void;
}

/** The speaker's page: its account, its clients and the sign-out. A guest sees only the parts that concern guests. */
export function SpeakerScreen({ online, toWall }: SpeakerScreenProps): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  if (client.opened?.role !== 'owner') {
    return (
      <div class="screen">
        <h2 class="heading">{say('speaker')}</h2>
        <PlaysFrom />
        <GuestPanel />
        <OnTheWall toWall={toWall} />
        <About online={online} />
      </div>
    );
  }
  return (
    <div class="screen">
      <h2 class="heading">{say('speaker')}</h2>
      <PlaysFrom />
      <Account online={online} />
      <Announcement online={online} />
      <Phones online={online} />
      <OnTheWall toWall={toWall} />
      <About online={online} />
      <SignOut online={online} />
    </div>
  );
}
