/** `broken`: the speaker does not work like this; `warning`: it does, but not well or not for long. */
export type Level = 'ok' | 'note' | 'warning' | 'broken';

/** One thing that was looked at. */
export interface Finding {
  /** Which check found it. */
  readonly check: string;
  readonly level: Level;
  readonly text: string;
  /** What to do; every warning and everything broken has one. */
  readonly remedy?: string;
}

/** Findings of one check, short to write. */
export interface Findings {
  readonly ok: (text: string) => Finding;
  readonly note: (text: string) => Finding;
  readonly warning: (text: string, remedy: string) => Finding;
  readonly broken: (text: string, remedy: string) => Finding;
}

export function createFindings(check: string): Findings {
  return {
    ok: text => ({ check, level: 'ok', text }),
    note: text => ({ check, level: 'note', text }),
    warning: (text, remedy) => ({ check, level: 'warning', text, remedy }),
    broken: (text, remedy) => ({ check, level: 'broken', text, remedy }),
  };
}
