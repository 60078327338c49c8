import type { MadeInvitation } from '../../../../client/invitation.js';
import type { AdmittedClient } from '../../../../protocol.js';
import { isolated } from '../../../../sentences.js';
import { linksFrom } from '../../state/elsewhere.js';
import { pageAt } from '../../state/elsewhere.js';
import { isOneProcess } from '../../state/own-code.js';
import { INVITE } from '../../state/route.js';
import { useSpeaker, useTold, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { leftWords } from '../../words/days.js';
import { type Choice, firstChoice, InvitationTerms, termsWords, toTerms } from './invitation-terms.js';
import { ShareLink } from './share-link.js';
import { QrCode } from './qr-code.js';

const SECOND_MS = 1_000;

/** Returns the milliseconds left of a span that begins when this is first shown; never below 0. */
function useCountdown(spanMs: number): number {
  const [left, setLeft] = useState(spanMs);
  useEffect(() => {
    const endMs = performance.now() + spanMs;
    const timer = setInterval(() => setLeft(Math.max(0, endMs - performance.now())), SECOND_MS);
    return () => clearInterval(timer);
  }, [spanMs]);
  return left;
}

/** An invitation, and the speaker's revision when it was made: another process does not know it. */
type Made = MadeInvitation & { readonly revision: number };

interface OpenInvitationProps {
  readonly invitation: Made;
  /** As what it admits, and for how long, in words. */
  readonly terms: string;
  readonly renew: () => void;
  readonly close: () => void;
}

interface ScannableProps {
  /** The same invitation at each address of the speaker. */
  readonly links: readonly [string, ...string[]];
  readonly code: string | undefined;
}

/** The QR code of one of the links, and the digits, which are typed at any of the addresses. */
function Scannable({ links, code }: ScannableProps): VNode {
  const words = useWords();
  const { say, tag } = words;
  const [index, setIndex] = useState(0);
  const anyOf = new Intl.ListFormat(tag, { type: 'disjunction' });
  const pages = links.map(each => each.replace(/#.*/, ''));
  // The next one takes the place of the one shown; after the last comes the first.
  const nextIndex = (index + 1) % links.length;
  const next = pageAt(pages[nextIndex] ?? '');
  return (
    <Fragment>
      <p>{say('inviteHow')}</p>
      <QrCode text={links[index] ?? links[0]} />
      {links.length > 1 && next !== null && (
        <button class="plain" type="button" onClick={() => setIndex(nextIndex)}>
          {say('qrAt', { page: next.host })}
        </button>
      )}
      {code !== undefined && (
        <p>{say('inviteCode', { page: anyOf.format(pages.map(page => isolated(page, words))) })}</p>
      )}
      {code !== undefined && <p class="digits" dir="ltr">{`${code.slice(0, 3)} ${code.slice(3)}`}</p>}
    </Fragment>
  );
}

function OpenInvitation({ invitation, terms, renew, close }: OpenInvitationProps): VNode {
  const { link, otherLinks = [], expiresMs, revision } = invitation;
  const words = useWords();
  const { say } = words;
  const [here = link, ...others] = linksFrom([link, ...otherLinks], location);
  const isKnown = useTold(({ revision: now }) => isOneProcess(revision, now ?? revision));
  const left = useCountdown(expiresMs);
  const shown = useRef<HTMLElement | null>(null);
  // The pressed button is gone: move the focus here, and scroll the whole invitation into view, or at least its QR code.
  useLayoutEffect(() => {
    shown.current?.focus({ preventScroll: true });
    shown.current?.scrollIntoView({ block: 'center' });
    shown.current?.querySelector('.qr')?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (left === 0 || !isKnown) {
    return (
      <div class="invitation" role="status">
        <p>{say(isKnown ? 'runOut' : 'invitationGone')}</p>
        <button class="primary" type="button" onClick={renew}>
          {say('another')}
        </button>
      </div>
    );
  }
  return (
    <section ref={shown} class="invitation" aria-label={say('invite')} tabIndex={-1}>
      <p class="as-what">{terms}</p>
      <Scannable links={[here, ...others]} code={invitation.code} />
      <ShareLink link={here} />
      {others.length > 0 && <p class="sub">{say('orElse')}</p>}
      {others.map(other => (
        <ShareLink key={other} link={other} />
      ))}
      <p class="sub">{leftWords(words, left)}</p>
      <button class="plain" type="button" onClick={close}>
        {say('close')}
      </button>
    </section>
  );
}

interface InvitationPanelProps {
  readonly online: boolean;
  readonly phones: readonly AdmittedClient[] | null;
}

/** Makes an invitation and shows it until a phone has joined or it has expired. */
export function InvitationPanel({ online, phones }: InvitationPanelProps): VNode {
  const words = useWords();
  const { say } = words;
  const { client, attempt } = useSpeaker();
  const [invitation, setInvitation] = useState<Made | null>(null);
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
    setInvitation(made && { ...made, revision });
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
          <InvitationTerms choice={choice} choose={choose} />
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
