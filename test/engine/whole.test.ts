import fc from 'fast-check';
import t from 'tap';
import { CORE_ABILITIES } from '../../src/core/abilities.js';
import { FULL } from '../rigs/core/full.js';
import { LAWFUL } from './whole/engine-module.js';
import { awaitSound, heal } from './whole/heal.js';
import { createRandom } from './whole/random.js';
import { enact, EXAMPLES, stories, toStory } from './whole/story.js';
import { createWorld } from './whole/world.js';

/** One story, as a failing run tells it, instead of what chance tells. */
const { STORY } = process.env;
const told = STORY === undefined ? EXAMPLES : [toStory(STORY)];
const seed = Number(process.env['SEED'] ?? 1);
const numRuns = STORY === undefined ? Number(process.env['RUNS'] ?? 150) : 1;

for (const [profile, abilities] of [
  ['core', CORE_ABILITIES],
  ['full', FULL],
] as const) {
  t.test(`${profile}: whatever comes, in whatever order: sound comes back, in order, once`, async t => {
    let earlyStarts = 0;
    const property = fc.asyncProperty(stories, async story => {
      const world = createWorld({ module: LAWFUL, abilities, random: createRandom() });
      try {
        await enact(world, story);
        await heal(world);
        await awaitSound(world);
        earlyStarts += world.earlyStarts;
      } finally {
        world.end();
      }
    });
    const examples = told.map((story): [typeof story] => [story]);
    await t.resolves(fc.assert(property, { seed, numRuns, examples, includeErrorInReport: true }));
    if (STORY === undefined)
      t.equal(earlyStarts > 0, abilities.peek, 'only what was peeked can begin before its time');
  });
}
