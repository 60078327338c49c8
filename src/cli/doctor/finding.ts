/** `broken`: the speaker does not work like this; `warning`: it does, but not well or not for long. */
export type Level = 'ok' | 'note' | 'warning' | 'broken';

export const NO_CONFIG = 'the configuration is not valid';

/** One thing that was looked at. */
export interface Finding {
  /** Which check found it. */
  readonly check: string;
  readonly level: Level;
  readonly text: string;
  /** What to do; every warning and everything broken has one. */
  readonly remedy?: string;
  /** It was not looked at, perhaps because this user may not. */
  readonly unseen?: true;
}

/** Findings of one check, short to write. */
export interface Findings {
  readonly ok: (text: string) => Finding;
  readonly note: (text: string) => Finding;
  /** A note on what was not looked at, and why. */
  readonly unseen: (why: string) => Finding;
  readonly warning: (text: string, remedy: string) => Finding;
  readonly broken: (text: string, remedy: string) => Finding;
}

export function createFindings(check: string): Findings {
  return {
    ok: text => ({ check, level: 'ok', text }),
    note: text => ({ check, level: 'note', text }),
    unseen: why => ({ check, level: 'note', text: `not looked at: ${why}`, unseen: true }),
    warning: (text, remedy) => ({ check, level: 'warning', text, remedy }),
    broken: (text, remedy) => ({ check, level: 'broken', text, remedy }),
  };
}
