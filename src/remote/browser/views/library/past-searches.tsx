import { useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useHandOver } from '../parts/focus.js';
import { Icon } from '../parts/icons.js';

interface PastProps {
  readonly searches: readonly string[];
  readonly choose: (words: string) => void;
  readonly clear: () => void;
}

/** The last searches, while nothing is searched for. */
export function Past({ searches, choose, clear }: PastProps): VNode {
  const { say } = useWords();
  const section = useHandOver<HTMLElement>();
  return (
    <section ref={section} class="strip" aria-label={say('pastSearches')}>
      <div class="strip-head">
        <h3>{say('pastSearches')}</h3>
        <button class="plain" type="button" onClick={clear}>
          {say('clearSearches')}
        </button>
      </div>
      <ul class="past">
        {searches.map(words => (
          <li key={words}>
            <button class="row" type="button" onClick={() => choose(words)}>
              <Icon name="before" />
              <span class="name" dir="auto">
                {words}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
