import type { Since } from '../model/pace.js';
import type { State } from '../model/state.js';

/** Reports count whole seconds, so that an end reported within the last one is rounded up honestly. */
const SHORTEST_MS = 1_000;
/** No end is reported earlier than this, however slow the answers are (service rules, "look ahead", core). */
const LONGEST_MS = 2_000;
/** For the way from the answer to the player, and from its first data to the sound. */
const OWN_MS = 100;
/** A smaller difference is not worth a new timer. */
const STEP_MS = 100;

/** Notes that this question is asked now. */
export function questionAsked(state: State, id: number): State {
  return { ...state, pace: { ...state.pace, asked: { id, sinceMs: state.now } } };
}

/** Learns how long the service took, if this is the answer to the newest question. */
export function questionAnswered(state: State, id: number): State {
  const answerMs = lasted(state.pace.asked, id, state.now);
  return answerMs === null ? state : { ...state, pace: { ...state.pace, asked: null, answerMs } };
}

/** Notes that this load, for which nothing else sounds, begins to be fetched now. */
export function loadBegun(state: State, id: number): State {
  return { ...state, pace: { ...state.pace, fetched: { id, sinceMs: state.now } } };
}

/** Learns how long the audio host took until its audio sounded, if this is the newest load. */
export function loadSounds(state: State, id: number): State {
  const soundMs = lasted(state.pace.fetched, id, state.now);
  return soundMs === null ? state : { ...state, pace: { ...state.pace, fetched: null, soundMs } };
}

function lasted(since: Since | null, id: number, now: number): number | null {
  return since?.id === id ? now - since.sinceMs : null;
}

/**
 * How long before an item's end that is reported, milliseconds: in the last second, or in the last two where what
 * follows would otherwise not be in hand in time.
 */
export function aheadMs({ pace, playlist }: State): number {
  if (playlist.next.is !== 'unknown') return SHORTEST_MS;
  const neededMs = Math.ceil((pace.answerMs + pace.soundMs + OWN_MS) / STEP_MS) * STEP_MS;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, neededMs));
}
