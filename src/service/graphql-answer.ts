import type { Fields } from '../contract/shape.js';
import { ForeignFault, ServiceFault, type ServiceFaultCode } from '../contract/errors.js';
import { isFields, toFields, toList, toText, valueAt } from './fields.js';
import type { HttpAnswer } from './http-client.js';
import { namesIn, type Objection, toObjection, without } from './objection.js';

export type GraphqlOutcome =
  | { readonly type: 'value'; readonly value: unknown }
  /** The service did not accept the access token; nothing was executed. */
  | { readonly type: 'rejected'; readonly fault: ServiceFault }
  | {
      readonly type: 'refused';
      readonly fault: ServiceFault;
      /** The service's objections to the document itself, made before any of it was executed; otherwise empty. */
      readonly objections: readonly Objection[];
      /** Whether nothing known explains it: some services refuse an access token in words of their own. */
      readonly isUnexplained: boolean;
    };

export type SettledOutcome = Exclude<GraphqlOutcome, { readonly type: 'rejected' }>;

/** The properties of a request that its answer is checked against. */
export interface AskedOperation {
  readonly kind: 'query' | 'mutation';
  readonly operationName: string;
  /** Path of the requested field in `data`. */
  readonly path: readonly string[];
  /** The enum words in the document. */
  readonly words: readonly string[];
  /** The variables sent, mostly a listener's own words, which carry no meaning when the service repeats them. */
  readonly variables?: Readonly<Record<string, string | number>>;
}

const LONGEST_MESSAGE = 65_536;
/** How many errors of an answer are read: a service has no reason to report more. */
const MOST_ERRORS = 20;

interface GraphqlError {
  readonly code: string | null;
  readonly message: string | null;
  /** Path into the answer; empty for an error of the document itself. */
  readonly path: readonly unknown[];
  /** Whether it is about the document or what was asked for, so that no other access token helps. */
  readonly isOfDocument: boolean;
}

/**
 * Codes that servers give to errors in a document, and the service to a list that it does not sort so. In graphql-ruby,
 * each rule of validation has one such as `undefinedField`.
 */
const CODES_OF_DOCUMENT =
  /^(?:GRAPHQL_(?:PARSE|VALIDATION)_FAILED|BAD_USER_INPUT|UPSTREAM_ERROR_SERVICE|[a-z]+(?:[A-Z][a-z]+)+)$/;
/** Limits on the size of documents are told without a place or a code (graphql-armor 3.2.0). */
const SIZE_OF_DOCUMENT = /\b(depth|complexity|cost)\b/i;

const WORDS: readonly (readonly [RegExp, ServiceFaultCode])[] = [
  [/\bSOURCE_NOT_SET\b/, 'noSource'],
  [/\bNOT_SUPPORTED\b/, 'notSupported'],
  [
    /skips?[ _-]?(limit|quota|exhausted|exceeded)|(limit|number|out)[ _-]of[ _-]skips|(no|no[ _-]more|too[ _-]many)[ _-]skips/i,
    'skipLimitReached',
  ],
];

/** Start of the message when a list does not support an order (specification, section 7). */
const SORTING = /^Exception - INVALID_SORT_ORDER\b/;

/**
 * Reads the answer to a document (specification, sections 4 and 7). Valid data are used even if errors stand beside
 * them. Throws a `ServiceFault` for an answer that is not GraphQL. `secrets` are removed from the service's messages.
 */
export function readGraphqlAnswer(
  answer: HttpAnswer,
  asked: AskedOperation,
  secrets: readonly string[] = [],
): GraphqlOutcome {
  const { path, words } = asked;
  const own = namesIn(asked.variables ?? {});
  const body = parseJson(answer.text);
  if (!isFields(body) || !('data' in body || Array.isArray(body['errors']))) return readForeign(answer);
  const value = valueAt(body['data'], path);
  if (value !== null && value !== undefined) return { type: 'value', value };

  const reported = toList(body['errors']).slice(0, MOST_ERRORS);
  const errors = reported.map(error => toError(toFields(error), asked, secrets));
  const error = errors.find(({ path: at }) => at.length > 0 && path[0] === at[0]) ?? errors[0];
  const status = answer.status;
  const details = {
    // Without a reported error the operation may well have been carried out.
    answerLost: errors.length === 0 || errors.some(({ path: at }) => isBehind(at, path)),
    empty: value === null && errors.length === 0 && status < 400,
    ...(status >= 400 && { httpStatus: status }),
    ...(answer.retryAfterMs !== undefined && { retryAfterMs: answer.retryAfterMs }),
    ...(error?.code && { serviceCode: error.code }),
    ...(error?.message && { serviceMessage: error.message }),
  };
  if (status === 401 || errors.some(({ code }) => code === 'UNAUTHENTICATED')) return rejected(details);
  const code = errors.map(each => toFaultCode(each, own)).find(word => word !== null) ?? null;
  // An error about the source or the skip limit shows that the document was executed.
  const isWord = code === 'noSource' || code === 'skipLimitReached';
  const before = !isWord && !isFields(body['data']) && errors.every(({ path: at }) => at.length === 0);
  const objections = before
    ? errors.flatMap(({ message }) => (message === null ? [] : toObjection(message, words, own)))
    : [];
  const unknown = code === null ? sayUnknown(objections) : null;
  const message = unknown ?? error?.message ?? 'The service’s answer lacks the requested data.';
  const isSorting = errors.some(({ message }) => SORTING.test(message ?? ''));
  const fault = new ServiceFault(code ?? 'serviceError', message, {
    ...details,
    ...(isSorting && { detail: 'sortOrder' }),
    ...(unknown !== null && { detail: 'unknownWord' }),
  });
  const isKnown =
    code !== null || unknown !== null || details.answerLost || answer.retryAfterMs !== undefined;
  // Status 400 is for documents (GraphQL over HTTP, section 6.4).
  const isUnexplained = !isKnown && status !== 400 && status !== 429 && !errors.some(e => e.isOfDocument);
  return { type: 'refused', fault, objections, isUnexplained };
}

