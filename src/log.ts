import pino from 'pino';
import type { LogFormat, LogLevel } from './config.js';
import { toJournalLine } from './journal.js';
import { createSourcePlaces } from './source-places.js';

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Standard output unless a test listens elsewhere. */
  readonly destination?: pino.DestinationStream;
}

/**
 * Lines on standard output, JSON or as journald takes them. No caller logs a secret; that none gets out all the same is a second net:
 * errors are cut down to what an operator needs, addresses to their host, members that bear secrets to a word.
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
    // Lines go out one by one and in order; what is not out yet when the process exits is flushed by pino.
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}

/** An error as data: its kind, stable words, message and the first places of its stack, causes included. */
export function describeError(error: unknown): unknown {
  return describe(error, 3);
}

/** Cuts every web address in a text down to its host, and tokens in headers away. */
export function withoutSecrets(text: string): string {
  return text
    .replace(
      /\b((?:https?|wss?):\/\/)(?:[^\s"'<>\\/?#@]*@)?([^\s"'<>\\/?#@]+)(?:\/+[^\s"'<>\\?#/]|[?#])[^\s"'<>\\]*/gi,
      '$1$2/…',
    )
    .replace(/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 [secret]')
    .replace(
      /\b((?:access_|refresh_)?token|client_secret|code|code_verifier|state)=[^\s"'&\\]+/gi,
      '$1=[secret]',
    );
}

/** What clients call themselves, in a line: shown to everybody, it tells them apart, and looks like anything. */
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
/** An error's own `code` is a stable word; it has been through `describeError` and stays. */
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

/** The first six places, without the message: it may span lines and comes by itself. */
function shorten(stack: string): string {
  const places = stack.split('\n').filter(line => /^\s+at /.test(line));
  return toSourcePlaces(
    places
      .slice(0, 6)
      .map(line => line.trim())
      .join('\n'),
  );
}
