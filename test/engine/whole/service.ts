import type { Abilities } from '../../../src/core/vocabulary/abilities.js';
import type { Item } from '../../../src/core/vocabulary/item.js';
import { ServiceFault } from '../../../src/contract/errors.js';
import type { EndReport, Place } from '../../../src/core/model/ledger.js';
import type { PlaybackService } from '../../../src/contract/service-ports.js';
import { type Account, createAccount, toToken } from './account.js';
import { type Calls, createCalls, type Outcome } from './calls.js';
import { createReports } from './reports.js';

/** So long after a listener wished to play that may still be under way: a command's time, and core's patience. */
const CLAIM_MS = 20_000;
/** So long a report is answered ahead of being carried out. */
const UNMOVED_MS = 1_500;

export interface ModelService {
  readonly port: PlaybackService;
  /** The way there: what becomes of what is asked. */
  readonly calls: Calls;
  /** Who is signed in. */
  listener: string | null;
  /** The account of who is, or was last, signed in. */
  readonly account: Account;
  /** Places that a listener left, or that were sent without an address. */
  readonly skipped: Set<string>;
  /** Addresses given out so far. */
  readonly serial: number;
  /** Another source may be set than the speaker was told of; `current` cannot tell. */
  readonly isAstray: boolean;
  /** When the speaker was last told that this is what is current; null: never. */
  toldMs(token: string): number | null;
  /** The end of the item there is not known to be settled. */
  isOpen(token: string): boolean;
  /** A listener wishes to play: a stream that was taken over may be claimed back. */
  claim(): void;
  /** Whoever asked is gone. */
  hangUp(): void;
  tick(): void;
}

