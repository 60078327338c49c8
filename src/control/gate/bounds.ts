/** How large and how long one message, connection or memory may be (contract, section 4). Times are milliseconds. */
export const BOUNDS = {
  /** On one connection at a time: browsers send the next request after the answer to the last. */
  unansweredRequests: 16,
  /** How long a client may take to open its session. */
  openWithinMs: 10_000,
  admittedClients: 64,
  /** Wrong codes, from any peer, after which the digits of an open invitation are no longer accepted. */
  codeGuesses: 10,
  /** Kept for clients that reconnect. */
  changes: 1_000,
  /**
   * Size of all kept changes, which must fit a client's queue: on average some 900 bytes each, one long for three short
   * ones.
   */
  changeBytes: 896 * 1024,
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

export type Bounds = Readonly<Record<keyof typeof BOUNDS, number>>;

const NEVER_MS = 2 ** 31 - 1;

/**
 * The bounds that differ for programs that speak MPD's protocol: a person may have to type the token, and the kernel
 * looks for dead peers, so that nothing wakes while they wait.
 */
export const MPD_BOUNDS = { openWithinMs: 60_000, pingEveryMs: NEVER_MS } as const;

/** Those of the agent's own parts, which are there as long as it is: nothing has to look after them. */
export const OWN_BOUNDS = { pingEveryMs: NEVER_MS } as const;
