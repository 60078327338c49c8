import type { State } from '../core/model/state.js';
import type { Effect } from '../core/reconcile/effect.js';
import { transition } from '../core/transition.js';
import type { DecisionLine, FlightRecord } from './lines.js';
import { rowsOf, TABLES, type RowNames } from './rows.js';
import { eventsOf } from './run.js';
import { asNamed, withStandIns } from './stand-ins.js';
import { tellEffect } from './telling.js';

/** One line of a record, decided again. `recorded` is null if the result is the same, else what the record holds. */
export type Replayed =
  | {
      readonly is: 'snapshot';
      readonly state: State;
      readonly rows: RowNames;
      /** Members that differ from the result of the lines before, each with its path. */
      readonly differences: readonly string[];
    }
  | {
      readonly is: 'decision';
      readonly line: DecisionLine;
      /** The state after the decision. */
      readonly state: State;
      readonly rows: RowNames;
      readonly effects: readonly string[];
      readonly recorded: { readonly rows: RowNames; readonly effects: readonly string[] } | null;
    }
  /** The line could not be decided; the lines up to the next snapshot are skipped. */
  | { readonly is: 'failure'; readonly line: DecisionLine; readonly message: string };

/** Runs a record through the core. */
export function replay({ lines }: FlightRecord): readonly Replayed[] {
  const replayed: Replayed[] = [];
  let state: State | null = null;
  let rows: RowNames | null = null;
  for (const line of lines) {
    if ('state' in line) {
      const differences: readonly string[] = state === null ? [] : differencesOf(line.state, toShown(state));
      ({ state } = line);
      rows = rowsOf(state);
      replayed.push({ is: 'snapshot', state, rows, differences });
    } else if (state !== null && rows !== null) {
      try {
        const decided = decide(state, line);
        const was: RowNames = { ...rows, ...line };
        ({ state } = decided);
        rows = rowsOf(state);
        replayed.push(compared({ line, rows, ...decided }, was));
        // The next line is compared with the recorded rows, not with those of this replay.
        rows = pick(was);
      } catch (error) {
        state = null;
        replayed.push({
          is: 'failure',
          line,
          message: error instanceof Error ? error.message : String(error),
        });
      }
    }
  }
  return replayed;
}

export function isDifferent(one: Replayed): boolean {
  if (one.is === 'snapshot') return one.differences.length > 0;
  return one.is === 'failure' || one.recorded !== null;
}

/** Decides the events of a line. Throws if the events of a run lead to different effects. */
function decide(before: State, line: DecisionLine): { state: State; effects: readonly string[] } {
  let state = before;
  let told: readonly string[] | null = null;
  for (const { atMs, event } of eventsOf(line)) {
    const step = transition(state, event, atMs);
    ({ state } = step);
    const effects = step.effects.map(toToldEffect);
    if (told !== null && !isSame(told, effects)) throw new Error(`within the run: ${effects.join('; ')}`);
    told = effects;
  }
  return { state, effects: told ?? [] };
}

function toToldEffect(effect: Effect): string {
  return tellEffect(withStandIns(effect, asNamed));
}

function compared(
  now: Pick<Extract<Replayed, { readonly is: 'decision' }>, 'line' | 'state' | 'rows' | 'effects'>,
  was: RowNames,
): Replayed {
  const recorded = { rows: pick(was), effects: now.line.effects ?? [] };
  const isAsRecorded =
    TABLES.every(table => now.rows[table] === was[table]) && isSame(recorded.effects, now.effects);
  return { is: 'decision', ...now, recorded: isAsRecorded ? null : recorded };
}

const pick = ({ sound, place, command }: RowNames): RowNames => ({ sound, place, command });

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}

/** The state as a snapshot holds it. */
function toShown(state: State): State {
  return JSON.parse(JSON.stringify(withStandIns(state, asNamed))) as State;
}

function differencesOf(recorded: unknown, now: unknown, path = ''): string[] {
  if (!isObject(recorded) || !isObject(now))
    return recorded === now
      ? []
      : [`${path}: recorded ${JSON.stringify(recorded)}, now ${JSON.stringify(now)}`];
  const names = Object.keys({ ...recorded, ...now });
  return names.flatMap(name =>
    differencesOf(recorded[name], now[name], path === '' ? name : `${path}.${name}`),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
