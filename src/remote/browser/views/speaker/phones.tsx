import type { AdmittedClient } from '../../../../protocol.js';
import { useAnswer } from '../../state/answer.js';
import { useChanges, useSpeaker } from '../../state/speaker.js';
import { Fragment, h, type VNode } from '../../vendor/preact.js';
import { useLayoutEffect, useRef, useState } from '../../vendor/preact-hooks.js';
import { SPEAKER } from '../../words/labels.js';
import { lastUseWords } from '../../words/time.js';
import { CodeForm } from '../admission/code-form.js';
import { Icon } from '../parts/icons.js';
import { Question } from '../parts/question.js';
import { InvitationPanel } from './invitation.js';

interface PhoneRowProps {
  readonly phone: AdmittedClient;
  readonly online: boolean;
  readonly remove: () => void;
}

function PhoneRow({ phone, online, remove }: PhoneRowProps): VNode {
  const self = phone.self === true;
  return (
    <li class="phone">
      <Icon name="phone" />
      <span class="lines">
        <span class="name">{phone.name}</span>
        <span class="sub">{self ? SPEAKER.thisPhone : lastUseWords(phone.lastSeenMs, Date.now())}</span>
      </span>
      <button
        class="plain"
        type="button"
        disabled={!online}
        aria-label={`${SPEAKER.revoke}: ${phone.name}`}
        onClick={remove}
      >
        {SPEAKER.revoke}
      </button>
    </li>
  );
}

interface AdmittedProps {
  readonly phones: readonly AdmittedClient[];
  readonly online: boolean;
  /** Asks the speaker for the list anew. */
  readonly again: () => void;
  /** Where the keyboard goes when the list is empty. */
  readonly toHeading: () => void;
}

function Admitted({ phones, online, again, toHeading }: AdmittedProps): VNode {
  const { act } = useSpeaker();
  const [leaving, setLeaving] = useState<AdmittedClient | null>(null);
  const list = useRef<HTMLUListElement | null>(null);
  const gone = useRef<{ readonly id: string; readonly row: number } | null>(null);
  async function revoke({ id }: AdmittedClient): Promise<void> {
    setLeaving(null);
    const row = phones.findIndex(phone => phone.id === id);
    gone.current = (await act('access.revoke', { id })) === null ? null : { id, row };
    again();
  }
  // With its row went the button that the keyboard was at: it goes on at the one in its place.
  useLayoutEffect(() => {
    if (gone.current === null || phones.some(({ id }) => id === gone.current?.id)) return;
    const { row } = gone.current;
    gone.current = null;
    if (document.activeElement !== document.body) return;
    const rows = Array.from(list.current?.querySelectorAll('button') ?? []);
    const next = rows.at(Math.min(row, rows.length - 1));
    if (next === undefined) toHeading();
    else next.focus();
  }, [phones]);
  return (
    <Fragment>
      <ul ref={list}>
        {phones.map(phone => (
          <PhoneRow key={phone.id} phone={phone} online={online} remove={() => setLeaving(phone)} />
        ))}
      </ul>
      {leaving !== null && (
        <Question
          title={`${SPEAKER.revoke} “${leaving.name}”?`}
          text={leaving.self === true ? SPEAKER.revokeSelfText : SPEAKER.revokeText}
          yes={SPEAKER.revoke}
          confirm={() => void revoke(leaving)}
          cancel={() => setLeaving(null)}
        />
      )}
    </Fragment>
  );
}

/** Who may control the speaker, and how one more may. */
export function Phones({ online }: { online: boolean }): VNode {
  const { client, admission } = useSpeaker();
  useChanges(admission);
  const { value, failure, failureText, again } = useAnswer(
    () => client.call('access.list', {}),
    online,
    // A session that was opened anew with a token may see more than the one before.
    String(admission.hasToken),
  );
  const heading = useRef<HTMLHeadingElement | null>(null);
  const phones = value?.clients ?? null;
  // Only an open speaker lets a session live that may not see the list.
  const stranger = failure?.reason === 'unauthorized';
  return (
    <section class="panel" aria-labelledby="phones">
      <h3 ref={heading} id="phones" tabIndex={-1}>
        {SPEAKER.phones}
      </h3>
      {stranger ? (
        <Fragment>
          <p class="sub">{SPEAKER.noAccess}</p>
          <div role="status">
            {admission.refusal !== null && <p class="reason fault">{admission.refusal}</p>}
          </div>
          <CodeForm />
        </Fragment>
      ) : (
        <Fragment>
          <p class="sub">{SPEAKER.phonesHint}</p>
          {failureText !== null && <p class="reason fault">{failureText}</p>}
          {phones !== null && (
            <Admitted
              phones={phones}
              online={online}
              again={again}
              toHeading={() => heading.current?.focus()}
            />
          )}
          <InvitationPanel online={online} phones={phones} again={again} />
        </Fragment>
      )}
    </section>
  );
}
