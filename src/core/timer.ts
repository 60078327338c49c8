/** What is waited for; at most one of each name runs. */
export const TIMERS = [
  'soundRetry',
  'serviceRetry',
  'stall',
  'handover',
  'release',
  'endReport',
  'follow',
  'peek',
  'placeLimit',
  'watch',
  'commandLimit',
  'tellLimit',
] as const;
export type TimerName = (typeof TIMERS)[number];
