import type { Effect } from '../../src/core/effect.js';
import type { Event } from '../../src/core/event.js';

export type Outcome =
  | 'ok'
  | 'lost'
  | 'refused'
  | 'doubled'
  | 'slow'
  | 'hung'
  | 'without address'
  | 'wrong preview';
export type Question = Extract<Effect, { readonly requestId: number; readonly type: `service.${string}` }>;
export type Answerable = Exclude<Question, { readonly type: 'service.abort' }>;

export interface ServiceModel {
  /** The place in the play sequence: which setting of a source, and the index in it. */
  readonly generation: number;
  readonly index: number;
  /** Addresses given out so far. */
  readonly serial: number;
  isDown: boolean;
  isTakenOver: boolean;
  /** Only `current` gives addresses, and takes its time. */
  isSparing: boolean;
  /** It holds a source for the speaker. */
  readonly hasSource: boolean;
  /** It holds another source than the speaker was told of; `current` cannot tell. */
  isAstray: boolean;
  /** What becomes of the next questions. */
  readonly outcomes: Outcome[];
  /** What becomes of the next reports of an end or a skip, whatever else is asked before. */
  readonly ofEnds: Outcome[];
  /** Places that a listener left, or that were sent without an address. */
  readonly skipped: Set<string>;
  /** Addresses of items that were foretold and will not come. */
  readonly wrong: Set<string>;
  /** Answers that were given; to give one again must change nothing. */
  readonly given: Event[];
  forget(): void;
  /** Another listener's tokens come with whatever arrives from now on; for him it holds nothing. */
  changeListener(): void;
  /** Whoever asked is gone: what has not arrived never will, and no answer is given. */
  hangUp(): void;
  run(effect: Question, nowMs: number): void;
  /** The answers that arrive by now. */
  take(nowMs: number): Event[];
}

/** `current` was to settle an old doubt, and did not get through: the doubt stays. */
export function isStillInDoubt(effect: Answerable): boolean {
  return effect.type === 'service.advance' && effect.doubtful;
}

type Reported = Extract<
  Answerable,
  { readonly type: 'service.reportProgress' | 'service.reportStarted' | 'service.reportPaused' }
>;

export function isReport(effect: Answerable): effect is Reported {
  return effect.type.startsWith('service.report');
}
