import fc from 'fast-check';
import t from 'tap';
import { CORE_ABILITIES } from '../../src/core/abilities.js';
import { FULL } from '../fakes/engine-full.js';
import { createEngine } from '../oracle/engine/engine.js';
import { createMemory } from '../oracle/engine/remember.js';
import { toRestored } from '../oracle/engine/restore.js';
import { createComparison, type Difference, shrink, tellDifference } from './whole/comparison.js';
import { WANTED } from './whole/differences.js';
import { ENGINE } from './whole/engine-module.js';
import { EXAMPLES, stories } from './whole/story.js';

const ORACLE = { createEngine, createMemory, toRestored };
const seed = Number(process.env['SEED'] ?? 1);
const numRuns = Number(process.env['RUNS'] ?? 60);

const isWanted = ({ signature }: Difference): boolean =>
  WANTED.some(wanted =>
    typeof wanted.signature === 'string' ? wanted.signature === signature : wanted.signature.test(signature),
  );

for (const [profile, abilities] of [
  ['core', CORE_ABILITIES],
  ['full', FULL],
] as const) {
  t.test(
    `${profile}: the outside cannot tell the engine from the one before, but for what is wanted`,
    async t => {
      const compare = createComparison({ oracle: ORACLE, current: ENGINE, abilities });
      const found = new Map<string, { readonly first: Difference; readonly count: number }>();
      for (const story of [...EXAMPLES, ...fc.sample(stories, { seed, numRuns })]) {
        const difference = await compare(story);
        if (difference === null) continue;
        const { first, count } = found.get(difference.signature) ?? { first: difference, count: 0 };
        found.set(difference.signature, { first, count: count + 1 });
      }
      for (const { first, count } of [...found.values()].sort((a, b) => b.count - a.count)) {
        if (isWanted(first)) t.comment(`${count} times, wanted: ${first.signature}`);
        else {
          t.comment(tellDifference(await shrink(first, compare)));
          t.fail(`${count} times: ${first.signature}`);
        }
      }
      t.equal([...found.values()].filter(({ first }) => !isWanted(first)).length, 0, 'kinds of difference');
    },
  );
}
