import { Unfit } from './kinds.js';
import { type VariableName, variableOf } from './variables.js';

/**
 * Puts what the text of a variable means in its place among the `values`. Answers null, or what is wrong with it, as the end
 * of a sentence that begins with its name.
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
