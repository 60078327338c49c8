import type { Item } from '../../../src/core/vocabulary/item.js';
import type { EndReport, Place } from '../../../src/core/model/ledger.js';
import type { SourceSet } from '../../../src/contract/service-ports.js';
import { TAKEN_OVER } from '../../rigs/core/stage.js';
import { type Account, ITEM_MS, toToken } from './account.js';
import type { Ended } from './calls.js';
import { createEnds } from './ends.js';

/** What the speaker was told and has reported; judges what it sends by what it can know. */
export interface Reports {
  /** The generation the speaker was told of: reports of an older one speak of what is gone. */
  known: number;
  /** Another source may be set than the speaker was told of; `current` cannot tell. */
  readonly isAstray: boolean;
  /** A call that names a source is sent by whoever is signed in. */
  checkSource(name: string, sourceId: string): void;
  /** A report of what sounds. */
  check(name: string, report: Place): void;
  /** The report of an end begins, unless it is a blind repetition; the token of its place, where that can be known. */
  beginEnd(name: string, report: EndReport): string | null;
  /** A call of the listener there is over; `end`: the place whose end it reported. */
  over(
    call: { readonly name: string; readonly asker: Account; readonly end: string | null },
    ended: Ended,
  ): void;
  /** When the speaker was last told that this is what is current; null: never. */
  toldMs(token: string): number | null;
  /** Whether the end there was begun, and is neither answered nor looked into. */
  isOpen(token: string): boolean;
  /** The item there is to be heard again. */
  restart(token: string): void;
  /** Another source is set: its places are others. */
  forget(listener: string): void;
}

/** `account`: of who is signed in. `fail` is told of every rule of the service that is broken. */
export function createReports(options: {
  readonly account: () => Account | null;
  readonly nowMs: () => number;
  readonly fail: (message: string) => void;
}): Reports {
  const { account, nowMs, fail } = options;
  const ends = createEnds(nowMs);
  const told = new Map<string, number>();
  let astray = 0;

  function noteTold(value: unknown): void {
    const answer = value as null | undefined | true | Item | SourceSet;
    if (answer === null || answer === undefined || answer === true) return;
    const item = 'source' in answer ? answer.item : answer;
    if (item !== null && item.trackToken !== null) told.set(item.trackToken, nowMs());
  }

  function checkSource(name: string, sourceId: string): void {
    const listener = account()?.place.listener;
    if (listener !== undefined && sourceId.slice(3, 4) !== listener)
      fail(`${name} tells ${listener} of ${sourceId}`);
  }

  /** The token of the place that a report speaks of; null where the speaker could not know better. */
  function toReported({ sourceId, index }: Place): string | null {
    const { place, source } = account() ?? {};
    if (place === undefined || source?.id !== sourceId || place.generation !== reports.known) return null;
    return toToken({ ...place, index });
  }

  const reports: Reports = {
    known: 0,
    get isAstray() {
      return astray > 0;
    },
    checkSource,
    check(name, report) {
      checkSource(name, report.sourceId);
      const token = toReported(report);
      if (token === null) return;
      const end = ends.of(token);
      const { index, elapsedS } = report;
      // Both were asked in the same instant: neither is before the other.
      const isAtOnce = name !== 'setProgress' && ends.beganMs(token) === nowMs();
      if ((end === 'answered' || end === 'open') && !isAtOnce) fail(`${name} of ${index} after its end`);
      if (index > (account()?.place.index ?? index)) fail(`${name} of ${index} before its turn`);
      if (elapsedS > ITEM_MS / 1_000 - 1) fail(`${name} says ${elapsedS}`);
    },
    beginEnd(name, report) {
      checkSource(name, report.sourceId);
      const { elapsedS, lengthS } = report;
      if (elapsedS > lengthS) fail(`${name} says ${elapsedS} of ${lengthS}`);
      const token = toReported(report);
      if (token === null) return null;
      const before = ends.of(token);
      if (before !== 'clear') fail(`${name} of ${token} was sent again, ${before}`);
      ends.begin(token);
      return token;
    },
    over({ name, asker, end }, { fate, value, doneAtMs, isDone }) {
      // Still there, as after the skip of a last item: only a look shows what came of it.
      const isThere = name === 'skip' && fate === 'answered' && end === toToken(asker.place);
      if (end !== null) ends.end(end, isThere ? 'unsure' : fate);
      if (value !== undefined) reports.known = asker.place.generation;
      // Claimed back meanwhile, it is of no account.
      if (value === TAKEN_OVER && asker.isTakenOver) asker.isTakenOverKnown = true;
      if (name !== 'peek' && name !== 'source') noteTold(value);
      if (name === 'current' && fate === 'answered') ends.look(asker.place.listener, doneAtMs);
      if (name === 'setSource') astray = fate === 'answered' ? 0 : astray + Number(isDone);
    },
    toldMs: token => told.get(token) ?? null,
    isOpen: token => ends.isOpen(token),
    restart: token => ends.end(token, 'clear'),
    forget: listener => ends.forget(listener),
  };
  return reports;
}
