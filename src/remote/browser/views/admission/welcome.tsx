import { useAnswer } from '../../state/answer.js';
import { useIsUp, useSpeaker, useWords } from '../../state/speaker.js';
import { untilWords } from '../../words/days.js';
import { useHandOver } from '../parts/focus.js';
import { NameField } from '../parts/name-field.js';
import { type ComponentChildren, h, type VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface NamingProps extends Pick<WelcomeProps, 'draft'> {
  readonly name: string;
  readonly named: () => void;
}

/** A form for the name under which other clients see this one. */
function Naming({ name: given, named, draft }: NamingProps): VNode {
  const { say } = useWords();
  const { act, admission } = useSpeaker();
  const isUp = useIsUp();
  const [text, setText] = useState(draft.current ?? admission.givenName ?? given);
  const name = text.trim();
  async function use(): Promise<void> {
    if (name !== given && (await act('access.rename', { name })) === null) return;
    admission.called(name);
    named();
  }
  return (
    <div ref={useHandOver()} class="messages">
      <form
        class="message note welcome"
        aria-labelledby="naming"
        onSubmit={event => {
          event.preventDefault();
          if (name !== '') void use();
        }}
      >
        <span id="naming">{say('nameHow')}</span>
        <NameField
          value={text}
          set={typed => {
            draft.current = typed;
            setText(typed);
          }}
          label={say('ownName')}
        />
        <button class="plain" type="button" onClick={named}>
          {say('later')}
        </button>
        <button class="primary" type="submit" disabled={name === '' || !isUp}>
          {say('nameUse')}
        </button>
      </form>
    </div>
  );
}

interface NoteProps {
  readonly text: string;
  readonly children: ComponentChildren;
}

/** A note in the place of the messages, where it covers no control. */
function Note({ text, children }: NoteProps): VNode {
  return (
    <div ref={useHandOver()} class="messages" role="status">
      <div class="message note">
        <span>{text}</span>
        {children}
      </div>
    </div>
  );
}

function GuestNote(): VNode {
  const words = useWords();
  const { say, percent } = words;
  const { client, admission } = useSpeaker();
  const { expiresAtMs, volumeMax } = client.opened ?? {};
  const text = [
    `${say('youAreGuest')}.`,
    ...(expiresAtMs === undefined ? [] : [say('stayUntil', { time: untilWords(words, expiresAtMs) })]),
    ...(volumeMax === undefined ? [] : [say('loudTo', { volume: percent(volumeMax) })]),
    say('youMay'),
  ].join(' ');
  return (
    <Note text={text}>
      <button class="plain" type="button" onClick={() => admission.settle()}>
        {say('understood')}
      </button>
    </Note>
  );
}

interface WelcomeProps {
  /** Called once the phone has a name, or will not be given one now; null if it was asked before. */
  readonly named: (() => void) | null;
  readonly invite: () => void;
  /** The name typed so far, kept when another section is shown. */
  readonly draft: { current: string | null };
}

/**
 * The welcome of an owner: first the name of this phone; after a sign-in then an offer to invite a second one if it is
 * the only one, or, if others are away, which may be lost, a hint where they are removed.
 */
function OwnerWelcome({ named, invite, draft }: WelcomeProps): VNode | null {
  const { say } = useWords();
  const { client, admission } = useSpeaker();
  const { value, failure } = useAnswer(() => client.call('access.list', {}), client.phase === 'online');
  const clients = value?.clients ?? [];
  const own = clients.find(({ self }) => self === true);
  const isAlone = clients.length === 1;
  const isOneAway = clients.some(({ self, here }) => self !== true && here !== true);
  const hasMore = named !== null || (!admission.isInvited && (isAlone || isOneAway));
  // Without the list there is nothing to ask.
  const isDone = value === null ? failure !== null : own === undefined || !hasMore;
  useLayoutEffect(() => {
    if (isDone) admission.settle();
  }, [isDone]);
  if (own === undefined || isDone) return null;
  if (named !== null) return <Naming name={own.name} named={named} draft={draft} />;
  return (
    <Note text={say(isAlone ? 'secondTitle' : 'lostHow')}>
      <button class="plain" type="button" onClick={() => admission.settle()}>
        {say(isAlone ? 'later' : 'understood')}
      </button>
      {isAlone && (
        <button
          class="plain"
          type="button"
          onClick={() => {
            admission.settle();
            invite();
          }}
        >
          {say('invite')}
        </button>
      )}
    </Note>
  );
}

/** The questions and notes that a newly admitted browser shows once. */
export function Welcome(props: WelcomeProps): VNode {
  const { client } = useSpeaker();
  return client.opened?.role === 'guest' ? <GuestNote /> : <OwnerWelcome {...props} />;
}
