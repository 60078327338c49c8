import { backoff } from '../vocabulary/backoff.js';
import { endOf, fullLengthS, isFresh, positionOf } from '../facts/entry.js';
import { isClaimed, isWanted } from '../facts/intent.js';
import { type Unsettled, firstOf, heldOfCurrent, isLeaving, unsettledEnd } from '../facts/read.js';
import { aheadMs } from '../facts/pace.js';
import { LIMITS } from '../vocabulary/limits.js';
import type { Entry, OpenEnd } from '../model/playlist.js';
import type { State } from '../model/state.js';
import { type Row, fitting } from './row.js';
import { QUIET, type Talk, asking, waiting } from './talk.js';

/** Thousands of speakers may regain the network in the same second: each makes one attempt within this spread. */
const HURRY = { delayMs: 0, spreadMs: 5_000 };

const end = ({ playlist }: State): Unsettled['end'] | null => unsettledEnd(playlist)?.end ?? null;
const current = { op: 'current' } as const;
const askCurrent = (state: State): Talk => asking(current, state.setting.serial);
const lookAtEnd = (state: State): Talk => asking(current, unsettledEnd(state.playlist)?.id ?? 0);

function lengthOf({ playlist }: State): number {
  const { previous, current: entry } = playlist;
  return previous?.lengthS ?? (entry === null ? 0 : fullLengthS(entry));
}

function report(state: State): Talk {
  const open = unsettledEnd(state.playlist);
  const { source } = state.setting;
  if (open === null || open.index === null || source === null) return QUIET;
  const { by, elapsedS } = open.end as OpenEnd;
  const op = by === 'skip' ? 'skip' : 'setEnded';
  const place = { sourceId: source.id, index: open.index, elapsedS, lengthS: lengthOf(state) };
  return asking({ op, ...place }, open.id);
}

function follow(state: State): Talk {
  const open = unsettledEnd(state.playlist);
  if (open?.end.at !== 'taken') return QUIET;
  const { looks, waited } = open.end;
  if (waited) return lookAtEnd(state);
  const isUnplaced = open.index === null;
  const waits = isUnplaced ? LIMITS.followUnplaced : LIMITS.follow;
  const delayMs = waits[Math.min(looks, waits.length - 1)] ?? 0;
  const spreadMs = isUnplaced ? LIMITS.followUnplacedSpread : 0;
  return waiting({ name: 'follow', key: `${open.id} ${looks}`, delayMs, spreadMs });
}

/** How long until the end may be reported, milliseconds; null: not now. */
function untilReport(state: State): number | null {
  const { current: entry } = state.playlist;
  const held = heldOfCurrent(state);
  const isPlain = entry !== null && entry.end.at === 'ahead' && !entry.over && entry.item.index !== null;
  if (!isPlain || held?.is !== 'sounding' || !state.player.isRunning || firstOf(state) !== null) return null;
  const endMs = endOf(entry);
  // While data still arrive, the item may sound past any stated length.
  if (endMs === null || entry.isOpen) return null;
  return Math.max(0, endMs - positionOf(entry, state.now) - aheadMs(state));
}

function awaitEnd(state: State): Talk {
  const { current: entry } = state.playlist;
  if (entry === null) return QUIET;
  const { positionMs, steadyMs } = entry.anchor;
  const key = `${entry.id} ${entry.cue} ${positionMs} ${steadyMs} ${endOf(entry)} ${aheadMs(state)}`;
  return waiting({ name: 'endReport', key, delayMs: untilReport(state) ?? 0, spreadMs: 0 });
}

/** The entry that is to be loaded or resumed and has no trusted address; null if there is none. */
function withoutAddress(state: State): Entry | null {
  const { playlist, troubles, player, now } = state;
  const { current: entry, next } = playlist;
  if (entry === null || !isWanted(state)) return null;
  if (entry.over) return next.is === 'some' && !isFresh(next.entry, now) ? next.entry : null;
  const isGoing = heldOfCurrent(state) !== null && player.isRunning && entry.breaksAtMs === null;
  return isGoing || isFresh(entry, now) || troubles.sound?.waited === false ? null : entry;
}

