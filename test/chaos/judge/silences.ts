import { isFetching } from '../../../src/contract/public-state.js';
import { isChoice } from './acts.js';
import type { Act, Incident, Ledger, Sample, Trouble } from '../ledger.js';

/** Silence shorter than this needs no reason. */
const SHORT_MS = 3_000;
/** What is told may lag behind what is heard, and the other way round, by so much. */
const LAG_MS = 1_500;
/** Samples come every tenth of a second: for so long between two of them nobody has looked, and nothing is known. */
const UNSEEN_MS = 1_000;
/** How long loading may take on a busy machine. */
const LOADING_MS = 5_000;
/** At the end of a source it is asked after 1, 2 and 4 s whether anything follows (service rules, "item ends"). */
const FOLLOW_MS = 9_000;
/** No fault is waited out for longer than a minute with its spread (service rules; figures to reach). */
const LONGEST_WAIT_MS = 75_000;

/** Reasons that follow from what a listener asked for, and no fault: what asks for them, and what decides about them. */
const WANTED: Readonly<Record<string, readonly [asks: RegExp, decides: RegExp]>> = {
  paused: [
    /^(player\.(pause|playPause)|timer\.sleep( off)?|alarm\.(dismiss|snooze))$/,
    /^(player\.(play|pause|playPause|stop)|timer\.sleep( off)?|alarm\.(dismiss|snooze)|alarm rings)$/,
  ],
  stopped: [/^player\.stop$/, /^(player\.(play|pause|playPause|stop)|alarm rings)$/],
  muted: [/^player\.setMuted true$/, /^(player\.setMuted |alarm rings$)/],
  // Sound that fades away before the speaker sleeps is soon too faint to be heard.
  fading: [/^timer\.sleep$/, /^(player\.play|timer\.sleep( off)?|alarm rings)$/],
};
/** One of many plays and pauses may be forgotten by an agent that is killed so soon after it. */
const UNWRITTEN_MS = 1_000;

/** Silences without a true reason, and untrue words about sound. */
export function judgeSilences(seen: Ledger): readonly Incident[] {
  const ledger = { ...seen, troubles: seen.troubles.map(trouble => untilUp(trouble, seen)) };
  return [...unexplained(ledger), ...untrue(ledger)];
}

/** What ends an agent lasts until the next one is ready, however long a busy machine takes to start it. */
function untilUp(trouble: Trouble, { samples }: Ledger): Trouble {
  const { kind, toMs, lingersMs } = trouble;
  if (!kind.startsWith('agent') || toMs === null) return trouble;
  const upMs = samples.find(({ atMs, isUp }) => atMs >= toMs && isUp)?.atMs;
  return upMs === undefined ? { ...trouble, toMs: null } : { ...trouble, lingersMs: lingersMs + upMs - toMs };
}

/** Stretches of samples that fit, from the first to the last; what was not looked at breaks them. */
function stretches(
  samples: readonly Sample[],
  fits: (sample: Sample) => boolean,
): readonly (readonly Sample[])[] {
  const found: Sample[][] = [];
  let open: Sample[] | null = null;
  for (const sample of samples) {
    const unseenMs = sample.atMs - (open?.at(-1)?.atMs ?? sample.atMs);
    if (!fits(sample)) open = null;
    else if (open === null || unseenMs > UNSEEN_MS) found.push((open = [sample]));
    else open.push(sample);
  }
  return found;
}

const lengthOf = (stretch: readonly Sample[]): number =>
  (stretch.at(-1)?.atMs ?? 0) - (stretch[0]?.atMs ?? 0);

/** Whether the fault may still be felt at that time: it lasts, or its end is not longer ago than the back-off allows. */
function isFelt({ fromMs, toMs, lingersMs }: Trouble, atMs: number): boolean {
  if (atMs < fromMs) return false;
  if (toMs === null) return true;
  const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(2_000, toMs - fromMs) * 1.25);
  return atMs <= toMs + lingersMs + waitMs + LOADING_MS;
}

function isExplained(sample: Sample, ledger: Ledger): boolean {
  const { told, atMs, isOver } = sample;
  const felt = ledger.troubles.filter(trouble => isFelt(trouble, atMs));
  // Nobody is told anything: the agent itself must be what is gone.
  if (told === undefined) return felt.some(({ kind }) => kind.startsWith('agent'));
  // How long that may go unnoticed is judged below.
  if (told === null)
    return isWanted('fading', atMs, ledger) || felt.some(({ unnoticedMs }) => unnoticedMs > 0);
  if (felt.some(({ explains }) => explains.includes(told))) return true;
  if (told === 'sourceEnded') return isOver;
  if (isFetching(told) && isOver && !isLongOver(atMs, ledger)) return true;
  if (isFetching(told) && hasJustChosen(atMs, ledger)) return true;
  if (told === 'noSource') return !ledger.acts.some(act => hasChosen(act) && (act.doneMs ?? Infinity) < atMs);
  return isWanted(told, atMs, ledger);
}

