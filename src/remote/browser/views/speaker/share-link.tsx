import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** Only a page that came by TLS may share or use the clipboard; elsewhere the old command copies. */
async function copy(link: string, field: HTMLInputElement): Promise<boolean> {
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
  }
  field.select();
  // Deprecated, and the one way to the clipboard for a page that came without TLS.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return document.execCommand('copy');
}

/** The link itself, and the ways to pass it on. */
export function ShareLink({ link }: { link: string }): VNode {
  const { say } = useWords();
  const field = useRef<HTMLInputElement | null>(null);
  const [copied, setCopied] = useState(false);
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
        aria-label={say('invitationLink')}
        onFocus={event => event.currentTarget.select()}
      />
      <button class="plain" type="button" onClick={() => void pressed()}>
        {copied ? say('copied') : say('copy')}
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
