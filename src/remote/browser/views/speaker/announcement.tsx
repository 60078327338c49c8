import type { ControlError } from '../../../../client/control-error.js';
import { useCalls } from '../../state/calls.js';
import { useTold, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Fault } from '../parts/fault.js';

/** As much as is said in half a minute, which is the longest. */
const MOST_LETTERS = 400;

/** Has the speaker say a text over the music. */
export function Announcement({ online }: { readonly online: boolean }): VNode {
  const { say } = useWords();
  const explain = ({ reason }: ControlError): string | null =>
    reason === 'notSupported' ? say('announceNone') : null;
  const { call, fault, busy } = useCalls(explain);
  const [text, setText] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const isSounding = useTold(({ state }) => (state?.announcement ?? null) !== null);
  async function announce(): Promise<void> {
    if (busy || text.trim() === '') return;
    const done = await call('player.announce', { text: text.trim() });
    if (done === null) return;
    setSaid(done.announcementId);
    setText('');
  }
  return (
    <section class="panel" aria-labelledby="announcement">
      <h3 id="announcement">{say('announcement')}</h3>
      <p class="sub">{say('announceHow')}</p>
      <form
        class="to-say"
        onSubmit={event => {
          event.preventDefault();
          void announce();
        }}
      >
        <input
          type="text"
          dir="auto"
          aria-label={say('announceText')}
          placeholder={say('announceText')}
          autocomplete="off"
          enterkeyhint="send"
          maxLength={MOST_LETTERS}
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        <button class="primary" type="submit" aria-busy={busy} disabled={!online}>
          {say('announceSay')}
        </button>
      </form>
      <div role="status">
        {isSounding && said !== null && (
          <div class="running">
            <p>{say('announcing')}</p>
            <button
              class="plain"
              type="button"
              onClick={() => void call('announcement.cancel', { announcementId: said })}
            >
              {say('stop')}
            </button>
          </div>
        )}
      </div>
      <Fault text={fault} />
    </section>
  );
}
