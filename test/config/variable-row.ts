import type { Config } from '../../src/config/config.js';

/** What is expected of one variable: values that are fine, with where they turn up, and values that are refused. */
export interface VariableRow {
  readonly name: string;
  readonly read: (config: Config) => unknown;
  readonly unset: unknown;
  readonly good: readonly (readonly [string, unknown])[];
  readonly bad: readonly string[];
}
