import t from 'tap';
import { CORE_ABILITIES } from '../../src/core/vocabulary/abilities.js';
import { FULL } from '../rigs/core/full.js';
import { runApart } from '../rigs/engine/apart.js';

const EVERY_STORY = new URL('./whole/every-story.js', import.meta.url);
/** One story, as a failing run tells it, instead of what chance tells. */
const { STORY } = process.env;

t.jobs = 2;

for (const [profile, abilities] of [
  ['core', CORE_ABILITIES],
  ['full', FULL],
] as const) {
  const name = `${profile}: whatever comes, in whatever order: sound comes back, in order, once`;
  t.test(name, { buffered: true }, async t => {
    const { failure, earlyStarts } = await runApart<{ failure: string | null; earlyStarts: number }>(
      EVERY_STORY,
      { profile },
    );
    t.equal(failure, null);
    if (STORY === undefined)
      t.equal(earlyStarts > 0, abilities.peek, 'only what was peeked can begin before its time');
  });
}
