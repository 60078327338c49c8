import { ServiceFault } from '../errors.js';

/** One document and the values of its variables. */
export interface Document {
  readonly kind: 'query' | 'mutation';
  readonly text: string;
  readonly variables: Readonly<Record<string, string | number>>;
  /** The enum words in it, each once. */
  readonly words: readonly string[];
}

type Written = string | null;

/**
 * Writes one document. The specification names no enum or input types, so that no variable of such a type can be declared:
 * enum words and input objects stand inline, each word checked; free strings and numbers are variables. What is
 * undefined is left out, never sent as null.
 */
export interface DocumentWriter {
  /** A `String!` or `Int!` variable, which fits nullable and non-null arguments alike. */
  variable(name: string, value: string | number | undefined): Written;
  word(name: string, value: string | undefined): Written;
  words(name: string, values: readonly string[] | undefined): Written;
  object(name: string, members: readonly Written[]): Written;
  /** `field(arguments) { selection }`, without the parts that are empty. */
  field(name: string, given: readonly Written[], selection: string): string;
  document(kind: 'query' | 'mutation', operationName: string, body: string): Document;
}

export function createDocumentWriter(): DocumentWriter {
  const variables = new Map<string, string | number>();
  const words = new Set<string>();
  const noted = (value: string): string => {
    words.add(checkWord(value));
    return value;
  };
  return {
    variable(name, value) {
      if (value === undefined) return null;
      variables.set(name, value);
      return `${name}: $${name}`;
    },
    word: (name, value) => (value === undefined ? null : `${name}: ${noted(value)}`),
    words: (name, values) => (values === undefined ? null : `${name}: [${values.map(noted).join(', ')}]`),
    object(name, members) {
      const all = joined(members);
      return all === '' ? null : `${name}: {${all}}`;
    },
    field(name, given, selection) {
      const all = joined(given);
      return `${name}${all && `(${all})`} { ${selection} }`;
    },
    document(kind, operationName, body) {
      const declared = [...variables].map(
        ([name, value]) => `$${name}: ${typeof value === 'string' ? 'String!' : 'Int!'}`,
      );
      const head = `${kind} ${operationName}${declared.length > 0 ? `(${declared.join(', ')})` : ''}`;
      const text = `${head} { ${body} }`.replace(/\s+/g, ' ');
      return { kind, text, variables: Object.fromEntries(variables), words: [...words] };
    },
  };
}

function joined(parts: readonly Written[]): string {
  return parts.filter(part => part !== null).join(', ');
}

/** The last guard before text becomes part of a document: nothing but an enum word passes. */
function checkWord(value: string): string {
  if (/^[_A-Z][_0-9A-Z]*$/.test(value)) return value;
  throw new ServiceFault('serviceError', 'A word was to be sent that the service cannot know.');
}
