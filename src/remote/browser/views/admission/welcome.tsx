import { useAnswer } from '../../state/answer.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Card } from '../parts/card.js';

interface NamingProps {
  readonly name: string;
  readonly named: () => void;
}

/** What the others see it as. */
function Naming({ name: given, named }: NamingProps): VNode {
  const { say } = useWords();
  const { act } = useSpeaker();
  const [text, setText] = useState(given);
  const name = text.trim();
  async function use(): Promise<void> {
    if (name === given || (await act('access.rename', { name })) !== null) named();
  }
  return (
    <form
      class="admit"
      onSubmit={event => {
        event.preventDefault();
        if (name !== '') void use();
      }}
    >
      <label>
        {say('ownName')}
        <input
          type="text"
          dir="auto"
          autocomplete="off"
          spellcheck={false}
          maxLength={64}
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
      </label>
      <div class="answers">
        <button class="plain" type="button" onClick={named}>
          {say('later')}
        </button>
        <button class="primary" type="submit" disabled={name === ''}>
          {say('nameUse')}
        </button>
      </div>
    </form>
  );
}

/** After a sign-in: what this phone is called, and, where it is the only one, whether a second one is let in. */
export function Welcome({ invite }: { invite: () => void }): VNode | null {
  const { say } = useWords();
  const { client, admission } = useSpeaker();
  const [isNamed, setNamed] = useState(false);
  const { value, failure } = useAnswer(() => client.call('access.list', {}), client.phase === 'online');
  const clients = value?.clients ?? [];
  const own = clients.find(({ self }) => self === true);
  // Without the list there is nothing to ask.
  const isDone =
    (value === null && failure !== null) ||
    (value !== null && (own === undefined || (isNamed && clients.length > 1)));
  useEffect(() => {
    if (isDone) admission.settle();
  }, [isDone]);
  if (own === undefined || isDone) return null;
  if (!isNamed) {
    return (
      <div class="welcome">
        <Card title={say('nameTitle')} text={say('nameHow')}>
          <Naming name={own.name} named={() => setNamed(true)} />
        </Card>
      </div>
    );
  }
  return (
    <div class="welcome">
      <Card title={say('secondTitle')} text={say('secondHow')}>
        <div class="answers">
          <button class="plain" type="button" onClick={() => admission.settle()}>
            {say('later')}
          </button>
          <button
            class="primary"
            type="button"
            onClick={() => {
              admission.settle();
              invite();
            }}
          >
            {say('invite')}
          </button>
        </div>
      </Card>
    </div>
  );
}
