import { otherAddresses } from '../../state/elsewhere.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';

/** The other addresses of this speaker: a browser that was let in there is not known here. */
export function Elsewhere(): VNode | null {
  const { say } = useWords();
  const { client } = useSpeaker();
  const pages = otherAddresses(client.hello?.urls ?? [], location);
  if (pages.length === 0) return null;
  return (
    <div class="way-in elsewhere">
      <p>{say('letInElsewhere')}</p>
      {pages.map(({ origin, host }) => (
        <a key={origin} class="plain" dir="ltr" href={`${origin}/`}>
          {host}
        </a>
      ))}
    </div>
  );
}
