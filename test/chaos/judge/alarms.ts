import type { AlarmFacts, Incident, Ledger } from '../ledger.js';

/** Within this time something sounds (contract, `alarm.set`), as far as a busy machine's ear can tell. */
const WITHIN_MS = 20_000 + 1_500;
/** What a listener does about an alarm, or about the sound. */
const SILENCING = /^(player\.(pause|playPause|stop|setMuted)|timer\.sleep|alarm\.(dismiss|snooze|remove))$/;

/** That music was chosen instead may be forgotten by an agent that is killed so soon after it; a dismissal is kept. */
const UNWRITTEN_MS = 1_000;
/** What is told may lag behind by so much. */
const LAG_MS = 2_000;

export function judgeAlarms(ledger: Ledger): readonly Incident[] {
  return [...unheard(ledger), ...unasked(ledger)];
}

/** One that rings before its hour, or after it was over. */
function unasked({ acts, alarms, samples, troubles }: Ledger): readonly Incident[] {
  const isDue = (lookMs: number): boolean =>
    alarms.some(({ atMs, overMs }) => {
      const over = overMs ?? Infinity;
      const isDismissed = acts.some(
        ({ method, outcome, doneMs }) =>
          method === 'alarm.dismiss' && outcome === 'ok' && Math.abs((doneMs ?? 0) - over) < UNWRITTEN_MS,
      );
      const isForgotten =
        !isDismissed &&
        troubles.some(
          ({ kind, fromMs }) => kind.startsWith('agent') && Math.abs(fromMs - over) < UNWRITTEN_MS,
        );
      return lookMs >= atMs - LAG_MS && (lookMs <= over + LAG_MS || isForgotten);
    });
  const first = samples.find(({ isRinging, atMs }) => isRinging && !isDue(atMs));
  return first === undefined ? [] : [{ atMs: first.atMs, what: 'an alarm rings that is not due' }];
}

/** Alarms that did not ring, and those that were not heard in time. */
function unheard({ alarms, acts, samples, troubles }: Ledger): readonly Incident[] {
  const lastMs = samples.at(-1)?.atMs ?? 0;
  return alarms.flatMap(({ atMs, isSure, toldMs }: AlarmFacts): Incident[] => {
    const untilMs = atMs + WITHIN_MS;
    const wasSilenced = acts.some(
      act =>
        SILENCING.test(act.method) &&
        act.outcome !== 'notAllowed' &&
        act.atMs <= untilMs &&
        (act.doneMs ?? untilMs) >= atMs,
    );
    if (!isSure || untilMs > lastMs || wasSilenced) return [];
    const isAway = troubles.some(
      ({ kind, fromMs }) => kind.startsWith('agent') && fromMs >= atMs - WITHIN_MS && fromMs <= untilMs,
    );
    const heard = samples.find(
      ({ atMs: lookMs, isSounding, isTone }) => lookMs >= atMs && (isSounding || isTone),
    );
    if (heard === undefined || heard.atMs > untilMs + (isAway ? WITHIN_MS : 0))
      return [{ atMs, what: 'nothing sounded within 20 s of the hour of an alarm' }];
    return toldMs === null && !isAway ? [{ atMs, what: 'an alarm did not ring' }] : [];
  });
}
