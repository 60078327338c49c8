/** So many of the library may be asked for at a time. */
export const MOST_LISTED = 50;

/**
 * How long things may take, milliseconds, and how that nests. A client is promised its answer within `answer`; a
 * listener's command is answered within `command`, in which there is room for one sending of `firstSending` and for what
 * settles a lost answer. A report may take `report`; when `firstLook` has passed, `current` is asked each `laterLook`
 * whether it was taken. What nothing here has given up before, the service's client does: a call after `call`, a report
 * after `reportCall`.
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
  /** So long a note holds back the one behind it. */
  note: 2_000,
  /** Waits before `current` is asked what follows an end that was taken. */
  follow: [1_000, 2_000, 4_000],
  /** The same, where the item has no place: the service goes on from it by itself. */
  followUnplaced: [0, 1_000, 1_500, 2_000, 2_500, 3_000],
  /** A random part of this is added there, so that no two speakers ask in step. */
  followUnplacedSpread: 500,
} as const;
