/** What became of the items of one source, over any number of agents that played it. */
import type { Test } from 'tap';
import { isSounding, type Phone } from '../../fakes/phones/phone.js';
import { type AgentProcess, untilEnded } from './process.js';
import type { Rig } from './rig.js';

/** It and its player are gone, as after a signal that nobody can catch. */
export async function killWhole(agent: AgentProcess): Promise<void> {
  const [player = 0] = agent.players();
  await agent.end();
  if (player > 0) await untilEnded(player);
}

/** Ends that the service took, as often as it took them, oldest first: `index` of each. */
export function endsOf(rig: Rig, trackSeconds: number): readonly number[] {
  return rig.device.reports
    .filter(({ operation, elapsedS }) =>
      operation === 'setProgress' ? elapsedS === Math.ceil(trackSeconds) : operation === 'setEnded',
    )
    .map(({ index }) => index);
}

/**
 * Checks the whole seconds that were reported of an item, its end being the last of them. None is early, and each is said
 * before the next is due; where the machine stood still, one may be missing. To the second they are checked in the core,
 * whose clock is a test's own.
 */
export function checkProgress(
  t: Test,
  said: readonly number[],
  due: readonly number[],
  wasHeldUp: boolean,
): void {
  const told = `${said.join()} of ${due.join()}`;
  const isInTime = said.every(
    (second, at) => second >= (due[at] ?? Infinity) && second > (said[at - 1] ?? -1),
  );
  t.ok(isInTime && said.at(-1) === due.at(-1), `${told}: none early, and the end last`);
  if (wasHeldUp) {
    t.ok(said.length >= due.length - 1, `${told}, on a machine that stood still`);
    return;
  }
  const isBeforeNext = said.every((second, at) => second < (due[at + 1] ?? Infinity));
  t.ok(isBeforeNext && said.length === due.length, `${told}: each before the next is due`);
}

/** 0, 1, 2 … up to and without `end`. */
export function upTo(end: number): readonly number[] {
  return Array.from({ length: end }, (_, index) => index);
}

/** Indexes that sounded, in order, each change once; the state at the phone's joining counts. */
export function heardBy(phones: readonly Phone[]): readonly number[] {
  const heard = phones
    .flatMap(({ first, seen }) => [first, ...seen.map(({ state }) => state)])
    .filter(isSounding)
    .map(({ item }) => item?.index ?? -1);
  return heard.filter((index, at) => index !== heard[at - 1]);
}

/** Numbers from 0 to 1, the same for the same seed: a run that failed can be had again. */
export function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
