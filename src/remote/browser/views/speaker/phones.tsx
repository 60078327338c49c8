import type { AdmittedClient } from '../../../../contract/protocol.js';
import { useAnswer } from '../../state/answer.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { useTick } from '../../state/tick.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { lastUseWords, untilWords } from '../../words/days.js';
import type { Words } from '../../words/words.js';
import { Icon } from '../parts/icons.js';
import { Question } from '../parts/question.js';
import { InvitationPanel } from './invitation.js';
import { RenameForm } from './rename-form.js';

/** A phone that was let in opens its session after that is told: then the list is asked for once more. */
const OPENING_MS = 3_000;
/** The interval at which the list is requested while it is shown. */
const LOOK_MS = 30_000;
/** So long whoever was let in is taken to have used it. */
const JUST_NOW_MS = 60_000;

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

/** Returns a summary such as `Guest · until 5 Mar, 18:00 · up to 50 % · invited by Ada · used 3 hours ago`. */
function factsOf(
  words: Words,
  { role, self, here, createdMs, expiresAtMs, volumeMax, lastSeenMs }: AdmittedClient,
  inviter: string | null,
): string {
  const { say, percent } = words;
  const nowMs = Date.now();
  const usedMs = lastSeenMs ?? (nowMs - createdMs < JUST_NOW_MS ? createdMs : undefined);
  return [
    role === 'owner' ? say('owner') : say('guest'),
    ...(expiresAtMs === undefined ? [] : [say('untilTime', { time: untilWords(words, expiresAtMs) })]),
    ...(volumeMax === undefined ? [] : [say('upTo', { volume: percent(volumeMax) })]),
    ...(inviter === null ? [] : [inviter]),
    self === true ? say('thisPhone') : here === true ? say('hereNow') : lastUseWords(words, usedMs, nowMs),
  ].join(' · ');
}

/**
 * Returns the words for the inviter. A removed client's name may now belong to another client, or to a program on the
 * speaker, so the words say which it is.
 */
function toInviter(
  { say }: Words,
  { invitedBy, invitedByName }: AdmittedClient,
  phones: readonly AdmittedClient[],
): string | null {
  const inviter = phones.find(({ id }) => id === invitedBy);
  if (inviter !== undefined) return say('invitedBy', { name: inviter.name });
  if (invitedBy === undefined)
    return invitedByName === undefined ? null : say('invitedByStranger', { name: invitedByName });
  return invitedByName === undefined
    ? say('invitedBySomebody')
    : say('invitedByRemoved', { name: invitedByName });
}

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
  if (isNaming && renamed !== null) {
    const close = (): void => setNaming(false);
    return (
      <li class="phone">
        <RenameForm
          phone={phone}
          renamed={() => {
            close();
            renamed();
          }}
          cancel={close}
        />
      </li>
    );
  }
  return (
    <li class="phone">
      <Icon name="phone" />
      <span class="lines">
        <span class="name" dir="auto">
          {name}
        </span>
        <span class="sub">{factsOf(words, phone, inviter)}</span>
      </span>
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
          class="plain remove"
          type="button"
          disabled={!online}
          aria-label={say('removeNamed', { name })}
          onClick={remove}
        >
          {say('remove')}
        </button>
      )}
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
  // Removing a row removes the focused button: move the focus to the button now in its place.
  useLayoutEffect(() => {
    if (gone.current === null || phones.some(({ id }) => id === gone.current?.id)) return;
    const { row } = gone.current;
    gone.current = null;
    if (document.activeElement !== document.body) return;
    const rows = Array.from(list.current?.querySelectorAll<HTMLElement>('.remove') ?? []);
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
            inviter={toInviter(words, phone, phones)}
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
      {phones !== null && (
        <Admitted phones={phones} online={online} again={again} toHeading={() => heading.current?.focus()} />
      )}
      {phones?.length === 1 && <p class="sub">{say('secondHow')}</p>}
      <InvitationPanel online={online} phones={phones} />
    </section>
  );
}
