import pino from 'pino';
import { toJournalLine } from './journal.js';
import { createSourcePlaces } from './source-places.js';

export interface LogOptions {
  readonly level: pino.LevelWithSilent;
  readonly format: 'json' | 'journal';
  /** Standard output, unless a test listens elsewhere. */
  readonly destination?: pino.DestinationStream;
}

/**
 * Creates the logger, which writes lines to standard output, as JSON or in journald's format. No caller logs a secret;
 * as a second safeguard, errors are reduced to what an operator needs, addresses to their host, and members that hold
 * secrets to a word.
 */
export function createLogger({ level, format, destination }: LogOptions): pino.Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { err: describeError, error: describeError, cause: describeError, reason: describeError },
      redact: { paths: SECRET_PATHS, censor: '[secret]' },
      hooks: {
        streamWrite: format === 'json' ? cleaned : line => toJournalLine(cleaned(line)),
      },
    },
    destination ?? createOutput(),
  );
}

/** How many bytes of lines wait for a reader that pauses; what comes then is lost, not what was there. */
const MOST_WAITING = 4 * 1024 * 1024;
/** How long the end of the process waits for such a reader, milliseconds. */
const LAST_MS = 300;

/**
 * Standard output. Lines are written one by one and in order; pino writes the rest when the process exits, and would
 * wait for ever for a reader that does not read. Losing lines is better than a process that no signal ends.
 */
function createOutput(): pino.DestinationStream {
  let exitsAtMs = Number.POSITIVE_INFINITY;
  const output = pino.destination({
    // Naming it has Node open a pipe so that no write waits within the system call.
    dest: process.stdout.fd,
    sync: false,
    maxLength: MOST_WAITING,
    retryEAGAIN: () => performance.now() < exitsAtMs,
  });
  const flush = output.flushSync.bind(output);
  output.flushSync = () => {
    exitsAtMs = performance.now() + LAST_MS;
    try {
      flush();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EAGAIN' && code !== 'EBUSY') throw error;
    }
  };
  return output;
}

/** Converts an error to data: its kind, stable words, message and the first places of its stack, causes included. */
export function describeError(error: unknown): unknown {
  return describe(error, 3);
}

/**
 * Reduces every web address in a text to its host, and removes tokens. In JSON, the letter before them may be the end of
 * an escape such as `\n`. `code` and `state` must begin a word, as `exitcode=1` is no secret; that is checked last,
 * because it takes longest.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(
      /((?:https?|wss?):\/\/)(?:[^\s"'<>\\/?#@]*@)?([^\s"'<>\\/?#@]+)(?:\/+[^\s"'<>\\?#/]|[?#])[^\s"'<>\\]*/gi,
      '$1$2/…',
    )
    .replace(/(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 [secret]')
    .replace(
      /(token|client_secret|code_verifier|(?:code|state)(?<=(?:\b|\\[bfnrt]|\\u[\da-f]{4}|\[[\d;]*m)(?:code|state)))=[^\s"'&\\]+/gi,
      '$1=[secret]',
    );
}

/**
 * Names of clients in a line, which are kept: they identify clients, everybody sees them, and they may look like
 * anything.
 */
const NAMES = /("(?:client|by)":"(?:[^"\\]|\\.)*")/;

function cleaned(line: string): string {
  return line
    .split(NAMES)
    .map((part, at) => (at % 2 === 0 ? withoutSecrets(part) : part))
    .join('');
}

const SECRET_NAMES = [
  'token',
  'accessToken',
  'refreshToken',
  'access_token',
  'refresh_token',
  'clientSecret',
  'code',
  'codeVerifier',
  'audioUrl',
  'authorization',
  'headers',
];
/** An error's own `code` is a stable word; it has passed `describeError` and stays. */
const SECRET_PATHS = [
  ...SECRET_NAMES,
  ...SECRET_NAMES.filter(name => name !== 'code').map(name => `*.${name}`),
];

const DETAILS = ['code', 'status', 'statusCode', 'httpStatus', 'serviceCode', 'exitCode', 'syscall'] as const;

function describe(error: unknown, depth: number): unknown {
  if (!(error instanceof Error)) return error instanceof Object ? '[not an error]' : error;
  const details = DETAILS.map(name => [name, (error as unknown as Record<string, unknown>)[name]] as const);
  return {
    name: error.name,
    ...Object.fromEntries(
      details.filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
    ),
    message: withoutSecrets(error.message),
    stack: shorten(error.stack ?? ''),
    ...(error.cause !== undefined && depth > 0 && { cause: describe(error.cause, depth - 1) }),
  };
}

const toSourcePlaces = createSourcePlaces();

/** Returns the first six places, without the message, which may span lines and is logged separately. */
function shorten(stack: string): string {
  const places = stack.split('\n').filter(line => /^\s+at /.test(line));
  return toSourcePlaces(
    places
      .slice(0, 6)
      .map(line => line.trim())
      .join('\n'),
  );
}
