import fc from 'fast-check';
import t from 'tap';
import { CORE_ABILITIES } from '../../src/core/abilities.js';
import { FULL } from '../fakes/engine-full.js';
import { ENGINE } from './whole/engine-module.js';
import { awaitSound, heal } from './whole/heal.js';
import { createRandom } from './whole/random.js';
import { enact, EXAMPLES, stories } from './whole/story.js';
import { createWorld } from './whole/world.js';

for (const [profile, abilities] of [
  ['core', CORE_ABILITIES],
  ['full', FULL],
] as const) {
  t.test(`${profile}: whatever comes, in whatever order: sound comes back, in order, once`, async t => {
    let earlyStarts = 0;
    const property = fc.asyncProperty(stories, async story => {
      const world = createWorld({ module: ENGINE, abilities, random: createRandom() });
      try {
        await enact(world, story);
        await heal(world);
        await awaitSound(world);
        earlyStarts += world.earlyStarts;
      } finally {
        world.end();
      }
    });
    const seed = Number(process.env['SEED'] ?? 1);
    const numRuns = Number(process.env['RUNS'] ?? 150);
    const examples = EXAMPLES.map((story): [typeof story] => [story]);
    await t.resolves(fc.assert(property, { seed, numRuns, examples, includeErrorInReport: true }));
    t.equal(earlyStarts > 0, abilities.peek, 'only what was foretold can begin before its time');
  });
}
