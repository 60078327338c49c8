const NO_NAME = /[^_0-9A-Za-z]+/;

/** One thing that the service said when it refused a document before carrying any of it out. */
export interface Objection {
  /** What it names, without what it suggests instead. */
  readonly names: ReadonlySet<string>;
  /** Enum words of the document among these: then it does not know them, whatever field they stand at. */
  readonly words: readonly string[];
}

/** `words`: the enum words that the document held; `own`: what a listener said, which the service may only say back. */
export function toObjection(
  message: string,
  words: readonly string[],
  own: ReadonlySet<string> = new Set(),
): Objection {
  const said = message.replace(/did you mean.*$/is, '').split(NO_NAME);
  const names = new Set(said.filter(name => !isOwn(name, own)));
  return { names, words: words.filter(word => names.has(word)) };
}

/** Whether it is about the field, argument or enum word of this name. */
export function isAbout({ names, words }: Objection, name: string): boolean {
  return words.length > 0 ? words.includes(name) : names.has(name);
}

/** All names in what was sent along with a document. */
export function namesIn(variables: Readonly<Record<string, string | number>>): ReadonlySet<string> {
  return new Set(Object.values(variables).flatMap(value => String(value).split(NO_NAME)));
}

/** A text without these names. */
export function without(text: string, names: ReadonlySet<string>): string {
  return text.replace(/[_0-9A-Za-z]+/g, name => (isOwn(name, names) ? '' : name));
}

/** The beginning of a listener's word is one too: a long message is cut, and the cut may go through it. */
function isOwn(name: string, own: ReadonlySet<string>): boolean {
  return own.has(name) || [...own].some(word => word.startsWith(name));
}
