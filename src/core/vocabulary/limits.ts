/** The most library entries that one request may ask for. */
export const MOST_LISTED = 50;

/**
 * Time limits, in milliseconds, and how they nest. A client is promised its answer within `answer`. A listener's
 * command is answered within `command`, which leaves room for one sending of `firstSending` and for settling a lost
 * answer. A report may take `report`; after `firstLook`, `current` is asked every `laterLook` whether the report was
 * taken. The service's client ends any call that is still open: after `call`, or a report after `reportCall`.
 */
export const LIMITS = {
  answer: 10_000,
  command: 9_500,
  firstSending: 5_000,
  call: 6_000,
  report: 10_000,
  reportCall: 12_000,
  firstLook: 5_000,
  laterLook: 2_000,
  /** How long a note may delay the one behind it. */
  note: 2_000,
  /** Waits before `current` is asked what follows an end that was taken. */
  follow: [1_000, 2_000, 4_000],
  /** The same for an item without an index: the service moves on from it by itself. */
  followUnplaced: [0, 1_000, 1_500, 2_000, 2_500, 3_000],
  /** The upper limit of a random part added to these waits, so that speakers do not ask in step. */
  followUnplacedSpread: 500,
} as const;

/**
 * Times of an alarm, milliseconds. Its source is asked for `early`. Within 20 s of its hour something sounds: after
 * `patience` a tone of the speaker's own.
 */
export const ALARM = {
  earlyMs: 30_000,
  patienceMs: 15_000,
  heardWithinMs: 20_000,
  longestMs: 30 * 60_000,
  snoozeMs: 9 * 60_000,
  longestSnoozeMs: 24 * 3_600_000,
} as const;
