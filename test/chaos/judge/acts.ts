import type { Act, Entry, Ledger } from '../ledger.js';
import { SLOT_MS } from '../sound/coded-tone.js';

/** A request that was on its way when its caller gave up may still arrive. */
export const STRAY_MS = 35_000;
/** A command takes effect a little after it was sent. */
export const TAKES_MS = 1_500;
/** The service never heard of it, or has refused it. */
export const REFUSED = ['notAllowed', 'noSource', 'skipLimitReached', 'notSupported', 'rateLimited'];

/** Whether a listener names what is to play, by itself or by its number. */
export function isChoice(params: unknown): boolean {
  return typeof params === 'object' && params !== null && ('sourceId' in params || 'preset' in params);
}

const isMute = ({ method, params }: Act): boolean =>
  method === 'player.setMuted' && (params as { readonly muted?: unknown }).muted === true;
const isSleep = ({ method, params }: Act): boolean =>
  method === 'timer.sleep' && JSON.stringify(params) !== '{}';
/** What makes the sound inaudible, and what brings it back. */
const HUSHES: readonly (readonly [begins: (act: Act) => boolean, ends: (act: Act) => boolean])[] = [
  [isMute, act => /^(player\.setMuted|alarm rings)$/.test(act.method) && !isMute(act)],
  [isSleep, act => /^(player\.play|timer\.sleep|alarm rings)$/.test(act.method) && !isSleep(act)],
];

/** For how many tenths of a second it may have been muted or fading away, from the last sound before it on. */
export function hushedSlots({ acts, heard }: Ledger, { n, atMs }: Entry, toMs: number): number {
  const before = heard.findLast(one => one.n !== n && one.atMs <= atMs);
  const fromMs = before?.atMs ?? atMs;
  const done = acts.filter(({ outcome }) => !REFUSED.includes(outcome ?? ''));
  // Whether one that was not answered was done at all, only sound can tell.
  const endMs = (act: Act): number =>
    (act.outcome === 'ok' ? act.doneMs : heard.find(one => one.atMs > act.atMs)?.atMs) ?? Infinity;
  const spans = HUSHES.flatMap(([begins, ends]) =>
    done.filter(begins).map(hush => ({
      from: hush.atMs,
      to: Math.min(...done.filter(act => ends(act) && act.atMs >= hush.atMs).map(endMs)) + TAKES_MS,
    })),
  );
  const tenths = Array.from(
    { length: Math.ceil((toMs - fromMs) / SLOT_MS) },
    (_, at) => fromMs + at * SLOT_MS,
  );
  return tenths.filter(ms => spans.some(({ from, to }) => from <= ms && ms < to)).length;
}
