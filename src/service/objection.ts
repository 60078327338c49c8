/** One thing that the service said when it refused a document before carrying any of it out. */
export interface Objection {
  /** What it names, without what it suggests instead. */
  readonly names: ReadonlySet<string>;
  /** Enum words of the document among these: then it does not know them, whatever field they stand at. */
  readonly words: readonly string[];
}

/** `words`: the enum words that the document held. */
export function toObjection(message: string, words: readonly string[]): Objection {
  const names = new Set(message.replace(/did you mean.*$/is, '').split(/[^_0-9A-Za-z]+/));
  return { names, words: words.filter(word => names.has(word)) };
}

/** Whether it is about the field, argument or enum word of this name. */
export function isAbout({ names, words }: Objection, name: string): boolean {
  return words.length > 0 ? words.includes(name) : names.has(name);
}
