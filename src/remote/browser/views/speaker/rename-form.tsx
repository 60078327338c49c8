import type { AdmittedClient } from '../../../../contract/protocol.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { NameField } from '../parts/name-field.js';

interface RenameFormProps {
  readonly phone: AdmittedClient;
  /** Called after the new name was accepted. */
  readonly renamed: () => void;
  readonly cancel: () => void;
}

/** A form for another name of an admitted client. A name that is refused stays typed. */
export function RenameForm({ phone, renamed, cancel }: RenameFormProps): VNode {
  const { say } = useWords();
  const { act, admission } = useSpeaker();
  const [text, setText] = useState(phone.name);
  const name = text.trim();
  async function rename(): Promise<void> {
    if ((await act('access.rename', { id: phone.id, name })) === null) return;
    if (phone.self === true) admission.called(name);
    renamed();
  }
  return (
    <form
      class="rename"
      onSubmit={event => {
        event.preventDefault();
        if (name !== '') void rename();
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') cancel();
      }}
    >
      <NameField
        value={text}
        set={setText}
        label={phone.self === true ? say('ownName') : say('renameNamed', { name: phone.name })}
        focused
      />
      <button class="plain" type="button" onClick={cancel}>
        {say('cancel')}
      </button>
      <button class="primary" type="submit" disabled={name === ''}>
        {say('nameUse')}
      </button>
    </form>
  );
}
