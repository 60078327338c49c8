function clockParts(ms: number): { hours: number; minutes: number; seconds: number } {
  const all = Math.floor(ms / 1000);
  return { hours: Math.floor(all / 3600), minutes: Math.floor(all / 60) % 60, seconds: all % 60 };
}

/** `4:05`, `1:02:09`. */
export function timeDigits(ms: number): string {
  const { hours, minutes, seconds } = clockParts(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** `4 minutes 5 seconds`, for a screen reader. */
function timeWords(ms: number): string {
  const { hours, minutes, seconds } = clockParts(ms);
  const said = (count: number, unit: string): string => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);
  const parts = [
    ...(hours > 0 ? [said(hours, 'hour')] : []),
    ...(minutes > 0 ? [said(minutes, 'minute')] : []),
    said(seconds, 'second'),
  ];
  return parts.join(' ');
}

export function positionWords(positionMs: number, durationMs: number): string {
  return `${timeWords(positionMs)} of ${timeWords(durationMs)}`;
}

/** The day of an ISO 8601 timestamp, `3 Mar 2024`; empty for anything else. */
export function dateWords(timestamp: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return '';
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `less than a minute`, `5 minutes`, `3 hours`, `12 days`. */
export function spanWords(ms: number): string {
  const said = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
  if (ms < MINUTE_MS) return 'less than a minute';
  if (ms < HOUR_MS) return said(Math.floor(ms / MINUTE_MS), 'minute');
  if (ms < DAY_MS) return said(Math.floor(ms / HOUR_MS), 'hour');
  return said(Math.floor(ms / DAY_MS), 'day');
}

/** When a client was last here, seen from `nowMs` of the same clock. */
export function lastUseWords(lastSeenMs: number | undefined, nowMs: number): string {
  if (lastSeenMs === undefined) return 'never used';
  const ms = nowMs - lastSeenMs;
  return ms < MINUTE_MS ? 'used just now' : `used ${spanWords(ms)} ago`;
}

/** A moment to come, or just past: `5 Mar, 18:00`. */
export function untilWords(ms: number): string {
  return new Date(ms).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** How long an invitation is good, in whole minutes but for the last. */
export function leftWords(ms: number): string {
  return ms < MINUTE_MS ? 'Good for less than a minute' : `Good for ${spanWords(ms + MINUTE_MS - 1)}`;
}
