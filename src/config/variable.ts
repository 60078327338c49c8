import * as kinds from './kinds.js';

/** The single declaration of an environment variable: its parser, its default and its documentation. */
export interface Variable {
  readonly is: kinds.Kind<unknown>;
  readonly required?: true;
  readonly default?: string;
  /** The documented default if there is no `default` because it is computed; absent for none. */
  readonly defaultText?: string;
  readonly description: string;
  readonly example: string;
}

export const seconds = kinds.integer(0, 86_400);
