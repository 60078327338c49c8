import { ServiceFault } from '../errors.js';

/** One document and the values of its variables. */
export interface Document {
  readonly kind: 'query' | 'mutation';
  readonly text: string;
  readonly variables: Readonly<Record<string, string | number>>;
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
  const variables: Record<string, string | number> = {};
  return {
    variable(name, value) {
      if (value === undefined) return null;
      variables[name] = value;
      return `${name}: $${name}`;
    },
    word: (name, value) => (value === undefined ? null : `${name}: ${checkWord(value)}`),
    words: (name, values) => (values === undefined ? null : `${name}: [${values.map(checkWord).join(', ')}]`),
    object(name, members) {
      const written = joined(members);
      return written === '' ? null : `${name}: {${written}}`;
    },
    field(name, given, selection) {
      const written = joined(given);
      return `${name}${written && `(${written})`} { ${selection} }`;
    },
    document(kind, operationName, body) {
      const declared = Object.entries(variables).map(
        ([name, value]) => `$${name}: ${typeof value === 'string' ? 'String!' : 'Int!'}`,
      );
      const head = `${kind} ${operationName}${declared.length > 0 ? `(${declared.join(', ')})` : ''}`;
      return { kind, text: `${head} { ${body} }`.replace(/\s+/g, ' '), variables };
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
