/** What clients may use of the speaker (contract, section 4, "Limits"). Times are milliseconds. */
export interface ControlLimits {
  readonly openedSessions: number;
  readonly unopenedSockets: number;
  /** So long a client may take to open its session. */
  readonly openWithinMs: number;
  readonly callsPerSecond: number;
  readonly callBurst: number;
  /** Remembered of all clients together. */
  readonly commandIds: number;
  /** Waiting to be read by one client. */
  readonly queueBytes: number;
  readonly messageBytes: number;
  readonly pingEveryMs: number;
  /** So long a closed client may take to read what is left before it is cut. */
  readonly closeWithinMs: number;
}

export const CONTROL_LIMITS: ControlLimits = {
  openedSessions: 64,
  unopenedSockets: 128,
  openWithinMs: 10_000,
  callsPerSecond: 50,
  callBurst: 100,
  commandIds: 8_192,
  queueBytes: 1024 * 1024,
  messageBytes: 64 * 1024,
  pingEveryMs: 20_000,
  closeWithinMs: 5_000,
};

/** Programs on the device itself: fewer than phones, and they open nothing. */
export const LOCAL_LIMITS: Partial<ControlLimits> = { openedSessions: 32, unopenedSockets: 32 };
