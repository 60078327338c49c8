/**
 * Reads a file of `NAME=value` lines as systemd does for `EnvironmentFile=` (systemd.exec(5)): comments begin with `#`
 * or `;`, values may be quoted, a backslash at the end of a line joins it with the next. What is no assignment is
 * passed over; the last one of a name counts.
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
/** Up to the end of the line; quotes within are letters like any other. */
const BARE = /^(?:\\[^]|[^\\\n])+/;

/** One value, and how much of the text it takes with the end of its line. */
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
    // White space between quoted parts is none of the value.
    if (single !== null || double !== null) rest = rest.replace(/^[ \t]+/, '');
  }
  return { value, length: text.length - rest.length + (rest === '' ? 0 : 1) };
}

function unescapeQuoted(whole: string, letter: string): string {
  if (letter === '\n') return '';
  return ['"', '\\', '`', '$'].includes(letter) ? letter : whole;
}

/** A space at the end counts only when it was written with a backslash. */
function unescapeBare(text: string): string {
  const trimmed = text.replace(/((?:\\[^]|[^\\\s])?)[ \t]+$/, '$1');
  return trimmed.replace(/\\([^])/g, (_, letter: string) => (letter === '\n' ? '' : letter));
}
