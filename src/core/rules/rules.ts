import { agendaTurned } from './agenda.js';
import type { QueuedCommand, Refusal } from '../../contract/command.js';
import { due } from '../facts/end.js';
import { withAnchor, elapsedS, endOf, isFresh, over, positionOf, withEndOf } from '../facts/entry.js';
import { isWanted, playbackStopped } from '../facts/intent.js';
import { playlistShifted, withCurrent, withoutNext } from '../facts/playlist.js';
import { brakeReleased } from '../facts/ledger.js';
import { answeredWith, withCommand } from '../facts/queue.js';
import { firstOf, heldOfCurrent, isHandingOver, isReporting, isRestoring } from '../facts/read.js';
import { heldIs } from '../facts/setting.js';
import { locallyDone } from '../learn/commands.js';
import { withEndUnknown } from '../learn/stops.js';
import type { State } from '../model/state.js';
import { refusalOf } from '../facts/permission.js';
import { freeze, movingFrom } from '../vocabulary/position.js';
import { REFUSALS } from '../vocabulary/refusals.js';
import { askOf, isHeldBack } from '../tables/command.js';
import { soundOf } from '../tables/sound.js';

/** A rest no longer than this is not worth a load. */
const LAST_MS = 1_000;

/** What follows without asking the service or the player. A rule that changes nothing returns the same object. */
const RULES: Readonly<Record<string, (state: State) => State>> = {
  'what is scheduled happens': agendaTurned,
  'a command begins': commandBegins,
  'an abandoned report may have been taken': reportUnwaited,
  'a skip is done with its end': skipDone,
  'the rest of a reported item is dropped if it cannot be had or lasts a second': restGivenUp,
  'an item that is over gives way': givesWay,
  'nothing follows': sourceEnds,
  'the position moves while it sounds': positionMoves,
};

export function rulesApplied(state: State): State {
  return Object.values(RULES).reduce((next, rule) => rule(next), state);
}

/** A command that waited behind another is checked anew, because the item may have changed. */
function commandBegins(state: State): State {
  const first = firstOf(state);
  if (first === null || first.about !== null) return state;
  // The next command begins in the same pass; otherwise it would be sent unchecked.
  const refused = (refusal: Refusal): State => commandBegins(answeredWith(state, first.ref, refusal));
  // An item that is over was left already: a skip from it needs no settled end and no source.
  const hasCome = first.command.type === 'next' && state.playlist.current?.over === true;
  const isForgotten = state.setting.held === 'no' && !isWanted(state);
  // After setting the source again in a pause, the service may be at another item than the command is about.
  if (isForgotten && !['play', 'next'].includes(first.command.type)) return refused(REFUSALS.sourceForgotten);
  if (!hasCome && (isHeldBack(state) || isRestoring(state))) return state;
  const refusal = refusalOf(state, first.command);
  if (refusal !== null) return refused(refusal);
  const done = locallyDone(state, first);
  if (done !== null) return commandBegins(done);
  // A listener's wish is a reason to ask, so it releases the brake however many commands wait.
  const begun = brakeReleased(withAbout(state, first));
  if (first.command.type === 'next') return skipBegun(begun, first.ref);
  return askOf(state, first) === null ? refused(REFUSALS.noSource) : begun;
}

function withAbout(state: State, { ref }: QueuedCommand): State {
  const { playlist, setting } = state;
  const { current } = playlist;
  const { index = null, trackToken = null } = current?.item ?? {};
  const about = { entry: current?.id ?? null, was: { index, trackToken }, setting: setting.serial };
  return withCommand(state, ref, { about });
}

/** Its question was closed without an answer, because the pairing or the source changed. */
function reportUnwaited(state: State): State {
  return isReporting(state) ? state : withEndUnknown(state);
}

/** A skip is done once the end of its item is settled, or the item is over. */
function skipDone(state: State): State {
  const { current, next } = state.playlist;
  const leaving = state.queue.find(({ progress }) => progress.at === 'leaving');
  if (leaving === undefined) return state;
  const left = answeredWith(state, leaving.ref, null);
  if (current === null || leaving.about?.entry !== current.id) return left;
  if (current.end.at !== 'settled') return current.over ? left : state;
  return next.is === 'some' ? playlistShifted(left) : withCurrent(left, over);
}

/**
 * The service has moved on from the item, so it gives no new address, and the player holds nothing of it. The rest is
 * played from the last address, unless only the last second is left, which is not worth a load.
 */
function restGivenUp(state: State): State {
  const { current } = state.playlist;
  if (current === null || current.over || !isWanted(state) || heldOfCurrent(state) !== null) return state;
  const { at } = current.end;
  const leftMs = (endOf(current) ?? Infinity) - positionOf(current, state.now);
  const isOfUse = leftMs > LAST_MS && isFresh(current, state.now);
  return at === 'taken' || (at === 'settled' && !isOfUse) ? withCurrent(state, over) : state;
}

function givesWay(state: State): State {
  const { current, next } = state.playlist;
  const isOver = current !== null && current.over && current.end.at === 'settled';
  // Without the address of the next item it is not known whether that will sound at all.
  if (!isOver || next.is !== 'some' || !isFresh(next.entry, state.now)) return state;
  return isHandingOver(state) && isWanted(state) ? state : playlistShifted(state);
}

/** While the service may be at another source, the end is not trusted: the speaker's own source is set again. */
function sourceEnds(state: State): State {
  const { playlist, intent, setting } = state;
  const isOver = playlist.next.is === 'none' && (playlist.current === null || playlist.current.over);
  if (!isOver || intent.stopped !== null || setting.source === null) return state;
  if (setting.held === 'unknown') return heldIs(withoutNext(state), 'no');
  return playbackStopped(state, 'sourceEnded', null);
}

function positionMoves(state: State): State {
  const { now } = state;
  const isMoving = soundOf(state).want(state).silence === null;
  return withCurrent(state, entry => {
    const anchor = isMoving ? movingFrom(entry.anchor, now) : freeze(entry.anchor, now, endOf(entry));
    return withAnchor(entry, anchor);
  });
}

/**
 * Begins a skip, an end reported early (service rules, "skip", core). Waits if the end is being reported already, or was
 * perhaps taken.
 */
function skipBegun(state: State, ref: number): State {
  const { current } = state.playlist;
  if (current === null || (current.item.index === null && current.end.at === 'ahead'))
    return answeredWith(state, ref, REFUSALS.noSource);
  const leaving = withCommand(state, ref, { progress: { at: 'leaving' } });
  const { end } = current;
  const at = elapsedS(current, positionOf(current, state.now));
  // It joins one whose answer was lost: if that one was not taken, the end is sent from here.
  if (end.at === 'unknown' && end.by === 'skip')
    return withCurrent(leaving, entry => withEndOf(entry, { ...end, elapsedS: at, tries: 0 }));
  return end.at === 'ahead' ? withCurrent(leaving, entry => withEndOf(entry, due('skip', at))) : leaving;
}
