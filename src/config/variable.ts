import * as kinds from './kinds.js';

/** One environment variable, told once: its value, its default, and what the documents say of it. */
export interface Variable {
  readonly is: kinds.Kind<unknown>;
  readonly required?: true;
  readonly default?: string;
  /** What the documents say where there is no `default`, because it is worked out; left out: none. */
  readonly defaultText?: string;
  readonly description: string;
  readonly example: string;
}

export const seconds = kinds.integer(0, 86_400);
