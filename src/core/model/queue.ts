import type { Cause, Command, Refusal } from '../command.js';
import type { ServiceFailure } from '../failure.js';
import type { Item, Source } from '../item.js';

/** What only the service can do. */
export type ServiceCommand = Extract<
  Command,
  { readonly type: 'play' | 'next' | 'previous' | 'replay' | 'setFeedback' }
>;

/** How far a command is. */
export type Progress =
  | { readonly at: 'waiting'; readonly tries: number }
  /** A skip: the end of its entry is being settled. */
  | { readonly at: 'leaving' }
  | { readonly at: 'asked'; readonly tries: number }
  /** It may have been done: `read` says what shows that. */
  | {
      readonly at: 'unknown';
      readonly tries: number;
      readonly failure: ServiceFailure;
      readonly read: 'current' | 'source';
    }
  /** Done; which item is current has to be asked. `source`: the one that was set. */
  | { readonly at: 'taken'; readonly source: Source | null; readonly item: Item | null }
  | { readonly at: 'answered'; readonly refusal: Refusal | null };

/** A listener's command that waits for the service, in the order they came. */
export interface QueuedCommand {
  readonly ref: number;
  readonly command: ServiceCommand;
  readonly cause: Cause;
  /** A pause or stop came after it: take the answer, but make no sound. */
  readonly silenced: boolean;
  readonly progress: Progress;
  /** The entry that was current when it was begun, where it stood, and the setting of its source. Null: not begun. */
  readonly about: {
    readonly entry: number | null;
    readonly was: { readonly index: number | null; readonly trackToken: string | null };
    readonly setting: number;
  } | null;
}
