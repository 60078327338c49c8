import { Unfit } from './kinds.js';
import { suggestName } from './nearest-name.js';
import { validate } from './validation.js';
import {
  PREFIX,
  toExample,
  type Values,
  VARIABLE_NAMES,
  type VariableName,
  variableOf,
} from './variables.js';

/** The variables that have a value; an empty value counts as unset. */
export type GivenVariables = Readonly<Partial<Record<VariableName, string>>>;

/** What is wrong with a variable, as the end of a sentence that begins with its name. */
export interface Problem {
  readonly name: VariableName;
  readonly text: string;
}

export function pickGiven(environment: NodeJS.ProcessEnv): GivenVariables {
  const entries = VARIABLE_NAMES.map(name => [name, environment[name] ?? ''] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Parses every variable. Returns all problems at once, or the values. */
export function checkValues(given: GivenVariables): {
  readonly problems: Problem[];
  readonly values: Values | null;
} {
  const { texts, missing } = withDefaults(given);
  const parsed = VARIABLE_NAMES.map(name => ({
    name,
    ...(missing.includes(name) ? { problem: 'is required' } : parse(name, texts[name])),
  }));
  const problems = parsed.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [{ name, text: problem }],
  );
  const values = Object.fromEntries(parsed.map(({ name, value = null }) => [name, value]));
  return { problems, values: problems.length === 0 ? (values as Values) : null };
}

/** Without the defaults if a variable is missing: there will be no agent. */
function withDefaults(given: GivenVariables): {
  readonly texts: Readonly<Record<string, string>>;
  readonly missing: readonly string[];
} {
  try {
    return { texts: validate(given), missing: [] };
  } catch (error) {
    const missing = toMissing(error);
    if (missing.length === 0) throw error;
    return { texts: given, missing };
  }
}

function parse(
  name: VariableName,
  text: string | undefined,
): { readonly value?: unknown; readonly problem?: string } {
  try {
    return text === undefined ? {} : { value: variableOf(name).is(text) };
  } catch (error) {
    if (error instanceof Unfit) return { problem: error.message };
    throw error;
  }
}

/** Returns one line for each unknown variable that has a value. The values are not printed. */
export function findUnknownNames(environment: NodeJS.ProcessEnv): string[] {
  const known: readonly string[] = VARIABLE_NAMES;
  return Object.entries(environment)
    .filter(([name, value]) => name.startsWith(PREFIX) && value !== '' && !known.includes(name))
    .map(([name]) => `${printable(name)} is not a setting of Tonearm${suggestName(name, known, PREFIX)}`);
}

/**
 * Returns all problems, one a line: the variable, what is wrong, an example; then the unknown names, because one of
 * them may be a misspelling of a missing variable.
 */
export function describeProblems(problems: readonly Problem[], unknownNames: readonly string[]): string {
  const lines = [
    ...problems.map(({ name, text }) => `  ${name} ${text}. Example: ${toExample(name)}`),
    ...unknownNames.map(line => `  ${line}`),
  ];
  const count = lines.length === 1 ? 'a problem' : `${lines.length} problems`;
  return [`The configuration has ${count}:`, ...lines].join('\n');
}

function toMissing(error: unknown): string[] {
  const { errors = [] } = error as {
    readonly errors?: readonly { readonly params: { readonly missingProperty?: string } }[];
  };
  return errors.flatMap(({ params }) => params.missingProperty ?? []);
}

/** Returns a printable form: a name may hold anything but `=`, and must not control a terminal. */
function printable(name: string): string {
  return name.replace(/[^\x21-\x7e]/g, '?').slice(0, 80);
}
