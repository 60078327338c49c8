import { useAnswer } from '../../state/answer.js';
import { useSpeaker } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { SPEAKER } from '../../words/labels.js';
import { spanWords } from '../../words/time.js';

/** Which program this is, for whoever is asked to help. */
export function About({ online }: { online: boolean }): VNode | null {
  const { client } = useSpeaker();
  const { value } = useAnswer(() => client.call('system.info', {}), online);
  if (value === null) return null;
  return (
    <section class="panel" aria-labelledby="about">
      <h3 id="about">{SPEAKER.about}</h3>
      <dl class="facts">
        <dt>{SPEAKER.version}</dt>
        <dd>Tonearm {value.versions.tonearm}</dd>
        <dt>{SPEAKER.running}</dt>
        <dd>{spanWords(value.uptimeMs)}</dd>
      </dl>
    </section>
  );
}
