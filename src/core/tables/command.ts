import type { QueuedCommand } from '../../contract/command.js';
import { elapsedS, positionOf } from '../facts/entry.js';
import { firstOf, isRestoring } from '../facts/read.js';
import type { Ask } from '../model/ledger.js';
import type { State } from '../model/state.js';
import { type Row, fitting } from './row.js';
import { QUIET, type Talk, asking } from './talk.js';

const isAt = (state: State, ...at: readonly QueuedCommand['progress']['at'][]): boolean =>
  at.includes(firstOf(state)?.progress.at ?? 'answered');

/** The question that carries out a command; null if the state lacks what it must name. */
export function askOf(state: State, { command }: QueuedCommand): Ask | null {
  const { setting, playlist, now } = state;
  const { source } = setting;
  if (command.type === 'play') return { op: 'setSource', sourceId: command.sourceId ?? source?.id ?? '' };
  const { current } = playlist;
  if (command.type === 'next' || source === null || current === null || current.item.index === null)
    return null;
  const { index, trackToken, trackId } = current.item;
  const place = { sourceId: source.id, index, elapsedS: elapsedS(current, positionOf(current, now)) };
  if (command.type === 'previous') return { op: 'previous', ...place };
  if (command.type === 'replay') return trackToken === null ? null : { op: 'replay', ...place, trackToken };
  if (trackId === null) return null;
  const rated = { targetId: trackId, sourceContextId: source.id, trackToken, value: command.value };
  return { op: 'setFeedback', ...rated, elapsedS: place.elapsedS };
}

/** The service is still at the item before, or at another source: until that is settled, only a source may be set. */
export function isHeldBack(state: State): boolean {
  const first = firstOf(state);
  const { playlist, setting } = state;
  const isAstray = ['unasked', 'no', 'restored'].includes(setting.held);
  return first !== null && first.command.type !== 'play' && (playlist.previous !== null || isAstray);
}

/** The listeners' commands, one at a time, in the order of the queue. */
export const COMMAND: readonly Row<Talk>[] = [
  {
    name: 'none waiting',
    when: state => firstOf(state) === null,
    want: () => QUIET,
  },
  {
    name: 'a skip waits for its end to be settled',
    when: state => isAt(state, 'leaving'),
    want: () => QUIET,
  },
  {
    name: 'asking the service',
    when: state => isAt(state, 'asked'),
    want: () => QUIET,
  },
  {
    name: 'it may have been done',
    when: state => isAt(state, 'unknown'),
    want: state => {
      const first = firstOf(state);
      return first?.progress.at === 'unknown' ? asking({ op: first.progress.read }, first.ref) : QUIET;
    },
  },
  {
    name: 'done, current item not told yet',
    when: state => isAt(state, 'taken'),
    want: state => asking({ op: 'current' }, firstOf(state)?.ref ?? 0),
  },
  {
    name: 'our own source is being restored',
    when: isRestoring,
    want: () => QUIET,
  },
  {
    name: 'waiting for the previous item to end',
    when: isHeldBack,
    want: () => QUIET,
  },
  {
    name: 'ready to ask',
    when: () => true,
    want: state => {
      const first = firstOf(state);
      const ask = first === null ? null : askOf(state, first);
      return first === null || ask === null ? QUIET : asking(ask, first.ref);
    },
  },
];

export function commandOf(state: State): Row<Talk> {
  return fitting(COMMAND, state);
}
