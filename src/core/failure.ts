/** Words of a service's failure, which listeners are told as they are. */
export const FAILURE_CODES = [
  /** There are no credentials, or the service no longer honours them. */
  'notPaired',
  /** `SOURCE_NOT_SET`: the device has no source. */
  'noSource',
  'notSupported',
  'skipLimitReached',
  /** 4xx, 5xx, 429 and GraphQL errors without a word of their own. */
  'serviceError',
  /** Refused, DNS, time-out, an answer that is not the service's (captive portal). */
  'offline',
] as const;
export const OUTCOMES = ['refused', 'lost', 'broken'] as const;

/** A failed call to the service, as plain data. */
export interface ServiceFailure {
  readonly code: (typeof FAILURE_CODES)[number];
  readonly message: string;
  /** What became of what was asked: nothing; nobody knows, as no answer came; nobody knows, as the server broke down. */
  readonly outcome: (typeof OUTCOMES)[number];
  /** It was answered without an error, and with nothing where something was asked for. */
  readonly empty: boolean;
  readonly retryAfterMs: number | null;
  readonly serviceCode: string | null;
  readonly serviceMessage: string | null;
  /** It does not pass by itself: `message` says who can mend it. */
  readonly lasting: boolean;
}

/** No answer within the limit of ours (see `LIMITS`). */
export const LATE: ServiceFailure = {
  code: 'offline',
  message: 'The service did not answer in time.',
  outcome: 'lost',
  empty: false,
  retryAfterMs: null,
  serviceCode: null,
  serviceMessage: null,
  lasting: false,
};
