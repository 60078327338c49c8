import type { MadeInvitation } from '../../../../client/invitation.js';
import { isolated } from '../../../../lib/sentences.js';
import { linksFrom } from '../../state/elsewhere.js';
import { pageAt } from '../../state/elsewhere.js';
import { isOneProcess } from '../../state/own-code.js';
import { useTold, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { leftWords } from '../../words/days.js';
import { ShareLink } from './share-link.js';
import { QrCode } from './qr-code.js';

const SECOND_MS = 1_000;

/** Returns the milliseconds left until the moment `endMs` of the page's clock; never below 0. */
function useCountdown(endMs: number): number {
  const leftNow = (): number => Math.max(0, endMs - performance.now());
  const [left, setLeft] = useState(leftNow);
  useEffect(() => {
    const timer = setInterval(() => setLeft(leftNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, [endMs]);
  return left;
}

/** An invitation as it is shown. */
export interface ShownInvitation extends MadeInvitation {
  /** When it expires, in milliseconds of the page's clock. */
  readonly endMs: number;
  /** The speaker's revision when it was made: another process does not know it. */
  readonly revision: number;
}

interface OpenInvitationProps {
  readonly invitation: ShownInvitation;
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

/** An invitation that others can scan, type or be sent, until it expires. */
export function OpenInvitation({ invitation, terms, renew, close }: OpenInvitationProps): VNode {
  const { link, otherLinks = [], endMs, revision } = invitation;
  const words = useWords();
  const { say } = words;
  const [here = link, ...others] = linksFrom([link, ...otherLinks], location);
  const isKnown = useTold(({ revision: now }) => isOneProcess(revision, now ?? revision));
  const left = useCountdown(endMs);
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
      {others.length > 0 && (
        <details class="paste">
          <summary>{say('orElse')}</summary>
          {others.map(other => (
            <ShareLink key={other} link={other} />
          ))}
        </details>
      )}
      <p class="sub">{leftWords(words, left)}</p>
      <button class="plain" type="button" onClick={close}>
        {say('close')}
      </button>
    </section>
  );
}
