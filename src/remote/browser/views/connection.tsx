import { useChanges, useSpeaker, useWords } from '../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { connectionWords } from '../words/reasons.js';

/** The state of the connection, with a button to retry. */
export function Connection(): VNode {
  const words = useWords();
  const { client, line } = useSpeaker();
  useChanges(line);
  const { phase } = client;
  const { trouble } = line;
  // A reconnection over a stalled line takes time too.
  const isLost = trouble !== null || phase === 'waiting' || (phase === 'connecting' && client.state !== null);
  const look = phase === 'online' && trouble !== null ? 'waiting' : phase;
  return (
    <Fragment>
      <p class={`connection ${look}`} role="status">
        {connectionWords(words, client, trouble)}
      </p>
      {isLost && (
        <button class="try-now" type="button" onClick={() => line.tryNow()}>
          {words.say('tryNow')}
        </button>
      )}
    </Fragment>
  );
}
