import { useSpeaker, useWords } from '../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { Icon } from './parts/icons.js';

/** The speaker's name, which opens the household's speakers for an admitted client. */
export function SpeakersButton({ name, open }: { name: string; open: () => void }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  if (client.state === null || client.phase === 'unauthorized') return <Fragment>{name}</Fragment>;
  return (
    <button class="speakers" type="button" aria-haspopup="dialog" title={say('speakers')} onClick={open}>
      <span>{name}</span>
      <Icon name="chevron" />
    </button>
  );
}
