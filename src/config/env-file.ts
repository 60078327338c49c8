/**
 * Parses `NAME=value` lines as systemd does for `EnvironmentFile=` (systemd.exec(5)): comments begin with `#` or `;`,
 * values may be quoted, and a backslash at the end of a line joins it with the next. Lines that are no assignment are
 * skipped; the last assignment of a name counts.
 */
export function parseEnvFile(text: string): Record<string, string> {
  const found = new Map<string, string>();
  let rest = text.replaceAll('\r\n', '\n');
  while (rest !== '') {
    const blank = /^\s*(?:[#;](?:\\[^]|[^\\\n])*)?(?:\n|$)/.exec(rest);
    if (blank !== null && blank[0] !== '') {
      rest = rest.slice(blank[0].length);
      continue;
    }
    const assignment = /^\s*([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*/.exec(rest);
    if (assignment === null) {
      rest = rest.replace(/^.*(?:\n|$)/, '');
      continue;
    }
    const { value, length } = readValue(rest.slice(assignment[0].length));
    found.set(assignment[1] ?? '', value);
    rest = rest.slice(assignment[0].length + length);
  }
  return Object.fromEntries(found);
}

const SINGLE = /^'([^']*)'/;
const DOUBLE = /^"((?:\\[^]|[^"\\])*)"/;
/** Up to the end of the line; quotes inside are ordinary characters. */
const BARE = /^(?:\\[^]|[^\\\n])+/;

/** Returns one value, and the length of the text that it occupies including the end of its line. */
function readValue(text: string): { value: string; length: number } {
  let value = '';
  let rest = text;
  while (rest !== '' && !rest.startsWith('\n')) {
    const single = SINGLE.exec(rest);
    const double = DOUBLE.exec(rest);
    const bare = BARE.exec(rest);
    if (single !== null) value += single[1] ?? '';
    else if (double !== null) value += (double[1] ?? '').replace(/\\([^])/g, unescapeQuoted);
    else if (bare !== null) value += unescapeBare(bare[0]);
    const taken = (single ?? double ?? bare)?.[0].length ?? rest.length;
    rest = rest.slice(taken);
    // White space between quoted parts is not part of the value.
    if (single !== null || double !== null) rest = rest.replace(/^[ \t]+/, '');
  }
  return { value, length: text.length - rest.length + (rest === '' ? 0 : 1) };
}

function unescapeQuoted(whole: string, letter: string): string {
  if (letter === '\n') return '';
  return ['"', '\\', '`', '$'].includes(letter) ? letter : whole;
}

/** Unescapes a bare value; trailing white space counts only if escaped with a backslash. */
function unescapeBare(text: string): string {
  const trimmed = text.replace(/((?:\\[^]|[^\\\s])?)[ \t]+$/, '$1');
  return trimmed.replace(/\\([^])/g, (_, letter: string) => (letter === '\n' ? '' : letter));
}
