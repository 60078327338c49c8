import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';

/** The button that opens the view for a wall tablet; its address is `/#wall`. */
export function OnTheWall({ toWall }: { toWall: () => void }): VNode {
  const { say } = useWords();
  return (
    <section class="panel" aria-labelledby="wall">
      <h3 id="wall">{say('wall')}</h3>
      <p class="sub">{say('wallHow')}</p>
      <button class="plain" type="button" onClick={toWall}>
        {say('wallShow')}
      </button>
    </section>
  );
}
