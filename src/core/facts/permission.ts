import { type Command, JUMP_MS, type Refusal } from '../../contract/command.js';
import { type Item, allows } from '../vocabulary/item.js';
import { presetOf } from './agenda.js';
import { MOST_ANNOUNCEMENTS } from './announcements.js';
import type { State } from '../model/state.js';
import { interruptedNow, notAllowed, REFUSALS } from '../vocabulary/refusals.js';

/** After this many deaths in a row the player counts as unavailable; after fewer, the speaker just waits for it. */
const DEATHS_TO_DESPAIR = 2;

const MOST_ALARMS = 16;

export type PlainCommand = Exclude<Command, { readonly type: 'playPause' }>;

/** The item that commands act on; null if there is none. */
function itemInHand({ intent, playlist }: State): Item | null {
  const isOver = ['sourceEnded', 'notSupported', 'serviceError'].includes(intent.stopped ?? '');
  return isOver ? null : (playlist.current?.item ?? null);
}

/** Why a command would be refused now; null if it would be accepted. The public `can` is derived from this. */
export function refusalOf(state: State, command: PlainCommand): Refusal | null {
  switch (command.type) {
    case 'pause':
    case 'stop':
    case 'setVolume':
    case 'setMuted':
    case 'sleep':
    case 'removeAlarm':
    case 'dismiss':
    case 'cancelAnnouncement':
      return null;
    case 'announce':
      return state.agenda.announcements.length < MOST_ANNOUNCEMENTS ? null : REFUSALS.tooManyAnnouncements;
    case 'setAlarm':
      return isRoomFor(state, command.id) ? null : REFUSALS.tooManyAlarms;
    case 'snooze':
      return state.agenda.ring?.is === 'ringing' ? null : REFUSALS.nothingRings;
    case 'play':
      if (state.pairing.is === 'unpaired') return REFUSALS.notPaired;
      if (!state.player.alive && state.player.deaths >= DEATHS_TO_DESPAIR) return REFUSALS.playerUnavailable;
      if (command.preset !== undefined && presetOf(state, command.preset) === null)
        return REFUSALS.emptyPreset;
      return isNamed(command) || state.setting.source !== null ? null : REFUSALS.noSource;
    case 'setPreset':
      return command.sourceId === undefined && state.setting.source === null ? REFUSALS.noSource : null;
    case 'next':
      return refusalOnItem(state, ['SKIP']);
    case 'previous':
      return (
        refusalOnItem(state, ['PREVIOUS']) ?? (state.abilities.previous ? null : REFUSALS.noSuchOperation)
      );
    case 'replay':
      return refusalOnItem(state, ['REPLAY']);
    case 'seek':
      return refusalOnItem(state, seekInteractions(command));
    case 'setFeedback':
      return refusalOnItem(state, ['THUMB']) ?? (canRate(state) ? null : REFUSALS.noSuchOperation);
  }
}

function isRoomFor({ agenda: { alarms } }: State, alarmId: string | undefined): boolean {
  return alarms.length < MOST_ALARMS || alarms.some(({ id }) => id === alarmId);
}

function isNamed({ sourceId, preset }: Command & { type: 'play' }): boolean {
  return sourceId !== undefined || preset !== undefined;
}

/** Feedback names the track and the source in which it was heard. */
function canRate({ abilities, playlist, setting }: State): boolean {
  return abilities.feedback && setting.source !== null && typeof playlist.current?.item.trackId === 'string';
}

function refusalOnItem(state: State, interactions: readonly [string, ...string[]]): Refusal | null {
  if (state.pairing.is === 'unpaired') return REFUSALS.notPaired;
  const item = itemInHand(state);
  if (item === null) return REFUSALS.noSource;
  const isOurs = state.intent.stopped === null && state.setting.held !== 'interrupted';
  if (!isOurs) return interruptedNow(interactions[0]);
  return interactions.some(one => allows(item, one)) ? null : notAllowed(interactions[0]);
}

function seekInteractions(command: Command & { type: 'seek' }): readonly [string, ...string[]] {
  if (!('offsetMs' in command)) return ['SEEK'];
  if (command.offsetMs === JUMP_MS) return ['SEEK', 'FORWARD_15_SECONDS'];
  return command.offsetMs === -JUMP_MS ? ['SEEK', 'BACK_15_SECONDS'] : ['SEEK'];
}
