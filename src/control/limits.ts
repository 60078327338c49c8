/** What clients may use of the speaker (contract, section 4, "Limits"). Times are milliseconds. */
export const CONTROL_LIMITS = {
  openedSessions: 64,
  sessionsPerClient: 8,
  /** Opened sessions are not among them. */
  connections: 1_024,
  connectionsPerPeer: 48,
  /** Of one connection at a time: browsers ask for the next when they have the one before. */
  unansweredRequests: 16,
  unopenedSockets: 128,
  unopenedPerPeer: 16,
  /** So long a peer that showed a token is one for which places are kept. */
  knownForMs: 24 * 3_600_000,
  /** The latest ones of each client: so few hosts it needs for as many sessions as it may have. */
  knownPeersPerClient: 8,
  /** So long a client may take to open its session. */
  openWithinMs: 10_000,
  admittedClients: 64,
  /** Shown by one peer within a minute. */
  wrongTokens: 20,
  wrongCodes: 3,
  /** Wrong codes, whoever tries them, after which the digits of an open invitation admit nobody. */
  codeGuesses: 10,
  callsPerSecond: 50,
  callBurst: 100,
  /** Calls of a client that the service refuses, at once and in an hour. */
  refusedByService: 30,
  /** Calls of all guests, refused or not answered, while little is left to be asked. */
  inVainOfGuests: 60,
  /** Requests to the service for guests, at once and hour by hour: it may allow 1,000 an hour in all. */
  requests: 400,
  requestsHourly: 330,
  /** Beyond so many, each guest has no more than his own. */
  requestsFreely: 150,
  requestsOfGuest: 90,
  requestsOfGuestHourly: 240,
  /** Kept for clients that come back. */
  changes: 1_000,
  /** Of all of them, so that they fit into what may wait for one client: some 900 bytes each, a long one for three short ones. */
  changeBytes: 896 * 1024,
  /** Remembered of all clients together. */
  commandIds: 8_192,
  /** Waiting to be read by one client. */
  queueBytes: 1024 * 1024,
  messageBytes: 64 * 1024,
  /** Of one message: each keeps what it was read with, up to 64 KiB, until the message is whole. */
  messageFragments: 64,
  /** Of one fragment, as they come from the network. */
  fragmentChunks: 1_024,
  pingEveryMs: 20_000,
  /** So long a closed client may take to read what is left before it is cut. */
  closeWithinMs: 5_000,
} as const;

export type ControlLimits = Readonly<Record<keyof typeof CONTROL_LIMITS, number>>;

/** Programs on the device itself: fewer than phones, and all of them one peer. */
export const LOCAL_LIMITS = {
  openedSessions: 8,
  unopenedSockets: 32,
  unopenedPerPeer: 32,
} as const satisfies Partial<ControlLimits>;
