import type { Ledger, Sample, Trouble } from '../ledger.js';

/** How sound came back from the faults of one kind. */
export interface Recovery {
  readonly kind: string;
  readonly count: number;
  /** Of those that silenced it: milliseconds from the end of the fault to sound; Infinity: it did not come back. */
  readonly backMs: readonly number[];
}

/** What falls silent so soon after a fault fell silent because of it. */
const EFFECT_MS = 4_000;
const SHORT_MS = 400;

export function judgeRecovery({ samples, troubles }: Ledger): readonly Recovery[] {
  const back = new Map<Trouble, number>();
  for (const gap of gapsOf(samples)) {
    const cause = causeOf(gap, troubles);
    if (cause?.toMs == null) continue;
    back.set(cause, Math.max(back.get(cause) ?? 0, gap.toMs - cause.toMs));
  }
  const kinds = [...new Set(troubles.map(({ kind }) => kind))].sort();
  return kinds.map(kind => {
    const own = troubles.filter(trouble => trouble.kind === kind);
    return { kind, count: own.length, backMs: own.flatMap(trouble => back.get(trouble) ?? []) };
  });
}

/** Of all faults around a silence the one that was over last: before its end nothing could be done. */
function causeOf(gap: Gap, troubles: readonly Trouble[]): Trouble | undefined {
  return troubles
    .filter(
      ({ fromMs, toMs }) => fromMs <= gap.fromMs + SHORT_MS && (toMs ?? Infinity) >= gap.fromMs - EFFECT_MS,
    )
    .reduce<Trouble | undefined>(
      (last, one) => (last === undefined || (one.toMs ?? Infinity) > (last.toMs ?? Infinity) ? one : last),
      undefined,
    );
}

interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

function gapsOf(samples: readonly Sample[]): readonly Gap[] {
  const gaps: { fromMs: number; toMs: number }[] = [];
  let open: { fromMs: number; toMs: number } | null = null;
  for (const { isSounding, atMs } of samples) {
    if (isSounding && open !== null) {
      open.toMs = atMs;
      open = null;
    } else if (!isSounding && open === null) {
      open = { fromMs: atMs, toMs: Infinity };
      gaps.push(open);
    }
  }
  // What the end of the round cut off tells nothing.
  return gaps.filter(({ fromMs, toMs }) => toMs !== Infinity && toMs - fromMs >= SHORT_MS);
}
