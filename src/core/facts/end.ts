import type { End, EndedBy, OpenEnd } from '../model/entry.js';

/** An end the service is not done with. */
export type UnsettledEnd = Exclude<End, { readonly at: 'ahead' | 'settled' }>;
type TakenEnd = Extract<End, { readonly at: 'taken' }>;

export const AHEAD: End = { at: 'ahead' };
export const SETTLED: End = { at: 'settled' };
/** The service has heard of it, and what follows is still to be told. */
export const TAKEN: TakenEnd = { at: 'taken', looks: 0, waited: false };

export function isUnsettled(end: End): end is UnsettledEnd {
  return end.at !== 'ahead' && end.at !== 'settled';
}

export function isOpenEnd(end: End): end is OpenEnd {
  return end.at === 'due' || end.at === 'sent' || end.at === 'unknown';
}

/** To be told, for the first time. */
export function due(by: EndedBy, elapsedS: number): OpenEnd {
  return { at: 'due', by, elapsedS, tries: 0 };
}

/** The service has surely not heard of it. */
export function dueAgain(end: OpenEnd): OpenEnd {
  return { ...end, at: 'due' };
}

export function sent(end: OpenEnd): OpenEnd {
  return { ...end, at: 'sent', tries: end.tries + 1 };
}

/** The service may have heard of it. `tries`: as if it had been sent so often. */
export function unknown(end: OpenEnd, tries = end.tries): OpenEnd {
  return { ...end, at: 'unknown', tries };
}

/** Not to be sent again, whatever it is. */
export function triedOut(end: OpenEnd, tries: number): OpenEnd {
  return { ...end, tries };
}

/** It was looked for what follows, `looks` times. */
export function looked(looks: number): TakenEnd {
  return { ...TAKEN, looks };
}

/** It is time to look for what follows. */
export function waited(end: TakenEnd): TakenEnd {
  return { ...end, waited: true };
}
