/** `broken`: the speaker does not work in this state; `warning`: it works, but not well or not for long. */
export type Level = 'ok' | 'note' | 'warning' | 'broken';

export const NO_CONFIG = 'the configuration is not valid';

/** The result of one observation. */
export interface Finding {
  /** The name of the check that found it. */
  readonly check: string;
  readonly level: Level;
  readonly text: string;
  /** What to do; every warning and every broken finding has one. */
  readonly remedy?: string;
  /** Set if something was not examined, perhaps because this user has no permission. */
  readonly unseen?: true;
}

/** What was found, in order, and perhaps in lists of lists; null and false: nothing. */
export type Found = Finding | null | false | readonly Found[];

/** Creates the findings of one check. */
export interface Findings {
  readonly ok: (text: string) => Finding;
  readonly note: (text: string) => Finding;
  /** A note on something that was not examined, and why. */
  readonly unseen: (why: string) => Finding;
  readonly warning: (text: string, remedy: string) => Finding;
  readonly broken: (text: string, remedy: string) => Finding;
}

export function toFindings(found: Found): readonly Finding[] {
  if (found === null || found === false) return [];
  return 'level' in found ? [found] : found.flatMap(toFindings);
}

export function createFindings(check: string): Findings {
  return {
    ok: text => ({ check, level: 'ok', text }),
    note: text => ({ check, level: 'note', text }),
    unseen: why => ({ check, level: 'note', text: `not checked: ${why}`, unseen: true }),
    warning: (text, remedy) => ({ check, level: 'warning', text, remedy }),
    broken: (text, remedy) => ({ check, level: 'broken', text, remedy }),
  };
}
