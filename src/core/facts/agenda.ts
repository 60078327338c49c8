import type { Source } from '../item.js';
import { type Agenda, EMPTY_AGENDA, type Preset } from '../model/agenda.js';
import type { State } from '../model/state.js';

function withAgenda(state: State, change: Partial<Agenda>): State {
  return { ...state, agenda: { ...state.agenda, ...change } };
}

/** Forgets everything that a listener has planned, because another may come. */
export function withoutPlans(state: State): State {
  return { ...state, agenda: EMPTY_AGENDA };
}

export function presetIn({ presets }: Agenda, number: number): Preset | null {
  return presets.find(preset => preset.number === number) ?? null;
}

export function presetOf({ agenda }: State, number: number): Preset | null {
  return presetIn(agenda, number);
}

/** Stores a source under the number, or empties it. Of a source that is only named by its id, the name comes later. */
export function withPreset(state: State, number: number, source: Source | null): State {
  const others = state.agenda.presets.filter(preset => preset.number !== number);
  const presets = source === null ? others : [...others, { number, source }];
  return withAgenda(state, { presets: presets.toSorted((a, b) => a.number - b.number) });
}

type Known = { readonly setting: Pick<State['setting'], 'source'>; readonly agenda: Agenda };

/** What is known of a source by its id. */
export function sourceOfId({ setting, agenda }: Known, id: string): Source {
  const known = [setting.source, ...agenda.presets.map(({ source }) => source)];
  return known.find(source => source?.id === id) ?? { id, type: id.slice(0, id.indexOf(':')), name: null };
}

/** The service has named a source: presets that hold it get its name. */
export function presetsNamed(state: State, named: Source): State {
  const isNews = ({ source }: Preset): boolean => source.id === named.id && source.name !== named.name;
  if (named.name === null || !state.agenda.presets.some(isNews)) return state;
  const presets = state.agenda.presets.map(preset =>
    isNews(preset) ? { ...preset, source: named } : preset,
  );
  return withAgenda(state, { presets });
}
