import { spellingOf } from '../../../../lib/spelling.js';
import type { Speaker as Neighbour } from '../../../../contract/protocol.js';
import { useAnswer } from '../../state/answer.js';
import { addressLike, pageAt } from '../../state/elsewhere.js';
import { useModal } from '../../state/modal.js';
import { useIsUp, useSpeaker, useWords } from '../../state/speaker.js';
import { Fragment, h, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Artwork } from '../parts/artwork.js';
import { Icon } from '../parts/icons.js';
import { heardWords } from '../player/titles.js';
import { PlayButton } from '../player/transport.js';
import { Volume } from '../player/volume.js';

interface RoomsProps {
  readonly name: string;
  readonly close: () => void;
}

/** This speaker: the playing item, and the controls needed most. */
function Here({ name, online }: { name: string; online: boolean }): VNode {
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

/** Replaces this page, because the list is no place to return to. A click with a modifier opens a tab as usual. */
function follow(event: MouseEvent, href: string): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  location.replace(href);
}

/** Another speaker. Its own page shows the playing item to its clients. */
function There({ room, isNamesake }: { room: Neighbour; isNamesake: boolean }): VNode {
  const { say } = useWords();
  const { name, paired } = room;
  const url = addressLike(room, location);
  const href = `${url}/`;
  return (
    <a class="row" href={href} onClick={event => follow(event, href)}>
      <Icon name="box" />
      <span class="lines">
        <span class="name" dir="auto">
          {name}
        </span>
        {!paired && <span class="sub">{say('roomSignedOut')}</span>}
        {/* Where two names look alike, only this tells them apart. */}
        {isNamesake && (
          <span class="sub" dir="ltr">
            {pageAt(url)?.host}
          </span>
        )}
      </span>
      <Icon name="chevron" />
    </a>
  );
}

/** Returns those that look like another. Anybody in the network chooses the names: each is looked at once. */
function namesakesOf(rooms: readonly Neighbour[]): ReadonlySet<Neighbour> {
  const names = rooms.map(({ name }) => spellingOf(name));
  return new Set(
    rooms.filter((_, at) => names.indexOf(names[at] ?? '') !== names.lastIndexOf(names[at] ?? '')),
  );
}

function Others({ online }: { online: boolean }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const { value, failureText, again } = useAnswer(() => client.call('speakers.list', {}), online);
  const rooms = value?.speakers ?? [];
  const namesakes = useMemo(() => namesakesOf(rooms), [value]);
  const others = rooms.filter(({ self, url }) => !self && pageAt(url) !== null);
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
            <There room={room} isNamesake={namesakes.has(room)} />
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

/** A dialog with the speakers of the household. */
export function Rooms({ name, close }: RoomsProps): VNode {
  const { say } = useWords();
  const online = useIsUp();
  const { ref, onClose, leave } = useModal(close);
  return (
    <dialog
      ref={ref}
      class="question rooms"
      aria-labelledby="rooms"
      onClose={onClose}
      onClick={event => {
        // A click on the backdrop.
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
