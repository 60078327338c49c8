/** The codes of a failed call to the service; clients receive them unchanged. */
export const FAILURE_CODES = [
  /** There are no credentials, or the service no longer accepts them. */
  'notPaired',
  /** `SOURCE_NOT_SET`: the device has no source. */
  'noSource',
  'notSupported',
  'skipLimitReached',
  /** 4xx, 5xx, 429 and GraphQL errors without a code of their own. */
  'serviceError',
  /** Connection refused, DNS failure, time-out, or an answer that is not the service's (captive portal). */
  'offline',
] as const;
export const OUTCOMES = ['refused', 'lost', 'broken'] as const;

/** A failed call to the service, as plain data. */
export interface ServiceFailure {
  readonly code: (typeof FAILURE_CODES)[number];
  readonly message: string;
  /** What became of the request. `refused`: nothing; `lost`: unknown, no answer; `broken`: unknown, server error. */
  readonly outcome: (typeof OUTCOMES)[number];
  /** The answer held no error, but not the requested data either. */
  readonly empty: boolean;
  readonly retryAfterMs: number | null;
  readonly serviceCode: string | null;
  readonly serviceMessage: string | null;
  /** The failure does not pass by itself: `message` says who can fix it. */
  readonly lasting: boolean;
}

/** The failure of a call that exceeded the speaker's own limit (see `LIMITS`). */
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