/** A service with two listeners, as far as playback goes. `fail` is told of every rule of the service that is broken. */
export function createModelService(options: {
  readonly abilities: Abilities;
  readonly nowMs: () => number;
  /** An alarm acts as a listener does. */
  readonly isRinging: () => boolean;
  readonly fail: (message: string) => void;
}): ModelService {
  const { abilities, nowMs, isRinging, fail } = options;
  const calls = createCalls(nowMs);
  const later: { readonly atMs: number; readonly run: () => void }[] = [];
  let serial = 0;
  let claimedMs = 0;
  let listener: string | null = 'A';
  let last = 'A';
  const accountOf = (name: string): Account => accounts[name] ?? accounts.A;
  const nextSerial = () => (serial += 1);
  const accounts: Record<string, Account> & { readonly A: Account } = {
    A: createAccount('A', nextSerial),
    B: createAccount('B', nextSerial),
  };

  /** What was given up before it is sent never comes here, and is not judged. */
  function call<T>(
    name: string,
    params: unknown,
    how: {
      readonly signal: AbortSignal;
      readonly sourceId?: string;
      readonly report?: Place;
      readonly end?: EndReport;
      readonly act: (account: Account, outcome: Outcome) => T;
    },
  ): Promise<T> {
    const { signal, sourceId, report, end: ended, act } = how;
    const asker = accountOf(listener ?? last);
    let end: string | null = null;
    if (!signal.aborted && listener !== null) {
      if (sourceId !== undefined) reports.checkSource(name, sourceId);
      if (report !== undefined) reports.check(name, report);
      if (ended !== undefined) end = reports.beginEnd(name, ended);
    }
    return calls.make(name, params, {
      signal,
      isSignedIn: listener !== null,
      act: outcome => act(asker, outcome),
      over: known => reports.over({ name, asker, end }, known),
    });
  }

  /** What comes with an answer to something else than the question what is current. */
  const besides = (account: Account, how = {}): Item =>
    account.current({ hasAddress: !calls.isPlain, ...how });

  const itemNow = (account: Account, outcome: Outcome): Item => {
    const hasAddress = outcome !== 'without address';
    if (!hasAddress) model.skipped.add(toToken(account.place));
    return account.current({ hasAddress });
  };

  function endNow(name: string, params: EndReport, account: Account, outcome: Outcome): Item {
    if (outcome === 'limit' && name === 'skip') throw new ServiceFault('skipLimitReached', 'No more skips.');
    const { generation } = account.place;
    const isHere = account.source?.id === params.sourceId && generation === reports.known;
    const leave = () => {
      // Another source has been set meanwhile.
      if (account.place.generation !== generation) return;
      if (name === 'skip') model.skipped.add(toToken(account.place));
      if (isHere) account.leave(params.index);
    };
    if (outcome === 'unmoved') {
      later.push({ atMs: nowMs() + UNMOVED_MS, run: leave });
      return besides(account);
    }
    leave();
    if (outcome === 'without address') return besides(account, { hasAddress: false });
    if (outcome !== 'contradicting') return besides(account);
    model.skipped.add(toToken(account.place));
    return besides(account, { isWrong: true });
  }

  const ending =
    (name: 'setEnded' | 'skip'): PlaybackService['setEnded'] =>
    (params, { signal }) =>
      call(name, params, {
        signal,
        end: params,
        act: (account, outcome) => endNow(name, params, account, outcome),
      });

  const telling =
    (name: 'setProgress' | 'setStarted'): PlaybackService['setProgress'] =>
    (params, { signal }) =>
      call(name, params, { signal, report: params, act: account => besides(account) });

  const leaving = (account: Account, index: number): void => {
    if (account.place.index !== index) return;
    model.skipped.add(toToken(account.place));
    account.leave(index);
    // The last item of a source is never left.
    reports.restart(toToken(account.place));
  };

  const port: PlaybackService = {
    current: ({ signal }) => call('current', null, { signal, act: itemNow }),
    source: ({ signal }) =>
      call('source', null, { signal, act: account => (abilities.previous ? account.source : null) }),
    setSource: (sourceId, { signal }) =>
      call('setSource', sourceId, {
        signal,
        sourceId,
        act(account, outcome) {
          const isAsked = isRinging() || nowMs() - claimedMs <= CLAIM_MS;
          if (account.isTakenOverKnown && !isAsked) fail('a stream is claimed back unasked');
          const source = account.set(sourceId);
          reports.forget(account.place.listener);
          return { source, item: outcome === 'without address' ? null : besides(account) };
        },
      }),
    setProgress: telling('setProgress'),
    setStarted: telling('setStarted'),
    setPaused: (params, { signal }) =>
      call('setPaused', params, { signal, report: params, act: () => undefined }),
    setEnded: ending('setEnded'),
    skip: ending('skip'),
    previous: (params, { signal }) =>
      call('previous', params, {
        signal,
        sourceId: params.sourceId,
        act(account) {
          leaving(account, params.index);
          return besides(account);
        },
      }),
    replay: (params, { signal }) =>
      call('replay', params, {
        signal,
        sourceId: params.sourceId,
        act(account) {
          leaving(account, params.index);
          return true;
        },
      }),
    peek: ({ signal }) =>
      call('peek', null, {
        signal,
        act(account, outcome) {
          const hasAddress = outcome !== 'without address' && !calls.isPlain;
          return account.peek({ hasAddress, isWrong: outcome === 'contradicting' });
        },
      }),
    setFeedback: (params, { signal }) =>
      call('setFeedback', params, {
        signal,
        sourceId: params.sourceContextId,
        act(account) {
          const { place } = account;
          if (params.value === 'DOWN' && params.targetId === `TR:${toToken(place)}`)
            leaving(account, place.index);
          return besides(account);
        },
      }),
    abilities,
    onAbilities: () => undefined,
  };

  const reports = createReports({
    account: () => (listener === null ? null : accountOf(listener)),
    nowMs,
    fail,
  });
  const model: ModelService = {
    port,
    calls,
    get listener() {
      return listener;
    },
    set listener(next) {
      listener = next;
      if (next !== null) last = next;
      reports.known = accountOf(last).place.generation;
    },
    get account() {
      return accountOf(last);
    },
    skipped: new Set(),
    get serial() {
      return serial;
    },
    get isAstray() {
      return reports.isAstray;
    },
    toldMs: token => reports.toldMs(token),
    isOpen: token => reports.isOpen(token),
    claim() {
      claimedMs = nowMs();
    },
    hangUp: () => calls.hangUp(),
    tick() {
      for (const due of later.splice(0)) {
        if (due.atMs <= nowMs()) due.run();
        else later.push(due);
      }
      calls.tick();
    },
  };
  return model;
}
