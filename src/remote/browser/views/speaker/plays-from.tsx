import { useTold, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';

/** Whose account the speaker has, for everybody who may know what plays. */
export function PlaysFrom(): VNode | null {
  const { say } = useWords();
  const name = useTold(({ state }) => state?.account?.name ?? '');
  return name === '' ? null : <p class="sub whose">{say('playsFrom', { name })}</p>;
}
