import { useTold, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';

/** The name of the speaker's account, for everybody who may see what plays. */
export function PlaysFrom(): VNode | null {
  const { say } = useWords();
  const name = useTold(({ state }) => state?.account?.name ?? '');
  return name === '' ? null : <p class="sub whose">{say('playsFrom', { name })}</p>;
}
