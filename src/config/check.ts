import { suggestName } from './nearest-name.js';
import { validate } from './validation.js';
import { PREFIX, toExample, type Values, VARIABLE_NAMES, type VariableName } from './variables.js';

/** The variables that have a value; an empty value counts as unset. */
export type Given = Readonly<Partial<Record<VariableName, string>>>;

/** What is wrong with a variable, as the end of a sentence that begins with its name. */
export interface Problem {
  readonly name: VariableName;
  readonly text: string;
}

export function pickGiven(environment: NodeJS.ProcessEnv): Given {
  const entries = VARIABLE_NAMES.map(name => [name, environment[name] ?? ''] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Checks every variable against the schema. Returns all problems at once, or the parsed values. */
export function checkValues(given: Given): { readonly problems: Problem[]; readonly values: Values | null } {
  const unset = Object.fromEntries(VARIABLE_NAMES.map(name => [name, null]));
  try {
    return { problems: [], values: { ...unset, ...validate(given) } };
  } catch (error) {
    const found = toProblems(error);
    if (found.length === 0) throw error;
    return { problems: found, values: null };
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

interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
  readonly params: { readonly missingProperty?: string };
}

function toProblems(error: unknown): Problem[] {
  const { errors = [] } = error as { readonly errors?: readonly SchemaError[] };
  return VARIABLE_NAMES.flatMap(name =>
    errors.flatMap(({ instancePath, message = 'is not valid', params }) => {
      if (params.missingProperty === name) return [{ name, text: 'is required' }];
      return instancePath === `/${name}` ? [{ name, text: message }] : [];
    }),
  );
}

/** Returns a printable form: a name may hold anything but `=`, and must not control a terminal. */
function printable(name: string): string {
  return name.replace(/[^\x21-\x7e]/g, '?').slice(0, 80);
}
