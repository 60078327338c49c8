import { fstatSync } from 'node:fs';

/** Priorities of syslog(3), which journald sorts by. */
const PRIORITIES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    fatal: 2,
    error: 3,
    warn: 4,
    info: 6,
    debug: 7,
    trace: 7,
  }),
);
/**
 * Longest line, bytes. journald cuts at 48 KiB, and takes the rest as another line with its own priority (`LineMax=`).
 */
const MAX_BYTES = 40_000;

/** Whether this descriptor (1: standard output) leads to journald: systemd.exec(5), `$JOURNAL_STREAM`. */
export function isJournal(environment: NodeJS.ProcessEnv, descriptor: 1 | 2): boolean {
  const told = environment['JOURNAL_STREAM'] ?? '';
  if (!/^\d+:\d+$/.test(told)) return false;
  try {
    const { dev, ino } = fstatSync(descriptor, { bigint: true });
    return told === `${dev}:${ino}`;
  } catch {
    return false;
  }
}

/** Formats a log line for journald: priority, message, then the fields. The time is left out, as journald adds it. */
export function toJournalLine(json: string): string {
  const { level, msg = '', ...fields } = JSON.parse(json) as Record<string, unknown>;
  const told = Object.entries(fields)
    .filter(([name]) => name !== 'time')
    .map(([name, value]) => `${name}=${toWord(value)}`);
  return withPriority(String(level), [String(msg), ...told].join(' '));
}

/** Formats text for people, such as an error; each line gets the same priority. */
export function toJournalText(level: 'error', text: string): string {
  return text
    .split('\n')
    .map(line => withPriority(level, line))
    .join('');
}

/**
 * Makes one line of any text: escapes line breaks and control characters, so that it cannot forge a line or priority.
 */
function withPriority(level: string, text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]/gu, toEscape);
  return `<${PRIORITIES.get(level) ?? 6}>${shorten(line)}\n`;
}

function toWord(value: unknown): string {
  return typeof value === 'string' && /^[\w.:/+-]+$/.test(value) ? value : JSON.stringify(value);
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function shorten(line: string): string {
  if (Buffer.byteLength(line) <= MAX_BYTES) return line;
  return `${Buffer.from(line)
    .subarray(0, MAX_BYTES)
    .toString()
    .replace(/\ufffd+$/, '')}…`;
}
