import type { AdmittedClient } from '../../../../contract/protocol.js';
import { useAnswer } from '../../state/answer.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { useTick } from '../../state/tick.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { inviterWords, phoneWords, termsOfPhone } from '../../words/phones.js';
import { Icon } from '../parts/icons.js';
import { Question } from '../parts/question.js';
import { InvitationPanel } from './invitation.js';
import { RenameForm } from './rename-form.js';

/** A phone that was let in opens its session after that is told: then the list is asked for once more. */
const OPENING_MS = 3_000;
/** The interval at which the list is requested while it is shown. */
const LOOK_MS = 30_000;

interface PhoneRowProps {
  readonly phone: AdmittedClient;
  /** The words for its inviter; null if nobody invited it. */
  readonly inviter: string | null;
  readonly online: boolean;
  /** Null for the last owner, who cannot be removed. */
  readonly remove: (() => void) | null;
  /** Called after the phone was renamed; null for a phone that its own owner renames. */
  readonly renamed: (() => void) | null;
}

/** A phone in one row; what can be done to it is behind the row. */
function PhoneRow({ phone, inviter, online, remove, renamed }: PhoneRowProps): VNode {
  const words = useWords();
  const { say } = words;
  const { name } = phone;
  const [isNaming, setNaming] = useState(false);
  const renaming = useRef<HTMLButtonElement | null>(null);
  const wasNaming = useRef(false);
  // The form takes the focus along when it goes.
  useLayoutEffect(() => {
    if (wasNaming.current && !isNaming) renaming.current?.focus();
    wasNaming.current = isNaming;
  }, [isNaming]);
  const terms = termsOfPhone(words, phone, inviter);
  const close = (): void => setNaming(false);
  const deeds = (
    <div class="deeds">
      {terms !== '' && <p class="sub">{terms}</p>}
      {renamed !== null && (
        <button
          ref={renaming}
          class="plain"
          type="button"
          disabled={!online}
          aria-label={say('renameNamed', { name })}
          onClick={() => setNaming(true)}
        >
          {say('rename')}
        </button>
      )}
      {remove !== null && (
        <button
          class="plain"
          type="button"
          disabled={!online}
          aria-label={say('removeNamed', { name })}
          onClick={remove}
        >
          {say('remove')}
        </button>
      )}
    </div>
  );
  return (
    <li>
      <details class="phone">
        <summary>
          <svg class="icon line" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M8 3h8a1.2 1.2 0 0 1 1.2 1.2v15.6A1.2 1.2 0 0 1 16 21H8a1.2 1.2 0 0 1-1.2-1.2V4.2A1.2 1.2 0 0 1 8 3zm3 15.2h2" />
          </svg>
          <span class="lines">
            <span class="name" dir="auto">
              {name}
            </span>
            <span class="sub">{phoneWords(words, phone)}</span>
          </span>
          <Icon name="chevron" />
        </summary>
        {isNaming && renamed !== null ? (
          <RenameForm
            phone={phone}
            renamed={() => {
              close();
              renamed();
            }}
            cancel={close}
          />
        ) : (
          deeds
        )}
      </details>
    </li>
  );
}

interface AdmittedProps {
  readonly phones: readonly AdmittedClient[];
  readonly online: boolean;
  /** Requests the list again. */
  readonly again: () => void;
  /** Focuses the heading, for an empty list. */
  readonly toHeading: () => void;
}

function Admitted({ phones, online, again, toHeading }: AdmittedProps): VNode {
  const words = useWords();
  const { act, news } = useSpeaker();
  const [leaving, setLeaving] = useState<AdmittedClient | null>(null);
  const list = useRef<HTMLUListElement | null>(null);
  const gone = useRef<{ readonly id: string; readonly row: number } | null>(null);
  const owners = phones.filter(({ role }) => role === 'owner').length;
  const mayGo = ({ role }: AdmittedClient): boolean => role === 'guest' || owners > 1;
  // A guest cannot rename himself.
  const mayBeRenamed = ({ role, self }: AdmittedClient): boolean => self === true || role === 'guest';
  async function revoke({ id, name }: AdmittedClient): Promise<void> {
    setLeaving(null);
    const row = phones.findIndex(phone => phone.id === id);
    const asking = act('access.revoke', { id });
    news.removing(name, asking);
    gone.current = (await asking) === null ? null : { id, row };
    again();
  }
  // Removing a row removes the focused button: move the focus to the row now in its place.
  useLayoutEffect(() => {
    if (gone.current === null || phones.some(({ id }) => id === gone.current?.id)) return;
    const { row } = gone.current;
    gone.current = null;
    if (document.activeElement !== document.body) return;
    const rows = Array.from(list.current?.querySelectorAll('summary') ?? []);
    const next = rows.at(Math.min(row, rows.length - 1));
    if (next === undefined) toHeading();
    else next.focus();
  }, [phones]);
  return (
    <Fragment>
      <ul ref={list}>
        {phones.map(phone => (
          <PhoneRow
            key={phone.id}
            phone={phone}
            inviter={inviterWords(words, phone, phones)}
            online={online}
            remove={mayGo(phone) ? () => setLeaving(phone) : null}
            renamed={mayBeRenamed(phone) ? again : null}
          />
        ))}
      </ul>
      {leaving !== null && (
        <Question
          title={words.say('removeQuestion', { name: leaving.name })}
          text={words.say(leaving.self === true ? 'removeSelfText' : 'removeText')}
          yes={words.say('remove')}
          confirm={() => void revoke(leaving)}
          cancel={() => setLeaving(null)}
        />
      )}
    </Fragment>
  );
}

/** The clients that may control the speaker, and the invitation of another. */
export function Phones({ online }: { online: boolean }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const { value, failureText, again } = useAnswer(() => client.call('access.list', {}), online);
  const look = useRef(again);
  look.current = again;
  // When a client was last used, and whether it is here, changes without a report.
  useTick(LOOK_MS, again);
  // The speaker reports each change of the list; a client that has just been let in connects a moment later.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = client.onAccessChange(() => {
      look.current();
      clearTimeout(timer);
      timer = setTimeout(() => look.current(), OPENING_MS);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [client]);
  const heading = useRef<HTMLHeadingElement | null>(null);
  const phones = value?.clients ?? null;
  return (
    <section class="panel" aria-labelledby="phones">
      <h3 ref={heading} id="phones" tabIndex={-1}>
        {say('phones')}
      </h3>
      <p class="sub">{say('phonesHint')}</p>
      {failureText !== null && <p class="reason fault">{failureText}</p>}
      <InvitationPanel online={online} phones={phones} />
      {phones?.length === 1 && <p class="sub">{say('secondHow')}</p>}
      {phones !== null && (
        <Admitted phones={phones} online={online} again={again} toHeading={() => heading.current?.focus()} />
      )}
    </section>
  );
}
