import { ServiceFault } from '../../../src/contract/errors.js';

/**
 * What becomes of a call. `lost`: carried out, and no answer; `dropped`: never arrived, and nobody can tell; `refused`:
 * surely not sent; `broken`: carried out, and answered with 500; `unmoved`: a report that is answered before it is
 * carried out; `contradicting`: an answer that names another item than will come.
 */
export type Outcome =
  | 'ok'
  | 'lost'
  | 'dropped'
  | 'refused'
  | 'broken'
  | 'slow'
  | 'late'
  | 'hung'
  | 'without address'
  | 'contradicting'
  | 'unmoved'
  | 'limit';

const LATENCY_MS = 100;
const LONGER: Partial<Record<Outcome, number>> = { slow: 3_000, late: 7_000, hung: 14_000 };
/** A service that gives addresses by `current` alone takes its time over them. */
const PLAIN_LOOK_MS = 2_000;

/** What the caller knows in the end: that it was done (`answered`), that it was not (`clear`), or neither (`unsure`). */
export type Fate = 'answered' | 'clear' | 'unsure';

export interface Ended {
  readonly fate: Fate;
  /** Undefined unless answered. */
  readonly value: unknown;
  /** When it was, or would have been, carried out; whether it was. */
  readonly doneAtMs: number;
  readonly isDone: boolean;
}

interface Call {
  readonly outcome: Outcome;
  readonly act: (outcome: Outcome) => unknown;
  readonly doneAtMs: number;
  readonly answerAtMs: number;
  answer: { readonly value: unknown } | { readonly fault: Error } | null;
  isDone: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (fault: Error) => void;
  readonly hangUp: () => void;
}

export interface Calls {
  isDown: boolean;
  /** Addresses are given by `current` alone. */
  isPlain: boolean;
  /** What becomes of the next calls, the next reports of an end or a skip, looks at what is current, and at what follows. */
  readonly outcomes: Outcome[];
  readonly ofEnds: Outcome[];
  readonly ofLooks: Outcome[];
  readonly ofPeeks: Outcome[];
  /** Every call so far. */
  readonly log: readonly { readonly atMs: number; readonly name: string; readonly params: unknown }[];
  /** `act` does what is asked when it arrives, and answers; `over` is told what the caller knows of it. */
  make<T>(
    name: string,
    params: unknown,
    options: {
      readonly signal: AbortSignal;
      readonly isSignedIn: boolean;
      readonly act: (outcome: Outcome) => T;
      readonly over: (ended: Ended) => void;
    },
  ): Promise<T>;
  /** Whoever asked is gone: what has not arrived never will, and no answer is given. */
  hangUp(): void;
  /** What is due by now is carried out and answered. */
  tick(): void;
}

/** The way to the service and back: every call takes its time, and may be lost on either half. */
export function createCalls(nowMs: () => number): Calls {
  const open = new Set<Call>();
  const log: { atMs: number; name: string; params: unknown }[] = [];

  function pick(name: string): Outcome {
    const isEnd = name === 'setEnded' || name === 'skip';
    const ofOther = name === 'current' ? calls.ofLooks : name === 'peek' ? calls.ofPeeks : [];
    const ofKind = isEnd ? calls.ofEnds : ofOther;
    return ofKind.shift() ?? calls.outcomes.shift() ?? 'ok';
  }

  /** What has arrived by now is carried out. */
  function perform(call: Call): void {
    const { outcome } = call;
    const lost = new ServiceFault('offline', 'No answer.', { answerLost: true });
    if (calls.isDown || outcome === 'refused')
      call.answer = { fault: new ServiceFault('offline', 'Refused.') };
    else if (outcome === 'dropped') call.answer = { fault: lost };
    else {
      call.isDone = true;
      try {
        call.answer = { value: call.act(outcome) };
      } catch (fault) {
        call.answer = { fault: fault as Error };
      }
      if (outcome === 'lost') call.answer = { fault: lost };
      if (outcome === 'broken')
        call.answer = { fault: new ServiceFault('serviceError', 'Broken.', { httpStatus: 500 }) };
    }
  }

  const calls: Calls = {
    isDown: false,
    isPlain: false,
    outcomes: [],
    ofEnds: [],
    ofLooks: [],
    ofPeeks: [],
    log,
    make(name, params, { signal, isSignedIn, act, over }) {
      log.push({ atMs: nowMs(), name, params });
      const outcome = pick(name);
      const usualMs = calls.isPlain && name === 'current' ? PLAIN_LOOK_MS : LATENCY_MS;
      const longMs = LONGER[outcome] ?? usualMs;
      return new Promise((resolve, reject) => {
        const end = (fate: Fate, value?: unknown) =>
          over({ fate, value, doneAtMs: call.doneAtMs, isDone: call.isDone });
        const call: Call = {
          outcome,
          act,
          doneAtMs: nowMs() + longMs / 2,
          answerAtMs: nowMs() + longMs,
          answer: null,
          isDone: false,
          resolve(value) {
            end('answered', value);
            resolve(value as Awaited<ReturnType<typeof act>>);
          },
          reject(fault) {
            const isSure =
              fault instanceof ServiceFault && !fault.answerLost && (fault.httpStatus ?? 0) < 500;
            end(isSure ? 'clear' : 'unsure');
            reject(fault);
          },
          hangUp: () => end('unsure'),
        };
        if (!isSignedIn) {
          call.reject(new ServiceFault('notPaired', 'Nobody is signed in.'));
          return;
        }
        if (signal.aborted) {
          call.reject(new ServiceFault('offline', 'Given up before it was sent.'));
          return;
        }
        signal.addEventListener('abort', () => {
          if (open.delete(call)) call.reject(new ServiceFault('offline', 'Given up.', { answerLost: true }));
        });
        open.add(call);
      });
    },
    hangUp() {
      for (const call of open) call.hangUp();
      open.clear();
    },
    tick() {
      for (const call of [...open]) {
        if (call.answer === null && call.doneAtMs <= nowMs()) perform(call);
        if (call.answer === null || call.answerAtMs > nowMs()) continue;
        open.delete(call);
        if ('value' in call.answer) call.resolve(call.answer.value);
        else call.reject(call.answer.fault);
      }
    },
  };
  return calls;
}