/** Returns a message for the listener, who may have chosen a word unknown to the service; null without such a word. */
function sayUnknown(objections: readonly Objection[]): string | null {
  const words = [...new Set(objections.flatMap(objection => objection.words))];
  if (words.length === 0) return null;
  return `The service does not know ${words.length === 1 ? '' : 'one of '}${words.join(', ')}.`;
}

/** Returns the service's text without secrets, addresses or control characters, cut to 500; null if nothing is left. */
export function toServiceText(value: unknown, secrets: readonly string[]): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_MESSAGE) return null;
  // Secrets are removed before the text is cut: half a secret is still a secret.
  const struck = secrets.reduce(
    (text, secret) => (secret === '' ? text : text.replaceAll(secret, '[hidden]')),
    value,
  );
  return toText(struck.replace(/\bhttps?:\/\/\S+/gi, '[address]'), 500);
}

export function parseJson(text: string): unknown {
  try {
    // Some servers put a byte order mark first.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns the fault for an HTTP error without an error in the service's format. After a server error (5xx) the request
 * may have been carried out.
 */
export function toHttpFault({ status, retryAfterMs }: HttpAnswer): ServiceFault {
  return new ServiceFault('serviceError', `The service answered with HTTP status ${status}.`, {
    httpStatus: status,
    answerLost: status >= 500,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** Whether the answer comes from an intermediary, such as a captive portal, or was cut short. */
export function isForeign(status: number): boolean {
  return status < 400 || status === 407 || status === 511;
}

/** Returns the fault for an answer that is not the service's. */
export function toForeignFault(): ServiceFault {
  return new ForeignFault('offline', 'The answer was truncated or did not come from the service.', {
    answerLost: true,
  });
}

/** Returns the fault for an answer that came but cannot be used. */
export function toUnusableFault(what: string): ServiceFault {
  return new ServiceFault('serviceError', `The service answered with ${what} that cannot be read.`, {
    // An answer came, so the request may well have been carried out.
    answerLost: true,
  });
}

function readForeign(answer: HttpAnswer): GraphqlOutcome {
  if (answer.status === 401) return rejected({ httpStatus: 401 });
  throw isForeign(answer.status) ? toForeignFault() : toHttpFault(answer);
}

function rejected(details: ConstructorParameters<typeof ServiceFault>[2]): GraphqlOutcome {
  const fault = new ServiceFault('serviceError', 'The service does not accept the access token.', details);
  return { type: 'rejected', fault };
}

function toError(error: Fields, asked: AskedOperation, secrets: readonly string[]): GraphqlError {
  const path = toList(error['path']);
  // A validator's path follows the document, not the answer: it begins with the operation itself.
  const isValidators = path[0] === `${asked.kind} ${asked.operationName}`;
  const code = toServiceText(toFields(error['extensions'])['code'], secrets);
  // An error found while a field is resolved has a path, too.
  const isPlaced = toList(error['locations']).length > 0 && (isValidators || path.length === 0);
  const message = toServiceText(error['message'], secrets);
  return {
    code,
    message,
    path: isValidators ? [] : path,
    isOfDocument: isPlaced || CODES_OF_DOCUMENT.test(code ?? '') || SIZE_OF_DOCUMENT.test(message ?? ''),
  };
}

/** Whether the error is in a field inside the requested one, which has then been executed itself. */
function isBehind(at: readonly unknown[], path: readonly string[]): boolean {
  return typeof at[path.length] === 'string' && path.every((key, place) => at[place] === key);
}

function toFaultCode({ code, message }: GraphqlError, own: ReadonlySet<string>): ServiceFaultCode | null {
  return toWord(code) ?? toWord(message === null ? null : without(message, own));
}

/** Returns the fault code for a text that contains one of the service's known words; null if it has none. */
export function toWord(text: string | null): ServiceFaultCode | null {
  return WORDS.find(([word]) => word.test(text ?? ''))?.[1] ?? null;
}
