import type { AdmittedClient } from '../../../../contract/protocol.js';
import { INVITE } from '../../state/route.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { later } from '../parts/later.js';
import {
  type Choice,
  firstChoice,
  InvitationTerms,
  Invited,
  termsWords,
  toTerms,
} from './invitation-terms.js';
import type { ShownInvitation } from './open-invitation.js';

/** Loaded on demand, because few people invite others. */
const OpenInvitation = later(() =>
  import('./open-invitation.js').then(({ OpenInvitation }) => OpenInvitation),
);

interface InvitationPanelProps {
  readonly online: boolean;
  readonly phones: readonly AdmittedClient[] | null;
}

/** Makes an invitation and shows it until a phone has joined or it has expired. */
export function InvitationPanel({ online, phones }: InvitationPanelProps): VNode {
  const words = useWords();
  const { say } = words;
  const { client, attempt } = useSpeaker();
  const [invitation, setInvitation] = useState<ShownInvitation | null>(null);
  /** Null: nothing was chosen for this one yet. */
  const [chosen, setChoice] = useState<Choice | null>(null);
  /** What the open one was made with: the list of phones may come later. */
  const [terms, setTerms] = useState('');
  const choice = chosen ?? firstChoice(phones?.length ?? 0);
  const [joinedId, setJoinedId] = useState<string | null>(null);
  // Once the phone is removed, its arrival is no longer reported.
  const joined = phones?.find(({ id }) => id === joinedId)?.name;
  /** The ids known before the invitation; null until the list has arrived. */
  const known = useRef<ReadonlySet<string> | null>(null);
  const opener = useRef<HTMLButtonElement | null>(null);
  const wasOpen = useRef(false);
  const isListed = phones !== null;

  async function invite(): Promise<void> {
    setJoinedId(null);
    known.current = null;
    setTerms(termsWords(words, choice));
    const revision = client.revision ?? 0;
    const made = await attempt(() => client.invite(toTerms(choice)));
    setInvitation(made && { ...made, endMs: performance.now() + made.expiresMs, revision });
  }

  function choose(next: Choice): void {
    setJoinedId(null);
    setChoice(next);
  }

  useEffect(() => {
    if (invitation === null || phones === null) return;
    const before = (known.current ??= new Set(phones.map(({ id }) => id)));
    const newcomer = phones.find(({ id }) => !before.has(id));
    if (newcomer === undefined) return;
    setInvitation(null);
    setChoice(null);
    setJoinedId(newcomer.id);
  }, [phones, invitation]);

  // Only now: the list stands above, and pushes this down.
  useLayoutEffect(() => {
    if (!isListed || location.hash !== INVITE) return;
    opener.current?.focus({ preventScroll: true });
    opener.current?.scrollIntoView({ block: 'center' });
  }, [isListed]);

  useLayoutEffect(() => {
    if (wasOpen.current && document.activeElement === document.body) opener.current?.focus();
    wasOpen.current = invitation !== null;
  }, [invitation]);

  return (
    <div>
      <div role="status">
        {joined !== undefined && <p class="good">{say('wasLetIn', { name: joined })}</p>}
      </div>
      {invitation === null ? (
        <Fragment>
          <Invited choice={choice} choose={choose} />
          <details class="paste">
            <summary>{termsWords(words, choice)}</summary>
            <InvitationTerms choice={choice} choose={choose} />
          </details>
          <button ref={opener} class="primary" type="button" disabled={!online} onClick={() => void invite()}>
            {say('invite')}
          </button>
        </Fragment>
      ) : (
        <OpenInvitation
          key={invitation.link}
          invitation={invitation}
          terms={terms}
          renew={() => void invite()}
          close={() => setInvitation(null)}
        />
      )}
    </div>
  );
}
