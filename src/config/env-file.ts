/** What systemd does not take from a file of settings; `line` counts from 1, as editors do. */
export interface EnvFault {
  readonly line: number;
  /** What is wrong there, as the end of a sentence, without any value. */
  readonly text: string;
}

export interface EnvFile {
  readonly settings: Record<string, string>;
  readonly faults: readonly EnvFault[];
}

// As systemd cuts a file: a carriage return ends a line by itself; U+2028 and the byte order mark are letters.
const BLANK = /[ \t\n\r]+|[#;][^\n\r]*/y;
const NAME = /[^\n\r][^=\n\r]*/y;
/** White space before a quoted part is not part of the value; an open quotation mark takes the rest of the file. */
const QUOTED = /[ \t]*(?:'([^']*)('|$)|"((?:\\[^]|[^"\\])*)(?:(")|\\?$))/y;
/** Up to the end of the line; quotation marks inside are ordinary characters. */
const BARE = /[ \t]*((?:\\[^]|[^\\\n\r])*\\?)/y;

/** A byte order mark, in latin1. */
const MARK = Buffer.from('\ufeff').toString('latin1');
const MARKED = 'begins with a byte order mark, an invisible character that some editors write';
const MISNAMED = 'has a name of more than letters, digits and _';

/**
 * Reads `NAME=value` lines as systemd 257 does for `EnvironmentFile=` (systemd.exec(5)), which decides what the agent
 * gets: comments begin with `#` or `;`, values may be quoted, a backslash at the end of a line joins a value with the
 * next, and the last assignment of a name counts. A file that systemd refuses as a whole has no settings. Never throws.
 */
export function readEnvFile(content: string | Buffer): EnvFile {
  // All that separates is ASCII; each name and value is decoded by itself, as systemd checks it.
  const text = Buffer.from(content as string).toString('latin1');
  const settings = new Map<string, string>();
  const faults: EnvFault[] = [];
  const tell = (at: number, what: string): number =>
    faults.push({ line: text.slice(0, at).split('\n').length, text: what });
  const refuse = (at: number, what: string): EnvFile => {
    tell(at, `holds ${what}, so systemd refuses the whole file`);
    return { settings: {}, faults: faults.slice(-1) };
  };
  if (text.includes('\0')) return refuse(text.indexOf('\0'), 'a zero byte');
  for (let at = 0; at < text.length; ) {
    const blank = matchAt(BLANK, text, at);
    const from = at + (blank?.[0].length ?? 0);
    const named = blank === null ? (matchAt(NAME, text, from)?.[0] ?? '') : '';
    at = from + named.length;
    if (named === '') continue;
    if (text[at] !== '=') {
      tell(from, `${named.startsWith(MARK) ? MARKED : 'is not NAME=value'}, so systemd leaves it out`);
      continue;
    }
    const { value, end, openAt } = readValue(text, at + 1);
    at = end;
    if (openAt !== null) tell(openAt, 'opens a quotation mark that nothing closes: all below belongs to it');
    const [name, told] = [decode(named.replace(/[ \t]+$/, '')), decode(value)];
    if (name === null || told === null) return refuse(from, 'bytes that are not UTF-8');
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) settings.set(name, told);
    else tell(from, `${named.startsWith(MARK) ? MARKED : MISNAMED}, so systemd leaves it out`);
  }
  return { settings: Object.fromEntries(settings), faults };
}

/** Reads only what the agent gets of it. */
export function parseEnvFile(content: string | Buffer): Record<string, string> {
  return readEnvFile(content).settings;
}

/** Returns a value, the place behind it, and that of a quotation mark which nothing closes. */
function readValue(text: string, start: number): { value: string; end: number; openAt: number | null } {
  let value = '';
  let at = start;
  let openAt: number | null = null;
  for (let part = matchAt(QUOTED, text, at); part !== null; part = matchAt(QUOTED, text, at)) {
    const [whole, single, singleEnd, double, doubleEnd] = part;
    value += single ?? (double ?? '').replace(/\\([^])/g, unescapeQuoted);
    if (!singleEnd && !doubleEnd) openAt = at;
    at += whole.length;
  }
  const bare = matchAt(BARE, text, at);
  return { value: value + unescapeBare(bare?.[1] ?? ''), end: at + (bare?.[0].length ?? 0), openAt };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function unescapeQuoted(whole: string, letter: string): string {
  if (letter === '\n') return '';
  return ['"', '\\', '`', '$'].includes(letter) ? letter : whole;
}

/** Unescapes a bare value; white space at its end counts only if escaped, or before a backslash that ends the file. */
function unescapeBare(text: string): string {
  const letters = text.match(/\\?[^]/g) ?? [];
  const last = letters.findLastIndex(letter => letter !== ' ' && letter !== '\t');
  return letters
    .slice(0, last + 1)
    .map(letter => (/^\\[\n\r]?$/.test(letter) ? '' : letter.slice(-1)))
    .join('');
}

/** Null: not UTF-8. */
function decode(bytes: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return null;
  }
}
