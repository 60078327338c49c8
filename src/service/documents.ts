import { ServiceFault } from '../contract/errors.js';

/** A GraphQL document and the values of its variables. */
export interface Document {
  readonly kind: 'query' | 'mutation';
  readonly text: string;
  readonly variables: Readonly<Record<string, string | number>>;
  /** The enum words in the document, each once. */
  readonly words: readonly string[];
}

type Written = string | null;

/**
 * Writes one document. The specification names no enum or input types, so no variable of such a type can be declared:
 * enum words and input objects are written inline, each word checked; free strings and numbers are variables. Undefined
 * values are left out, never sent as null.
 */
export interface DocumentWriter {
  /** Declares a `String!` or `Int!` variable, which fits nullable and non-null arguments alike. */
  variable(name: string, value: string | number | undefined): Written;
  word(name: string, value: string | undefined): Written;
  words(name: string, values: readonly string[] | undefined): Written;
  object(name: string, members: readonly Written[]): Written;
  /** Returns `field(arguments) { selection }`, without the parentheses if there are no arguments. */
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

/** The last check before text becomes part of a document: only an enum word passes. Throws a `ServiceFault`. */
function checkWord(value: string): string {
  if (/^[_A-Z][_0-9A-Z]*$/.test(value)) return value;
  throw new ServiceFault('serviceError', 'The request contains a word that the service cannot know.');
}
