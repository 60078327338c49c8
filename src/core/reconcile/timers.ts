import { inLane, isReport } from '../facts/read.js';
import { withTimer, withoutTimer } from '../facts/timers.js';
import { LIMITS } from '../vocabulary/limits.js';
import type { State } from '../model/state.js';
import type { Effect, Made } from './effect.js';
import { agendaDeadlines } from '../tables/agenda.js';
import { peekOf, watchOf } from '../tables/notes.js';
import { placeOf } from '../tables/place.js';
import { soundOf } from '../tables/sound.js';
import { type Deadline, TIMERS } from '../vocabulary/timer.js';

/** Sets the timers that the rows want, by key, and cancels those that no row wants any more. */
export function reconcileTimers(state: State): Made {
  const wanted = new Map(deadlinesOf(state).map(deadline => [deadline.name, deadline]));
  return TIMERS.reduce<Made>(
    ([before, effects], name) => {
      const want = wanted.get(name);
      const has = before.timers[name];
      if (want?.key === has?.key) return [before, effects];
      if (want !== undefined) {
        const { key, delayMs, spreadMs } = want;
        const set = withTimer(before, name, { key, hasRung: false });
        return [set, [...effects, { type: 'timer.set', name, delayMs, spreadMs }]];
      }
      const cancel: Effect[] = has?.hasRung === false ? [{ type: 'timer.cancel', name }] : [];
      return [withoutTimer(before, name), [...effects, ...cancel]];
    },
    [state, []],
  );
}

function deadlinesOf(state: State): readonly Deadline[] {
  const rows = [soundOf(state).want(state), placeOf(state).want(state), peekOf(state), watchOf(state)];
  const deadlines = rows.map(({ deadline }) => deadline);
  return [...deadlines, ...limitsOf(state), ...agendaDeadlines(state)].filter(deadline => deadline !== null);
}

/** The time limits of the open questions. */
function limitsOf(state: State): readonly (Deadline | null)[] {
  const place = inLane(state, 'place');
  const command = inLane(state, 'command');
  const note = inLane(state, 'tell');
  const progress = state.queue.find(({ ref }) => ref === command?.about)?.progress;
  const isFirst = progress?.at === 'asked' && progress.tries === 1;
  return [
    place !== null && isReport(place.ask) ? limit('placeLimit', place.id, LIMITS.report) : null,
    command !== null && isFirst ? limit('commandLimit', command.id, LIMITS.firstSending) : null,
    note === null ? null : limit('tellLimit', note.id, LIMITS.note),
  ];
}

function limit(name: Deadline['name'], question: number, delayMs: number): Deadline {
  return { name, key: `${question}`, delayMs, spreadMs: 0 };
}
