import type { Event } from '../event.js';
import type { State } from '../model/state.js';
import { hurried } from '../facts/troubles.js';
import { pairingBegan, pairingEnded } from './account.js';
import { commandReceived } from './commands.js';
import { commandExpired } from './expired.js';
import {
  behindFailed,
  loadEnded,
  loadFailed,
  loadFetched,
  loadStarted,
  loadStopped,
  playerDied,
  playerReady,
  positionTold,
  soundFlows,
  soundStarved,
} from './player.js';
import { rang } from './rings.js';
import { answered } from './service.js';

/** What an event tells: facts, and nothing that is to be done about them. */
export function learnt(state: State, event: Event): State {
  switch (event.type) {
    case 'engine.started':
      return state;
    case 'pairing.began':
      return pairingBegan(state, event);
    case 'pairing.ended':
      return pairingEnded(state, event);
    case 'clock.set':
      return { ...state, epochOffsetMs: event.epochOffsetMs };
    case 'service.abilitiesChanged':
      return { ...state, abilities: event.abilities };
    case 'network.linkUp':
      return hurried(state);
    case 'command.received':
      return commandReceived(state, event);
    case 'command.expired':
      return commandExpired(state, event.ref);
    case 'timer.fired':
      return rang(state, event.name);
    case 'service.answered':
    case 'service.failed':
      return answered(state, event);
    case 'player.ready':
      return playerReady(state);
    case 'player.died':
      return playerDied(state, event);
    case 'player.started':
      return loadStarted(state, event);
    default:
      return ofLoad(state, event);
  }
}

type OfLoad = Exclude<Extract<Event, { readonly loadId: number }>, { readonly type: 'player.started' }>;

/** What the player tells of a load that is neither held nor behind changes nothing. */
function ofLoad(state: State, event: OfLoad): State {
  const { held, behind } = state.player;
  const isFailure =
    event.type === 'player.failed' || event.type === 'player.ended' || event.type === 'player.stopped';
  if (behind?.loadId === event.loadId) return isFailure ? behindFailed(state, event) : state;
  if (held?.loadId !== event.loadId || held.entry !== state.playlist.current?.id) return state;
  switch (event.type) {
    case 'player.fetched':
      return loadFetched(state, event);
    case 'player.position':
      return positionTold(state, event);
    case 'player.seeked':
    case 'player.flowing':
      return soundFlows(state, event);
    case 'player.starved':
      return soundStarved(state, event);
    case 'player.ended':
      return loadEnded(state, event);
    case 'player.failed':
      return loadFailed(state, event);
    case 'player.stopped':
      return loadStopped(state);
  }
}
