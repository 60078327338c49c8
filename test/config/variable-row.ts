import type { Config } from '../../src/config/config.js';

/** What is expected of one variable: values that are fine, with where they turn up, and values that are refused. */
export interface VariableRow {
  readonly name: string;
  readonly read: (config: Config) => unknown;
  readonly unset: unknown;
  readonly good: readonly (readonly [string, unknown])[];
  readonly bad: readonly string[];
}

/** A variable that is on or off. */
export function toSwitch(name: string, read: VariableRow['read'], unset: boolean): VariableRow {
  const bad = ['1', 'true', 'yes', 'no', '0', 'ON', ' on', 'false', 'wait'];
  return { ...{ name, read, unset, bad }, good: Object.entries({ on: true, off: false }) };
}
