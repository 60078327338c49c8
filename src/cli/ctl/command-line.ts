/** What a shell takes as it stands, wherever in the word: no quotes, no spaces, nothing that it replaces. */
const HARMLESS = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

/** A line to be pasted into a shell, which gives it the very same words. Options come first, those that are not given are left out. */
export function toCommandLine(
  words: readonly string[],
  options: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${quote(value)}`],
  );
  const [first = '', ...rest] = words;
  const end = rest.some(word => word.startsWith('-')) ? ['--'] : [];
  return ['tonearm ctl', quote(first), ...given, ...end, ...rest.map(quote)].join(' ');
}

function quote(word: string): string {
  return HARMLESS.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
