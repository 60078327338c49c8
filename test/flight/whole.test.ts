import t from 'tap';
import { runApart } from '../rigs/engine/apart.js';

const EVERY_STORY = new URL('./every-story.js', import.meta.url);

t.jobs = 2;

for (const profile of ['core', 'full'] as const) {
  const name = `${profile}: whatever comes is decided again as it was, and told without a secret`;
  t.test(name, { buffered: true }, async t => {
    const { failure, snapshots, runs } = await runApart<{
      failure: string | null;
      snapshots: number;
      runs: number;
    }>(EVERY_STORY, { profile });
    t.equal(failure, null);
    t.ok(snapshots > 20, `${snapshots} snapshots in the middle`);
    t.ok(runs > 20, `${runs} records with runs of positions`);
  });
}
