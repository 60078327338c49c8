import type { SilenceReason } from '../../src/contract/public-state.js';
import type { Heard, HeardClip } from './sound/ear.js';

/** Everything that was seen of one round, for the judges. Times are `performance.now()`. */
export interface Ledger {
  readonly heard: readonly Heard[];
  readonly samples: readonly Sample[];
  readonly troubles: readonly Trouble[];
  readonly acts: readonly Act[];
  readonly entries: readonly Entry[];
  readonly reports: readonly Report[];
  readonly items: readonly ItemFacts[];
  /** Null: no ear could hear them. */
  readonly clips: readonly HeardClip[] | null;
  readonly alarms: readonly AlarmFacts[];
  readonly quiet: QuietHours | null;
  /** Things that may never be, seen as they happened. */
  readonly breaches: readonly Incident[];
}

/** One look, ten times a second. */
export interface Sample {
  readonly atMs: number;
  readonly isSounding: boolean;
  /** The tone of an alarm. */
  readonly isTone: boolean;
  /** Phones are told that an alarm rings. */
  readonly isRinging: boolean;
  /** An agent runs, and is ready. */
  readonly isUp: boolean;
  /** What phones are told; undefined while no phone is connected. */
  readonly told: SilenceReason | null | undefined;
  /** By the service's word: the last item of a finite source was reported ended, and no source was set since. */
  readonly isOver: boolean;
}

/** A fault from its begin to its end. */
export interface Trouble {
  readonly kind: string;
  readonly fromMs: number;
  /** Null while it lasts. */
  toMs: number | null;
  /** How long after its end it may still be felt for a reason of its own, such as an answer that was delayed before. */
  lingersMs: number;
  /** The reasons for silence that are true because of it. */
  readonly explains: readonly SilenceReason[];
  /** So long phones may believe in sound that has stopped. */
  readonly unnoticedMs: number;
}

/** A listener's command. */
export interface Act {
  readonly atMs: number;
  /** Of a key, known once phones are told. */
  method: string;
  readonly params: unknown;
  /** The item that sounded last when it was sent. */
  readonly n: number | null;
  /** As a word; null: no answer yet. */
  outcome: string | null;
  doneMs: number | null;
  /** What was answered. */
  result?: unknown;
}

/** An alarm that was set. */
export interface AlarmFacts {
  /** Its hour. */
  readonly atMs: number;
  /** Whether it was answered that it is set. */
  readonly isSure: boolean;
  /** When phones were told that it rings; null: not yet. */
  toldMs: number | null;
  /** When it was over; null: not yet. */
  overMs: number | null;
}

/** When the volume is limited. */
export interface QuietHours {
  readonly fromMs: number;
  readonly toMs: number;
  /** Percent. */
  readonly volumeMax: number;
}

/** The service went on to this item. */
export interface Entry {
  readonly atMs: number;
  readonly n: number;
}

/** A report that the service took. */
export interface Report {
  readonly atMs: number;
  readonly operation: string;
  readonly index: number;
  readonly elapsedS: number;
  /** Null: of an item already left. */
  readonly n: number | null;
  /** That it was taken has been told, undamaged, to whoever reported. */
  isAnswered: boolean;
}

/** What is known of item number `n`, its place in the list. */
export interface ItemFacts {
  readonly trackToken: string;
  /** As the service names it; null: it has not. */
  readonly title: string | null;
  readonly lengthMs: number;
  /** Its fresh addresses that were answered as if the item itself were at fault. */
  readonly blamed: number;
  /** The seconds at which its audio was cut, oldest first. */
  readonly cutsS: readonly number[];
}

/** Something that must not be, for the table and for whoever looks into it. */
export interface Incident {
  readonly atMs: number;
  readonly what: string;
}
