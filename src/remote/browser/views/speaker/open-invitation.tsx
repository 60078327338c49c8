import type { MadeInvitation } from '../../../../client/invitation.js';
import { isolated } from '../../../../lib/sentences.js';
import { linksFrom, pageAt } from '../../state/elsewhere.js';
import { isOneProcess } from '../../state/own-code.js';
import { useTold, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { leftWords } from '../../words/days.js';
import { encode } from 'uqr';

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

/** A QR code: dark on light in every colour scheme. */
function QrCode({ text }: { text: string }): VNode {
  const { say } = useWords();
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: 2 }), [text]);
  // One square for each dark module.
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return (
    <svg class="qr" role="img" aria-label={say('qrCode')} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} shape-rendering="crispEdges" />
    </svg>
  );
}

/** Copies the link. Only a page loaded over TLS may use the clipboard or share; elsewhere the old command copies. */
async function copy(link: string, field: HTMLInputElement): Promise<boolean> {
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
  }
  field.select();
  // Deprecated, but the only access to the clipboard for a page loaded without TLS.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return document.execCommand('copy');
}

/** The link itself, with buttons to copy or share it. */
function ShareLink({ link }: { link: string }): VNode {
  const { say } = useWords();
  const field = useRef<HTMLInputElement | null>(null);
  const [copied, setCopied] = useState(false);
  const copyWords = copied ? say('copied') : say('copy');
  // A speaker may have several.
  const place = new URL(link).host;
  async function pressed(): Promise<void> {
    if (field.current !== null) setCopied(await copy(link, field.current));
  }
  return (
    <div class="share">
      <input
        ref={field}
        type="text"
        readOnly
        value={link}
        dir="ltr"
        aria-label={`${say('invitationLink')} ${place}`}
        onFocus={event => event.currentTarget.select()}
      />
      <button class="plain" type="button" aria-label={`${copyWords} ${place}`} onClick={() => void pressed()}>
        {copyWords}
      </button>
      {'share' in navigator && (
        <button
          class="plain"
          type="button"
          onClick={() => void navigator.share({ url: link }).catch(() => undefined)}
        >
          {say('share')}
        </button>
      )}
    </div>
  );
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
