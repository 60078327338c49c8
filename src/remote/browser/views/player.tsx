import type { PublicState } from '../../../core/public-state.js';
import { h, type VNode } from '../vendor/preact.js';
import { WORDS } from '../words.js';
import { Artwork } from './artwork.js';
import { PositionBar } from './position-bar.js';
import { Silence } from './silence.js';
import { Transport } from './transport.js';
import { Volume } from './volume.js';

/** `The Lanterns · Low Water`, from whatever of it there is. */
export function creditOf(item: PublicState['item']): string {
  return [item?.artist, item?.podcast ?? item?.album].filter(part => part !== undefined).join(' · ');
}

function Titles({ state: { item, source } }: { state: PublicState }): VNode {
  return (
    <div class="titles">
      {source?.name !== undefined && <p class="source">{source.name}</p>}
      <h2 class="title">{item === null ? WORDS.nothingPlays : item.title || WORDS.untitled}</h2>
      <p class="credit">{creditOf(item)}</p>
    </div>
  );
}

/** All about the item now playing, and everything that steers it. */
export function Player({ state, online }: { state: PublicState; online: boolean }): VNode {
  const sounding = state.silenceReason === null;
  return (
    <section class="player" aria-label={WORDS.nowPlaying}>
      <div class={sounding ? 'stage sounding' : 'stage'}>
        <Artwork class="glow" url={state.item?.artUrl} />
        <Artwork class="cover" url={state.item?.artUrl} />
      </div>
      <div class="controls">
        <Titles state={state} />
        <Silence state={state} />
        <PositionBar state={state} online={online} />
        <Transport state={state} online={online} />
        <Volume state={state} online={online} />
      </div>
    </section>
  );
}
