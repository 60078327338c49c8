import type { Source } from '../vocabulary/item.js';
import {
  type Agenda,
  type Alarm,
  type Announcement,
  EMPTY_AGENDA,
  type Preset,
  type Ring,
  type Sleep,
} from '../model/agenda.js';
import type { State } from '../model/state.js';

const HOUR_MS = 3_600_000;

/** The only writer. */
function withAgenda(state: State, change: Partial<Agenda>): State {
  return { ...state, agenda: { ...state.agenda, ...change } };
}

/** Forgets everything that a listener has planned, because another may come. */
export function withoutPlans(state: State): State {
  const { zone, isClockSet, glide, announcements, spoken } = state.agenda;
  return { ...state, agenda: { ...EMPTY_AGENDA, zone, isClockSet, glide, announcements, spoken } };
}

export function presetIn({ presets }: Agenda, number: number): Preset | null {
  return presets.find(preset => preset.number === number) ?? null;
}

export function presetOf({ agenda }: State, number: number): Preset | null {
  return presetIn(agenda, number);
}

/** Stores a source under the number, or empties it. If only the id of the source is known, its name follows later. */
export function withPreset(state: State, number: number, source: Source | null): State {
  const others = state.agenda.presets.filter(preset => preset.number !== number);
  const presets = source === null ? others : [...others, { number, source }];
  return withAgenda(state, { presets: presets.toSorted((a, b) => a.number - b.number) });
}

type SourcesKnown = { readonly setting: Pick<State['setting'], 'source'>; readonly agenda: Agenda };

/** What is known of a source by its id. */
export function sourceOfId({ setting, agenda }: SourcesKnown, id: string): Source {
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

/**
 * The rules of local time, told at each start and when the clock is set. What was planned without a clock counts from now,
 * and so does what a wrong clock put far ahead.
 */
export function zoneTold(state: State, { zone, isClockSet }: Pick<Agenda, 'zone' | 'isClockSet'>): State {
  const nowMs = state.now + state.epochOffsetMs;
  const isWrong = ({ doneMs }: Alarm): boolean => doneMs === 0 || doneMs > nowMs + HOUR_MS;
  const judged = (alarm: Alarm): Alarm =>
    isClockSet && isWrong(alarm) ? { ...alarm, doneMs: nowMs } : alarm;
  const alarms = state.agenda.alarms.some(isWrong) ? state.agenda.alarms.map(judged) : state.agenda.alarms;
  return withAgenda(state, { zone, isClockSet, alarms });
}

/** Marks an alarm as rung or missed. One without weekdays does not ring again. */
export function alarmDone(state: State, alarm: Alarm, doneMs: number): State {
  return withAlarm(state, { ...alarm, doneMs, enabled: alarm.enabled && alarm.days.length > 0 });
}

export function glidesFrom(state: State, from: number): State {
  return withAgenda(state, { glide: { from, sinceMs: state.now } });
}

export function withoutGlide(state: State): State {
  return state.agenda.glide === null ? state : withAgenda(state, { glide: null });
}

export function sleeps(state: State, sleep: Sleep | null): State {
  return state.agenda.sleep === sleep ? state : withAgenda(state, { sleep });
}

export function alarmOf({ agenda }: State, id: string): Alarm | null {
  return agenda.alarms.find(alarm => alarm.id === id) ?? null;
}

/** Adds an alarm, or replaces the one with its id, in its place. */
export function withAlarm(state: State, alarm: Alarm): State {
  const { alarms } = state.agenda;
  const isKnown = alarms.some(({ id }) => id === alarm.id);
  const changed = alarms.map(each => (each.id === alarm.id ? alarm : each));
  return withAgenda(state, { alarms: isKnown ? changed : [...alarms, alarm] });
}

export function withoutAlarm(state: State, id: string): State {
  return withAgenda(state, { alarms: state.agenda.alarms.filter(alarm => alarm.id !== id) });
}

export function withRing(state: State, ring: Ring | null): State {
  return state.agenda.ring === ring ? state : withAgenda(state, { ring });
}

export function withAnnouncements(state: State, announcements: readonly Announcement[]): State {
  return withAgenda(state, { announcements });
}

/** Records for which moment of an alarm (epoch) its source was asked for: once, also where it cannot be had. */
export function withPrepared(state: State, preparedMs: number): State {
  return withAgenda(state, { preparedMs });
}

/** Records which announcement was begun last; null: it is over. */
export function withSpoken(state: State, spoken: string | null): State {
  return withAgenda(state, { spoken });
}
