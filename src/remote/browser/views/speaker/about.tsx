import { useAnswer } from '../../state/answer.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { spanWords } from '../../words/days.js';
import { useTick } from '../../state/tick.js';
import { h, type VNode } from 'preact';

const LOOK_MS = 30_000;

/** Program version and uptime, for support. */
export function About({ online }: { online: boolean }): VNode | null {
  const words = useWords();
  const { say } = words;
  const { client } = useSpeaker();
  const { value, again } = useAnswer(() => client.call('system.info', {}), online);
  useTick(LOOK_MS, again);
  if (value === null) return null;
  return (
    <section class="panel" aria-labelledby="about">
      <h3 id="about">{say('about')}</h3>
      <dl class="facts">
        <dt>{say('version')}</dt>
        <dd dir="ltr">{`Tonearm ${value.versions.tonearm}`}</dd>
        <dt>{say('running')}</dt>
        <dd>{spanWords(words, value.uptimeMs)}</dd>
      </dl>
    </section>
  );
}