/** The service has been at the end of the source for longer than it takes to ask whether anything follows. */
function isLongOver(atMs: number, { samples }: Ledger): boolean {
  const last = samples.findLast(sample => sample.atMs <= atMs && !sample.isOver);
  return atMs - (last?.atMs ?? 0) > FOLLOW_MS;
}

function hasChosen({ method, params, outcome }: Act): boolean {
  return method === 'player.play' && outcome === 'ok' && isChoice(params);
}

/** Something was chosen so recently that it may still be loading. */
function hasJustChosen(atMs: number, { acts }: Ledger): boolean {
  return acts.some(
    act => hasChosen(act) && act.atMs <= atMs && atMs <= (act.doneMs ?? act.atMs) + LOADING_MS,
  );
}

function toWords({ method, params }: Act): string {
  if (method === 'timer.sleep' && JSON.stringify(params) === '{}') return `${method} off`;
  return method === 'player.setMuted' ? `${method} ${String((params as { muted?: unknown }).muted)}` : method;
}

/** The last act that was carried out asked for it, or one since of which that is not known. */
function isWanted(told: string, atMs: number, { acts, troubles }: Ledger): boolean {
  const wanted = WANTED[told];
  if (wanted === undefined) return false;
  const [asks, decides] = wanted;
  const deciding = acts.filter(act => act.atMs <= atMs && decides.test(toWords(act)));
  const isForgotten = (method: string, doneMs: number): boolean =>
    method.startsWith('player.') &&
    troubles.some(
      ({ kind, fromMs }) => kind.startsWith('agent') && fromMs >= doneMs && fromMs < doneMs + UNWRITTEN_MS,
    );
  const isDone = ({ method, outcome, doneMs }: Act): boolean =>
    outcome === 'ok' && doneMs !== null && doneMs <= atMs - LAG_MS && !isForgotten(method, doneMs);
  const last = deciding.findLastIndex(isDone);
  return deciding.slice(Math.max(0, last)).some(act => asks.test(toWords(act)));
}

function unexplained(ledger: Ledger): readonly Incident[] {
  return stretches(ledger.samples, ({ isSounding }) => !isSounding)
    .filter(silence => lengthOf(silence) > SHORT_MS)
    .flatMap((silence): Incident[] => {
      const from = silence[0]?.atMs ?? 0;
      const without = silence.filter(sample => sample.atMs > from + LAG_MS && !isExplained(sample, ledger));
      const worst = stretches(without, () => true)[0] ?? [];
      if (without.length * 100 < LAG_MS) return [];
      const told = [
        ...new Set(without.map(sample => sample.told ?? (sample.told === null ? 'sound' : 'nothing'))),
      ];
      const seconds = (lengthOf(silence) / 1_000).toFixed(1);
      return [
        {
          atMs: worst[0]?.atMs ?? from,
          what: `${seconds} s of silence, told ${told.join(', ')}, which no fault explains`,
        },
      ];
    });
}

function untrue(ledger: Ledger): readonly Incident[] {
  const { samples, troubles } = ledger;
  const patience = (at: number): number =>
    LAG_MS +
    Math.max(0, ...troubles.filter(trouble => isFelt(trouble, at)).map(({ unnoticedMs }) => unnoticedMs));
  const lies: readonly [string, (sample: Sample) => boolean][] = [
    [
      'silent, but phones are told that it sounds',
      ({ isSounding, told, atMs }) => !isSounding && told === null && !isWanted('fading', atMs, ledger),
    ],
    [
      'sounds, but phones are told that it is silent',
      ({ isSounding, told }) => isSounding && typeof told === 'string',
    ],
  ];
  return lies.flatMap(([what, fits]) =>
    stretches(samples, fits)
      .filter(stretch => lengthOf(stretch) > patience(stretch[0]?.atMs ?? 0))
      .map(stretch => ({
        atMs: stretch[0]?.atMs ?? 0,
        what: `${(lengthOf(stretch) / 1_000).toFixed(1)} s: ${what} (${String(stretch[0]?.told)})`,
      })),
  );
}