/** Not asked since the start; or the stream was taken over, and no listener has just asked to play to claim it back. */
const isUnasked = (state: State): boolean =>
  state.setting.held === 'unasked' ||
  (state.setting.held === 'interrupted' && isWanted(state) && !isClaimed(state));
/** The service holds no source or another one, or no longer serves this speaker. */
const isForgotten = ({ setting }: State): boolean => setting.held === 'no' || setting.held === 'interrupted';

/** Brings the service and the speaker to the same place. */
export const PLACE: readonly Row<Talk>[] = [
  {
    name: 'nothing to agree on',
    when: ({ pairing, intent, setting }) =>
      pairing.is === 'unpaired' ||
      intent.stopped !== null ||
      (setting.source === null && setting.held !== 'unasked'),
    want: () => QUIET,
  },
  {
    name: 'a listener changes the source or the item',
    when: isLeaving,
    want: () => QUIET,
  },
  {
    name: 'waiting out a service fault',
    when: state =>
      state.troubles.service?.waited === false &&
      (isWanted(state) || unsettledEnd(state.playlist) !== null || firstOf(state) !== null),
    want: state => {
      const { fault, attempt, retryAfterMs, hurried } = state.troubles.service ?? {
        fault: 'offline',
        attempt: 0,
        retryAfterMs: null,
        hurried: false,
      };
      const wait = hurried ? HURRY : backoff(fault, attempt, retryAfterMs);
      return waiting({ name: 'serviceRetry', key: `${fault} ${attempt} ${hurried}`, ...wait });
    },
  },
  {
    name: 'current item not asked for yet',
    // At rest, a failed attempt is repeated only once sound is wanted or a command waits.
    when: state =>
      isUnasked(state) && (state.troubles.service === null || isWanted(state) || firstOf(state) !== null),
    want: askCurrent,
  },
  {
    name: 'the service forgot the source',
    // A skip during a pause needs the source, too.
    when: state => isForgotten(state) && (isWanted(state) || firstOf(state)?.command.type === 'next'),
    want: ({ setting }) => asking({ op: 'setSource', sourceId: setting.source?.id ?? '' }, setting.serial),
  },
  {
    name: 'the source is not set and not wanted',
    when: isForgotten,
    want: () => QUIET,
  },
  {
    name: 'the source is set again, its item not told yet',
    when: ({ setting, playlist }) => setting.held === 'restored' && unsettledEnd(playlist) !== null,
    want: askCurrent,
  },
  {
    name: 'an end may have been taken',
    when: state => end(state)?.at === 'unknown',
    want: lookAtEnd,
  },
  {
    name: 'an end is due',
    when: state => end(state)?.at === 'due',
    want: report,
  },
  {
    name: 'an end is being reported',
    when: state => end(state)?.at === 'sent',
    want: () => QUIET,
  },
  {
    name: 'next item not told yet',
    when: state => end(state)?.at === 'taken',
    want: follow,
  },
  {
    name: 'current item unknown',
    when: state =>
      (isWanted(state) || firstOf(state) !== null) &&
      (state.playlist.current === null || state.setting.held === 'restored'),
    want: askCurrent,
  },
  {
    name: 'an address is needed',
    when: state => withoutAddress(state) !== null,
    want: state => asking(current, withoutAddress(state)?.id ?? 0),
  },
  {
    name: 'waiting for the end',
    when: state => untilReport(state) !== null,
    want: awaitEnd,
  },
  {
    name: 'agreed',
    when: () => true,
    want: () => QUIET,
  },
];

export function placeOf(state: State): Row<Talk> {
  return fitting(PLACE, state);
}
