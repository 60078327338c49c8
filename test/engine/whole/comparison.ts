import type { Abilities } from '../../../src/core/abilities.js';
import type { EngineModule } from './engine-module.js';
import { type Step, type Story, tellStory } from './story.js';
import { CHANNELS, type Passage, recordTraffic } from './traffic.js';

/** Where two engines first do something else in the same story. */
export interface Difference {
  /** The same for differences of one kind: what each did, without the numbers. */
  readonly signature: string;
  /** What each did, whole; `nothing` where only the other did something. */
  readonly oracle: string;
  readonly current: string;
  readonly story: Story;
}

/** The first difference by the clock of the story; null where the outside cannot tell the two apart. */
export type Compare = (story: Story) => Promise<Difference | null>;

export function createComparison<StateA, RestoredA, StateB, RestoredB>(options: {
  readonly oracle: EngineModule<StateA, RestoredA>;
  readonly current: EngineModule<StateB, RestoredB>;
  readonly abilities: Abilities;
}): Compare {
  const { oracle, current, abilities } = options;
  return async story => {
    const before = await recordTraffic(oracle, { abilities, story });
    const after = await recordTraffic(current, { abilities, story });
    const firsts = CHANNELS.flatMap(channel => {
      const ofChannel = (traffic: readonly Passage[]) => traffic.filter(one => one.channel === channel);
      return firstDifference(ofChannel(before), ofChannel(after)) ?? [];
    });
    const [first] = firsts.sort((a, b) => a.atMs - b.atMs);
    if (first === undefined) return null;
    const { a, b } = first;
    return { signature: toSignature(a, b), oracle: tellPassage(a, b), current: tellPassage(b, a), story };
  };
}

type Pair = { readonly atMs: number; readonly a: Passage | undefined; readonly b: Passage | undefined };

function firstDifference(before: readonly Passage[], after: readonly Passage[]): Pair | null {
  const length = Math.max(before.length, after.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [before[at], after[at]];
    const isSame = a !== undefined && b !== undefined && toContent(a) === toContent(b);
    if (!isSame) return { atMs: Math.min(a?.atMs ?? Infinity, b?.atMs ?? Infinity), a, b };
  }
  return null;
}

const toContent = ({ what, details }: Passage): string =>
  JSON.stringify([what, Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** What of it the other does not have as well. */
function tellPassage(passage: Passage | undefined, other: Passage | undefined): string {
  if (passage === undefined) return 'nothing';
  const { atMs, channel, what, details } = passage;
  const members = what === other?.what ? differing(passage, other) : Object.keys(details);
  const told = Object.fromEntries(members.map(member => [member, details[member]]));
  return `${channel} ${what} ${JSON.stringify(told)} at ${Math.round(atMs)} ms`;
}

function differing(a: Passage, b: Passage): string[] {
  const members = [...new Set([...Object.keys(a.details), ...Object.keys(b.details)])];
  return members.filter(member => JSON.stringify(a.details[member]) !== JSON.stringify(b.details[member]));
}

/** `service: oracle setProgress / new current`; where both did the same, what about it is not the same. */
function toSignature(a: Passage | undefined, b: Passage | undefined): string {
  const channel = (a ?? b)?.channel ?? '';
  if (a === undefined || b === undefined || a.what !== b.what)
    return `${channel}: oracle ${a?.what ?? 'nothing'} / new ${b?.what ?? 'nothing'}`;
  const told = differing(a, b).map(
    member => `${member} ${tellWord(a.details[member])} / ${tellWord(b.details[member])}`,
  );
  return `${channel}: ${a.what}, oracle / new: ${told.join(', ')}`;
}

/** Words tell a kind of difference, numbers and records do not. */
function tellWord(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll(/\d+/g, 'n');
  return typeof value === 'number' ? 'n' : value === null || typeof value !== 'object' ? String(value) : '…';
}

/** The shortest story found, by leaving steps out, that still shows a difference of this kind. */
export async function shrink(found: Difference, compare: Compare): Promise<Difference> {
  let shortest = found;
  for (let size = Math.ceil(found.story.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < shortest.story.steps.length; ) {
      const { steps } = shortest.story;
      const without: Step[] = [...steps.slice(0, at), ...steps.slice(at + size)];
      const other = await compare({ ...shortest.story, steps: without });
      if (other?.signature === found.signature) shortest = other;
      else at += size;
    }
  }
  return shortest;
}

export function tellDifference({ signature, oracle, current, story }: Difference): string {
  return `${signature}\n  oracle: ${oracle}\n  new:    ${current}\n  story:  ${tellStory(story)}`;
}
