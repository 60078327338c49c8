import { VARIABLE_NAMES, variableOf } from './variables.js';

/** The JSON schema for env-schema. Every variable is text in the environment; its kind parses that (`check.ts`). */
export const SCHEMA = {
  type: 'object',
  required: VARIABLE_NAMES.filter(name => variableOf(name).required === true),
  properties: Object.fromEntries(
    VARIABLE_NAMES.map(name => {
      const { default: value } = variableOf(name);
      return [name, { type: 'string', ...(value !== undefined && { default: value }) }];
    }),
  ),
};
