import type { Event, ServiceEvent } from '../vocabulary/event.js';
import { zoneTold } from '../facts/agenda.js';
import { endReached } from '../facts/end.js';
import { withIntent } from '../facts/intent.js';
import { questionClosed, brakeReleased, callReturned } from '../facts/ledger.js';
import { loadSounds, questionAnswered } from '../facts/pace.js';
import { handedOver, withCurrent } from '../facts/playlist.js';
import { isRunning, withTimer } from '../facts/timers.js';
import { hostSounds } from '../facts/hosts.js';
import { withHeld, withPlayer, withShown } from '../facts/player.js';
import { waitsShortened, serviceWaited, soundFailed, soundWaited } from '../facts/troubles.js';
import { accountNamed, pairingBegan, pairingEnded } from './account.js';
import { announcementOver } from './agenda.js';
import { commandAnswered } from './command-answers.js';
import { commandExpired, commandFailed, commandLate } from './command-failures.js';
import { commandReceived } from './commands.js';
import { noteAnswered, noteLate, peekAnswered } from './notes.js';
import { follow, lookDue, placeAnswered, reportWatched } from './place-answers.js';
import { placeFailed, placeLate } from './place-failures.js';
import {
  behindFailed,
  loadCut,
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
  loadStalled,
} from './player.js';
import type { State } from '../model/state.js';
import type { TimerName } from '../vocabulary/timer.js';
import { TONE_ENTRY } from '../vocabulary/tone.js';

/** Records what an event tells. Decides nothing and makes no effects. */
export function learnt(state: State, event: Event): State {
  const after = handled(state, event);
  const isAnswer = event.type === 'service.answered' || event.type === 'service.failed';
  // An event that changed nothing is no reason to ask again.
  return after === state || isAnswer || event.type === 'player.position' ? after : brakeReleased(after);
}

function handled(state: State, event: Event): State {
  switch (event.type) {
    case 'engine.started':
      return state;
    case 'pairing.began':
      return pairingBegan(state, event);
    case 'pairing.ended':
      return pairingEnded(state, event);
    case 'account.named':
      return accountNamed(state, event);
    case 'clock.set':
      return { ...state, epochOffsetMs: event.epochOffsetMs };
    case 'zone.told':
      return zoneTold(state, event);
    case 'service.abilitiesChanged':
      return { ...state, abilities: event.abilities };
    case 'network.linkUp':
      return waitsShortened(state);
    case 'command.received':
      return commandReceived(state, event);
    case 'command.expired':
      return commandExpired(state, event.ref);
    case 'announcement.over':
      return announcementOver(state, event.id);
    case 'player.output':
      return state.player.mixes === event.mixes ? state : withPlayer(state, { mixes: event.mixes });
    case 'timer.fired':
      return rang(state, event.name);
    case 'service.answered':
    case 'service.failed':
      return answered(state, event);
    case 'player.ready':
      return playerReady(state);
    case 'player.died':
      return playerDied(state, event);
    case 'player.probed':
      return withShown(state, event.loadId, event.shown);
    case 'player.started':
      return isTone(state, event.loadId)
        ? withHeld(state, 'sounding')
        : loadStarted(hostSounds(loadSounds(state, event.loadId), event.loadId), event);
    default:
      return ofLoad(state, event);
  }
}

type OfLoad = Exclude<
  Extract<Event, { readonly loadId: number }>,
  { readonly type: 'player.probed' | 'player.started' }
>;

/** Handles an event of a load. Ignores it if the player neither holds the load nor has it appended. */
function ofLoad(state: State, event: OfLoad): State {
  const { held, behind } = state.player;
  if (isTone(state, event.loadId)) return toneTold(state, event);
  const isFailure =
    event.type === 'player.failed' || event.type === 'player.ended' || event.type === 'player.stopped';
  if (behind?.loadId === event.loadId) return isFailure ? behindFailed(state, event) : state;
  if (held?.loadId !== event.loadId || held.entry !== state.playlist.current?.id) return state;
  switch (event.type) {
    case 'player.fetched':
      return loadFetched(state, event);
    case 'player.cut':
      return loadCut(state, event);
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

function isTone({ player: { held } }: State, loadId: number): boolean {
  return held?.entry === TONE_ENTRY && held.loadId === loadId;
}

/** The tone fails only where no sound device opens. */
function toneTold(state: State, { type }: OfLoad): State {
  if (type !== 'player.failed' && type !== 'player.ended' && type !== 'player.stopped') return state;
  return soundFailed(withPlayer(state, { held: null }), { fault: 'device', positionMs: 0 });
}

/** Routes an answer by the lane of its question. Ignores answers to closed questions. */
function answered(state: State, event: ServiceEvent): State {
  const met = event.type === 'service.answered' ? questionAnswered(state, event.question) : state;
  const back = callReturned(met, event.question);
  const question = state.ledger.open.find(({ id }) => id === event.question);
  if (question === undefined || question.pairing !== state.pairing.serial) return back;
  const shut = questionClosed(back, question.id);
  const failure = event.type === 'service.failed' ? event.failure : null;
  const answer = event.type === 'service.answered' ? event : null;
  switch (question.lane) {
    case 'place':
      if (failure !== null) return placeFailed(shut, question, failure);
      return answer === null ? shut : placeAnswered(shut, question, answer);
    case 'command':
      if (failure !== null) return commandFailed(shut, question, failure);
      return answer === null ? shut : commandAnswered(shut, question, answer);
    case 'watch':
      return reportWatched(shut, question, answer?.item ?? null);
    case 'peek':
      return peekAnswered(shut, question, answer?.item ?? null);
    case 'tell':
      return noteAnswered(shut, question, answer?.item ?? null);
  }
}

/** Handles a ring at once. That the timer has rung stays recorded until its reason is gone. */
function rang(state: State, name: TimerName): State {
  const timer = state.timers[name];
  if (timer === undefined || !isRunning(state, name)) return state;
  return RINGS[name](withTimer(state, name, { ...timer, hasRung: true }));
}

const RINGS: Readonly<Record<TimerName, (state: State) => State>> = {
  soundRetry: soundWaited,
  serviceRetry: serviceWaited,
  stall: loadStalled,
  // The start took longer than a gapless one: the next item is loading.
  handover: handedOver,
  release: state => withIntent(state, { isLetGo: true }),
  endReport: state => withCurrent(state, entry => endReached(entry)),
  follow,
  peek: state => withCurrent(state, entry => ({ ...entry, peekDue: true })),
  // What is due follows from the time (`rules/agenda.ts`).
  agenda: state => state,
  fade: state => state,
  placeLimit: placeLate,
  watch: lookDue,
  commandLimit: commandLate,
  tellLimit: noteLate,
};
