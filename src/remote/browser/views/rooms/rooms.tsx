import type { Speaker as Neighbour } from '../../../../protocol.js';
import { useAnswer } from '../../state/answer.js';
import { useModal } from '../../state/modal.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { Artwork } from '../parts/artwork.js';
import { Icon } from '../parts/icons.js';
import { heardWords } from '../player/titles.js';
import { PlayButton } from '../player/transport.js';
import { Volume } from '../player/volume.js';

interface RoomsProps {
  readonly name: string;
  readonly online: boolean;
  readonly close: () => void;
}

/** This speaker: what plays on it, and what is needed in passing. */
function Here({ name, online }: Omit<RoomsProps, 'close'>): VNode {
  const words = useWords();
  const { client } = useSpeaker();
  const { state } = client;
  return (
    <div class="room here">
      <div class="room-head">
        <Artwork class="thumb" url={state?.item?.artUrl} />
        <span class="lines">
          <span class="name" dir="auto">
            {name}
          </span>
          <span class="sub" dir="auto">
            {(state && heardWords(words, state.item)) || words.say('nothingPlays')}
          </span>
        </span>
        {state !== null && <PlayButton class="round" state={state} online={online} />}
      </div>
      {state !== null && <Volume state={state} online={online} />}
    </div>
  );
}

/** Where two are called alike, only this tells them apart; null for what is no address of a page. */
function hostOf(url: string): string | null {
  try {
    const { protocol, host } = new URL(url);
    return /^https?:$/.test(protocol) ? host : null;
  } catch {
    return null;
  }
}

/** In place of this list, which is no place to come back to; in a tab of its own where that was asked. */
function follow(event: MouseEvent, href: string): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  location.replace(href);
}

/** Another one: its page says what plays there, to whom it knows. */
function There({ room, isNamesake }: { room: Neighbour; isNamesake: boolean }): VNode {
  const { say } = useWords();
  const { name, url, paired } = room;
  const href = `${url}/`;
  return (
    <a class="row" href={href} onClick={event => follow(event, href)}>
      <Icon name="box" />
      <span class="lines">
        <span class="name" dir="auto">
          {name}
        </span>
        {!paired && <span class="sub">{say('roomSignedOut')}</span>}
        {isNamesake && (
          <span class="sub" dir="ltr">
            {hostOf(url)}
          </span>
        )}
      </span>
      <Icon name="chevron" />
    </a>
  );
}

function Others({ online }: { online: boolean }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const { value, failureText, again } = useAnswer(() => client.call('speakers.list', {}), online);
  const rooms = value?.speakers ?? [];
  const others = rooms.filter(({ self, url }) => !self && hostOf(url) !== null);
  return (
    <Fragment>
      <div role="status">
        {value === null && failureText === null && <p class="sub">{say('roomsLooking')}</p>}
        {failureText !== null && <p class="reason fault">{failureText}</p>}
        {value !== null && others.length === 0 && <p class="sub">{say('roomsNone')}</p>}
      </div>
      <ul>
        {others.map(room => (
          <li key={room.id}>
            <There room={room} isNamesake={rooms.filter(({ name }) => name === room.name).length > 1} />
          </li>
        ))}
      </ul>
      {others.length > 0 && <p class="sub">{say('roomsHow')}</p>}
      {(value !== null || failureText !== null) && (
        <button class="plain" type="button" disabled={!online} onClick={again}>
          {say('lookAgain')}
        </button>
      )}
    </Fragment>
  );
}

/** The speakers of the house, over whatever is shown. */
export function Rooms({ name, online, close }: RoomsProps): VNode {
  const { say } = useWords();
  const { ref, onClose, leave } = useModal(close);
  return (
    <dialog
      ref={ref}
      class="question rooms"
      aria-labelledby="rooms"
      onClose={onClose}
      onClick={event => {
        // Beside it.
        if (event.target === ref.current) leave();
      }}
    >
      <div class="rooms-all">
        <h2 id="rooms">{say('speakers')}</h2>
        <Here name={name} online={online} />
        <Others online={online} />
        <div class="answers">
          <button class="plain" type="button" onClick={() => leave()}>
            {say('close')}
          </button>
        </div>
      </div>
    </dialog>
  );
}
