import { Unfit } from './kinds.js';
import { type VariableName, variableOf } from './variables.js';

/**
 * Parses the text of a variable and stores the result in `values`. Returns null, or the problem as the end of a
 * sentence that begins with the variable's name.
 */
export function readInto(name: VariableName, text: string, values: Record<string, unknown>): string | null {
  try {
    values[name] = variableOf(name).is(text);
    return null;
  } catch (error) {
    if (error instanceof Unfit) return error.message;
    throw error;
  }
}
