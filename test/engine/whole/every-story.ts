/** Run by whole.test.ts in a thread of its own: one profile through all stories. */
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { CORE_ABILITIES } from '../../../src/core/vocabulary/abilities.js';
import { failureOf } from '../../rigs/engine/apart.js';
import { FULL } from '../../rigs/core/full.js';
import { LAWFUL } from './engine-module.js';
import { awaitSound, heal } from './heal.js';
import { createRandom } from './random.js';
import { enact, EXAMPLES, stories, toStory } from './story.js';
import { createWorld } from './world.js';

const { profile } = workerData as { readonly profile: 'core' | 'full' };
const abilities = { core: CORE_ABILITIES, full: FULL }[profile];
const { STORY } = process.env;
const told = STORY === undefined ? EXAMPLES : [toStory(STORY)];
const seed = Number(process.env['SEED'] ?? 1);
const numRuns =
  STORY === undefined ? Number(process.env['RUNS'] ?? (process.env['TEST_WHOLE'] === '1' ? 400 : 20)) : 1;

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
const failure = await failureOf(
  Promise.resolve(fc.assert(property, { seed, numRuns, examples, includeErrorInReport: true })),
);
parentPort?.postMessage({ failure, earlyStarts });
