/** The limits on what clients may use of the speaker (contract, section 4, "Limits"). Times are milliseconds. */
export const CONTROL_LIMITS = {
  openedSessions: 64,
  sessionsPerClient: 8,
  /** Not counting opened sessions. */
  connections: 1_024,
  connectionsPerPeer: 48,
  /** On one connection at a time: browsers send the next request after the answer to the last. */
  unansweredRequests: 16,
  unopenedSockets: 128,
  unopenedPerPeer: 16,
  /** How long a client may take to open its session. */
  openWithinMs: 10_000,
  admittedClients: 64,
  /** By one peer within a minute. */
  wrongTokens: 20,
  wrongCodes: 3,
  /** Wrong codes, from any peer, after which the digits of an open invitation are no longer accepted. */
  codeGuesses: 10,
  callsPerSecond: 50,
  callBurst: 100,
  /** Requests to the service within an hour: of a guest, those of them that only `player.*` may cause, of all guests. */
  requestsOfGuest: 240,
  requestsToPlay: 60,
  requestsOfGuests: 330,
  /** Kept for clients that reconnect. */
  changes: 1_000,
  /**
   * Size of all kept changes, which must fit a client's queue: on average some 900 bytes each, one long for three short
   * ones.
   */
  changeBytes: 896 * 1024,
  /** Remembered of one client, and of all together. */
  commandIdsOfClient: 1_024,
  commandIds: 8_192,
  /** Waiting to be read by one client. */
  queueBytes: 1024 * 1024,
  messageBytes: 64 * 1024,
  /** Per message: each fragment keeps its read buffer, up to 64 KiB, until the message is complete. */
  messageFragments: 64,
  /** Chunks per fragment, as they arrive from the network. */
  fragmentChunks: 1_024,
  pingEveryMs: 20_000,
  /** How long a client may read what is queued after the close, before it is cut. */
  closeWithinMs: 5_000,
} as const;

export type ControlLimits = Readonly<Record<keyof typeof CONTROL_LIMITS, number>>;

/** The limits that differ for programs on the device, which are fewer than phones and all one peer. */
export const LOCAL_LIMITS = {
  openedSessions: 8,
  unopenedSockets: 32,
  unopenedPerPeer: 32,
} as const satisfies Partial<ControlLimits>;

/**
 * The limits that differ for programs that speak MPD's protocol: a person may have to type the token, and the kernel
 * looks for dead peers, so that nothing wakes while they wait.
 */
export const MPD_LIMITS = { openWithinMs: 60_000, pingEveryMs: 2 ** 31 - 1 } as const;

/** Those on the device are all one client. */
export const LOCAL_MPD_LIMITS = {
  ...MPD_LIMITS,
  openedSessions: 128,
  sessionsPerClient: 128,
  unopenedSockets: 128,
  unopenedPerPeer: 128,
} as const satisfies Partial<ControlLimits>;

/** Those of the agent's own parts, which are there as long as it is: nothing has to look after them. */
export const OWN_LIMITS = { ...LOCAL_LIMITS, pingEveryMs: MPD_LIMITS.pingEveryMs } as const;
