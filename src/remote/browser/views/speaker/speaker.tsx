import { useSpeaker, useTold, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { GuestPanel } from './guest.js';
import { Phones } from './phones.js';
import { Account } from './account.js';
import { Announcement } from './announcement.js';
import { useAnswer } from '../../state/answer.js';
import { spanWords } from '../../words/days.js';
import { useTick } from '../../state/tick.js';
import { useState } from 'preact/hooks';
import { Question } from '../parts/question.js';

/** The name of the speaker's account, for everybody who may see what plays. */
function PlaysFrom(): VNode | null {
  const { say } = useWords();
  const name = useTold(({ state }) => state?.account?.name ?? '');
  return name === '' ? null : <p class="sub whose">{say('playsFrom', { name })}</p>;
}

const LOOK_MS = 30_000;

/** Program version and uptime, for support. */
function About({ online }: { online: boolean }): VNode | null {
  const words = useWords();
  const { say } = words;
  const { client } = useSpeaker();
  const { value, again } = useAnswer(() => client.call('system.info', {}), online);
  useTick(LOOK_MS, again);
  if (value === null) return null;
  return (
    <section class="panel" aria-labelledby="about">
      <h3 id="about">{say('about')}</h3>
      <dl class="facts">
        <dt>{say('version')}</dt>
        <dd dir="ltr">{`Tonearm ${value.versions.tonearm}`}</dd>
        <dt>{say('running')}</dt>
        <dd>{spanWords(words, value.uptimeMs)}</dd>
      </dl>
    </section>
  );
}

/** The button that opens the view for a wall tablet; its address is `/#wall`. */
function OnTheWall({ toWall }: { toWall: () => void }): VNode {
  const { say } = useWords();
  return (
    <section class="panel" aria-labelledby="wall">
      <h3 id="wall">{say('wall')}</h3>
      <p class="sub">{say('wallHow')}</p>
      <button class="plain" type="button" onClick={toWall}>
        {say('wallShow')}
      </button>
    </section>
  );
}

/** Signs the speaker out after a confirmation. */
function SignOut({ online }: { online: boolean }): VNode {
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
