import { useWords } from '../state/speaker.js';
import { h, type VNode } from 'preact';
import type { Section } from '../state/route.js';
import { Icon, type IconName } from './parts/icons.js';

const SECTIONS: readonly { readonly id: Section; readonly icon: IconName }[] = [
  { id: 'playing', icon: 'record' },
  { id: 'library', icon: 'shelf' },
  { id: 'search', icon: 'search' },
  { id: 'speaker', icon: 'box' },
];

/** Navigation between the sections: a bar at the bottom on phones, tabs above the library elsewhere. */
export function Sections({ shown, show }: { shown: Section; show: (section: Section) => void }): VNode {
  const { say } = useWords();
  return (
    <nav class="sections" aria-label={say('sections')}>
      {SECTIONS.map(({ id, icon }) => (
        <button
          key={id}
          class={`section-${id}`}
          type="button"
          aria-current={id === shown ? 'page' : undefined}
          onClick={() => show(id)}
        >
          <Icon name={icon} />
          <span>{say(id)}</span>
        </button>
      ))}
    </nav>
  );
}
