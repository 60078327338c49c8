import type { Event } from '../vocabulary/event.js';
import type { Command, QueuedCommand, ServiceCommand } from '../../contract/command.js';
import { presetOf, sourceOfId, withPreset } from '../facts/agenda.js';
import { isFresh, positionOf } from '../facts/entry.js';
import { wantsSound } from '../facts/intent.js';
import { withMuted, withVolume } from '../facts/level.js';
import { withoutNotice } from '../facts/notices.js';
import { noteAdded } from '../facts/playlist.js';
import { alike, answeredWith, countOf, commandEnqueued } from '../facts/queue.js';
import { hasBegun } from '../facts/read.js';
import { serviceWaited, soundWaited } from '../facts/troubles.js';
import {
  alarmRemoved,
  alarmSet,
  announcementAdded,
  announcementCancelled,
  ringDismissed,
  ringOverruled,
  sleepSet,
  ringSnoozed,
  paused,
  quieted,
} from './agenda.js';
import { replayedHere, soughtTo } from './seek.js';
import type { State } from '../model/state.js';
import { type PlainCommand, refusalOf } from '../facts/permission.js';
import { REFUSALS } from '../vocabulary/refusals.js';

/** Limits on waiting commands: `own` per client, 1 per client once `many` wait, and `all` in total. */
const OF_OWNERS = { own: 10, many: 32, all: 64 };
/** Guests share one turn: a longer queue would exceed a listener's patience. */
const OF_GUESTS = { own: 8, many: 8, all: 16 };

type Received = Extract<Event, { readonly type: 'command.received' }>;
type LocalCommand = Exclude<PlainCommand, { readonly type: 'next' | 'previous' | 'setFeedback' }>;

/** Refuses a command, carries it out at once, or queues it for the service. Any command removes the notice. */
export function commandReceived(state: State, { ref, command: wanted, cause }: Received): State {
  const asked = untoggled(state, wanted);
  const isChoice = asked.type === 'play' && (asked.sourceId ?? asked.preset) !== undefined;
  const seen = withoutNotice(isChoice ? ringOverruled(state) : state);
  const refusal = refusalOf(state, asked);
  const command = unnumbered(state, asked);
  const queued = commandEnqueued(seen, { ref, command: command as ServiceCommand, cause });
  if (refusal !== null) return answeredWith(queued, ref, refusal);
  if (isLocal(seen, command)) return performed(answeredWith(queued, ref, null), command);
  const { length } = alike(state.queue, cause);
  const { own, many, all } = cause.guest ? OF_GUESTS : OF_OWNERS;
  if (countOf(state.queue, cause) >= (length < many ? own : 1) || length >= all)
    return answeredWith(queued, ref, REFUSALS.tooMany);
  // A listener is waiting, so the next attempt is made at once.
  return serviceWaited(queued);
}

/** Turns `playPause` into `pause` or `play`, depending on the present wish. */
function untoggled({ intent }: State, command: Command): PlainCommand {
  if (command.type !== 'playPause') return command;
  return intent.wish === 'playing' ? { type: 'pause' } : { type: 'play' };
}

/** Turns a preset into its source. */
function unnumbered(state: State, command: PlainCommand): PlainCommand {
  if (command.type !== 'play' || command.preset === undefined) return command;
  const preset = presetOf(state, command.preset);
  return preset === null ? command : { type: 'play', sourceId: preset.source.id };
}

/** Completes a queued command if other commands have made the service unnecessary for it; null otherwise. */
export function locallyDone(state: State, { ref, command, silenced: isMoot }: QueuedCommand): State | null {
  const done = answeredWith(state, ref, null);
  if (isMoot && command.type === 'play' && command.sourceId === undefined) return done;
  return isLocal(state, command) ? performed(done, command) : null;
}

/** Whether the speaker can act alone; it cannot if an item or a source is to be changed, set anew or claimed back. */
function isLocal({ abilities, intent, playlist }: State, command: PlainCommand): command is LocalCommand {
  const { current } = playlist;
  switch (command.type) {
    case 'next':
    case 'previous':
    case 'setFeedback':
      return false;
    case 'replay':
      return !abilities.replay || current?.item.trackToken == null;
    case 'play': {
      // Only setting the source anew leaves an item without an index.
      const isStuck =
        intent.stopped === 'serviceError' && current?.over === true && current.item.index === null;
      const isOurs = intent.stopped === null || (intent.stopped === 'serviceError' && !isStuck);
      return command.sourceId === undefined && isOurs;
    }
    default:
      return true;
  }
}

function performed(state: State, command: LocalCommand): State {
  const { current } = state.playlist;
  switch (command.type) {
    case 'play':
      return played(state);
    case 'pause':
      return paused(ringDismissed(state));
    case 'stop':
      return quieted(ringDismissed(state), 'stopped');
    case 'replay':
      return replayedHere(state);
    case 'seek': {
      const fromMs = current === null ? 0 : positionOf(current, state.now);
      return soughtTo(state, 'positionMs' in command ? command.positionMs : fromMs + command.offsetMs);
    }
    case 'setVolume': {
      const wanted = 'volume' in command ? command.volume : state.volume + command.offset;
      return withVolume(state, wanted);
    }
    case 'setMuted':
      return withMuted(state, command.muted);
    case 'sleep':
      return sleepSet(state, command);
    case 'setAlarm':
      return alarmSet(state, command);
    case 'removeAlarm':
      return alarmRemoved(state, command.id);
    case 'snooze':
      return ringSnoozed(state, command.afterMs);
    case 'dismiss':
      return ringDismissed(state);
    case 'announce':
      return announcementAdded(state, command);
    case 'cancelAnnouncement':
      return announcementCancelled(state, command.announcementId);
    case 'setPreset': {
      const { number, sourceId } = command;
      const source = sourceId == null ? state.setting.source : sourceOfId(state, sourceId);
      return withPreset(state, number, sourceId === null ? null : source);
    }
  }
}

function played(state: State): State {
  const { current } = state.playlist;
  const isGood = current !== null && isFresh(current, state.now);
  const isResumed = state.intent.wish === 'paused' && hasBegun(state) && isGood;
  const wanted = soundWaited(serviceWaited(wantsSound(state)));
  return isResumed ? noteAdded(wanted, 'setStarted') : wanted;
}
