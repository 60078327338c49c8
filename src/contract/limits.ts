/**
 * The table of limits (contract, section 4, "Limits"). A row’s name is its word in the error, in the log and in
 * `/metrics`. A new limit is a row here, and a question to the meter where `at` says.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

interface LimitRow {
  /**
   * Where the meter is asked: at a new connection, an opened session, a call, after a mistake, before a code is
   * exchanged, before a request to the service.
   */
  readonly at: 'connect' | 'open' | 'call' | 'wrong' | 'signIn' | 'service';
  /** Who is counted; at a limit of its own it alone is refused. */
  readonly by: 'peer' | 'client' | 'guest' | 'all guests' | 'all';
  /** What is counted, for the API page. */
  readonly of: string;
}

/** Places, held until they are left. At the total, whoever comes next is refused. */
export interface Places {
  readonly places: number;
  readonly inAll: number;
}

/** `burst` at once, `perSecond` in the long run. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** So many within any period of `withinMs`. */
export interface Share {
  readonly most: number;
  readonly withinMs: number;
}

export type Limit = LimitRow & (Places | RateLimit | Share);

export const LIMITS = {
  tooManyConnections: {
    at: 'connect',
    by: 'peer',
    of: 'connections without an open session; the next one is closed at once',
    places: 48,
    inAll: 1_024,
  },
  tooManySockets: {
    at: 'connect',
    by: 'peer',
    of: 'WebSockets without an open session; the next one is closed with 1013',
    places: 16,
    inAll: 128,
  },
  tooManySessions: {
    at: 'open',
    by: 'client',
    of: 'open sessions; the next one gets `rateLimited` and is closed with 1013',
    places: 8,
    inAll: 64,
  },
  tooManyCalls: {
    at: 'call',
    by: 'client',
    of: 'calls; without a token by peer',
    perSecond: 50,
    burst: 100,
  },
  commandIds: {
    at: 'call',
    by: 'client',
    of: 'command ids, each remembered for a minute; beyond that, the client’s oldest is forgotten',
    places: 1_024,
    inAll: 8_192,
  },
  tooManyTokens: {
    at: 'wrong',
    by: 'peer',
    of: 'wrong tokens or proofs (429 over HTTP); valid ones are still accepted',
    most: 20,
    withinMs: MINUTE_MS,
  },
  tooManyCodes: {
    at: 'wrong',
    by: 'peer',
    of: 'wrong codes; a link still works',
    most: 3,
    withinMs: MINUTE_MS,
  },
  tooManyInvitations: {
    at: 'call',
    by: 'all',
    of: 'invitations; five may be open at a time',
    most: 20,
    withinMs: HOUR_MS,
  },
  tooManySignIns: {
    at: 'signIn',
    by: 'peer',
    of: 'sign-ins that reach the music service (429); those with an owner’s code are not counted',
    most: 3,
    withinMs: MINUTE_MS,
  },
  tooManySignInsAMinute: { at: 'signIn', by: 'all', of: 'such sign-ins', most: 10, withinMs: MINUTE_MS },
  tooManySignInsAnHour: { at: 'signIn', by: 'all', of: 'such sign-ins', most: 120, withinMs: HOUR_MS },
  tooManyRequests: {
    at: 'service',
    by: 'guest',
    of: 'requests to the music service',
    most: 180,
    withinMs: HOUR_MS,
  },
  tooManyRequestsToPlay: {
    at: 'service',
    by: 'guest',
    of: 'further requests, which only `player.*` may cause',
    most: 60,
    withinMs: HOUR_MS,
  },
  tooManyRequestsOfGuests: {
    at: 'service',
    by: 'all guests',
    of: 'requests to the music service',
    most: 330,
    withinMs: HOUR_MS,
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Readonly<{ [Name in LimitName]: Limit }>;

const ofDevice = (places: number) => ({ places, inAll: places }) as const;

/** The rows that differ for programs on the device, which are fewer than phones and all one peer. */
export const LOCAL_LIMITS = {
  tooManySessions: { ...LIMITS.tooManySessions, ...ofDevice(8) },
  tooManySockets: { ...LIMITS.tooManySockets, ...ofDevice(32) },
} as const;

/** The rows that differ for those of them that speak MPD’s protocol, which are all one client. */
export const LOCAL_MPD_LIMITS = {
  tooManySessions: { ...LIMITS.tooManySessions, ...ofDevice(128) },
  tooManySockets: { ...LIMITS.tooManySockets, ...ofDevice(128) },
} as const;
