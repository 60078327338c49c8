import { Ajv, type FuncKeywordDefinition } from 'ajv';
import { envSchema } from 'env-schema';
import { suggestName } from './nearest-name.js';
import { findProblem, type Rule } from './rules.js';
import { isRequired, SCHEMA, type Values, VARIABLE_NAMES, type VariableName, variableOf } from './schema.js';

const PREFIX = 'TONEARM_';

/** The variables that were given a value: an empty one counts as unset. */
export type Given = Readonly<Partial<Record<VariableName, string>>>;

/** What is wrong with one variable, as the end of a sentence that begins with its name. */
export interface Problem {
  readonly name: VariableName;
  readonly text: string;
}

export function pickGiven(environment: NodeJS.ProcessEnv): Given {
  const entries = VARIABLE_NAMES.map(name => [name, environment[name] ?? ''] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Checks every variable against the schema: all problems at once, or the values with their defaults. */
export function checkValues(given: Given): { readonly problems: Problem[]; readonly values: Values | null } {
  try {
    const values = envSchema<Values>({
      schema: SCHEMA,
      data: { ...given },
      env: false,
      ajv: AJV,
    });
    return { problems: [], values };
  } catch (error) {
    const found = toProblems(error);
    if (found.length === 0) throw error;
    return { problems: found, values: null };
  }
}

/** One line for each variable that nobody knows and that has a value. The values stay unsaid. */
export function findUnknownNames(environment: NodeJS.ProcessEnv): string[] {
  const known: readonly string[] = VARIABLE_NAMES;
  return Object.entries(environment)
    .filter(([name, value]) => name.startsWith(PREFIX) && value !== '' && !known.includes(name))
    .map(([name]) => `${printable(name)} is no setting of Tonearm${suggestName(name, known, PREFIX)}`);
}

/**
 * All problems, a line each: the variable, what is wrong, an example; then the names that nobody knows, as one of them
 * may be meant for a variable that is missing.
 */
export function describeProblems(problems: readonly Problem[], unknownNames: readonly string[]): string {
  const lines = [
    ...problems.map(({ name, text }) => `  ${name} ${text}. Example: ${toExample(name)}`),
    ...unknownNames.map(line => `  ${line}`),
  ];
  const count = lines.length === 1 ? 'a problem' : `${lines.length} problems`;
  return [`The configuration has ${count}:`, ...lines].join('\n');
}

export function toExample(name: VariableName): string {
  return `${name}=${variableOf(name).examples[0]}`;
}

const RULE_KEYWORD: FuncKeywordDefinition = {
  keyword: 'rule',
  type: 'string',
  errors: true,
  compile: (rule: Rule) => {
    const check: ReturnType<NonNullable<FuncKeywordDefinition['compile']>> = (text: string) => {
      const problem = findProblem(rule, text);
      if (problem !== null) check.errors = [{ keyword: 'rule', message: problem, params: {} }];
      return problem === null;
    };
    return check;
  },
};

const AJV = createValidator();

function createValidator(): Ajv {
  // The schema is our own, used once, and a test checks it: what would prove or speed it up only costs the start.
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    validateSchema: false,
    meta: false,
    code: { optimize: false },
  });
  ajv.addKeyword(RULE_KEYWORD);
  ajv.addVocabulary(['defaultText']);
  return ajv;
}

interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: { readonly missingProperty?: string };
}

function toProblems(error: unknown): Problem[] {
  const errors = (error as { readonly errors?: readonly SchemaError[] }).errors ?? [];
  const problems = errors.map((found): Problem | null => {
    const path = found.params.missingProperty ?? found.instancePath.slice(1);
    const name = VARIABLE_NAMES.find(known => known === path);
    return name === undefined ? null : { name, text: toSentence(name, found) };
  });
  const listed = problems.filter(problem => problem !== null);
  return VARIABLE_NAMES.flatMap(name => listed.filter(problem => problem.name === name));
}

function toSentence(name: VariableName, { keyword, message }: SchemaError): string {
  const words = variableOf(name).enum;
  if (keyword === 'enum' && words !== undefined) return `must be ${toChoice(words)}`;
  if (keyword === 'required' && isRequired(name)) return 'is required';
  return message ?? 'is not valid';
}

function toChoice(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

/** A name may hold anything but `=`; a terminal must not be controlled by it. */
function printable(name: string): string {
  return name.replace(/[^\x21-\x7e]/g, '?').slice(0, 80);
}
