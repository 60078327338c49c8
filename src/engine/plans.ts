import type { Agenda } from '../core/model/agenda.js';
import { EMPTY_AGENDA } from '../core/model/agenda.js';
import type { State } from '../core/model/state.js';
import type { Cell, Logger } from '../ports.js';
import type { DayRecord } from '../records.js';

/** Returns what this run takes over of what was planned. */
export function toAgenda(day: DayRecord | null): Agenda {
  return day ?? EMPTY_AGENDA;
}

/** Keeps the stored plans in step with the state: each change is written at once, as they are few. */
export function keepPlans(cell: Cell<DayRecord>, logger: Logger): (state: State) => void {
  let kept: Agenda | null = null;
  return ({ agenda }) => {
    const isFirst = kept === null;
    if (agenda === kept) return;
    kept = agenda;
    // What the start has read needs no writing.
    if (isFirst && JSON.stringify(toDay(agenda)) === JSON.stringify(toDay(toAgenda(cell.value)))) return;
    void cell.write(toDay(agenda), { urgent: true }).catch((error: unknown) => {
      logger.warn({ err: error }, 'What is planned could not be saved and may be lost at a restart.');
    });
  };
}

function toDay({ presets }: Agenda): DayRecord {
  return { presets };
}
