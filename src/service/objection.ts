const NO_NAME = /[^_0-9A-Za-z]+/;

/** One objection of the service to a document, made before any of it was executed. */
export interface Objection {
  /** The names in the message, without those it suggests instead. */
  readonly names: ReadonlySet<string>;
  /** The document's enum words among `names`: the service does not know them, whatever field they belong to. */
  readonly words: readonly string[];
}

/** Parses a message. `words`: the document's enum words; `own`: the listener's words, which it may only repeat. */
export function toObjection(
  message: string,
  words: readonly string[],
  own: ReadonlySet<string> = new Set(),
): Objection {
  const said = message.replace(/did you mean.*$/is, '').split(NO_NAME);
  const names = new Set(said.filter(name => name !== '' && !own.has(name)));
  return { names, words: words.filter(word => names.has(word)) };
}

/** Whether the objection is about the field, argument or enum word of this name. */
export function isAbout({ names, words }: Objection, name: string): boolean {
  return words.length > 0 ? words.includes(name) : names.has(name);
}

/** The argument that a listener may make up; the field of the same name is optional, and is not what was refused. */
const CURSOR = 'cursor';

/**
 * Returns all names in the variables of a document, and the beginnings of each: a long message is cut, possibly within
 * such a name.
 */
export function namesIn(variables: Readonly<Record<string, string | number>>): ReadonlySet<string> {
  const names = Object.values(variables).flatMap(value => String(value).split(NO_NAME));
  if (CURSOR in variables) names.push(CURSOR);
  return new Set(names.flatMap(name => Array.from(name, (_, at) => name.slice(0, at + 1))));
}

/** Returns the text without these names. */
export function without(text: string, names: ReadonlySet<string>): string {
  return text.replace(/[_0-9A-Za-z]+/g, name => (names.has(name) ? '' : name));
}
