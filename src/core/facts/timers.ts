import type { State } from '../model/state.js';
import type { Timer, TimerName } from '../vocabulary/timer.js';

export function withTimer(state: State, name: TimerName, timer: Timer): State {
  return { ...state, timers: { ...state.timers, [name]: timer } };
}

export function withoutTimer(state: State, name: TimerName): State {
  const others = Object.entries(state.timers).filter(([other]) => other !== name);
  return { ...state, timers: Object.fromEntries(others) };
}

/** Whether the timer runs. The ring of one that was cancelled in the same instant is ignored. */
export function isRunning({ timers }: State, name: TimerName): boolean {
  return timers[name]?.hasRung === false;
}
