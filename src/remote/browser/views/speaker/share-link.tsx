import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';

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
export function ShareLink({ link }: { link: string }): VNode {
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
