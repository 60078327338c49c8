import type { XStatic } from 'typebox/schema';
import { type Variable, VARIABLES } from './variables.js';

export type VariableName = keyof typeof VARIABLES;

type Defaulted = {
  [Name in VariableName]: (typeof VARIABLES)[Name] extends { readonly default: string } ? Name : never;
}[VariableName];

const REQUIRED = ['TONEARM_AUTH_URL', 'TONEARM_BASE_URL', 'TONEARM_CLIENT_ID'] as const;

export const SCHEMA = { type: 'object', required: REQUIRED, properties: VARIABLES } as const;

/** What env-schema hands back: required and defaulted variables are there, the others may be missing. */
export type Values = Omit<XStatic<typeof SCHEMA>, Defaulted> &
  Required<Pick<XStatic<typeof SCHEMA>, Defaulted>>;

export const VARIABLE_NAMES = Object.keys(VARIABLES) as readonly VariableName[];

export function variableOf(name: VariableName): Variable {
  return VARIABLES[name];
}

export function isRequired(name: VariableName): boolean {
  return REQUIRED.some(required => required === name);
}
