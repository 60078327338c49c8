/** Run by whole.test.ts in a thread of its own: one profile through all stories, with a record of each. */
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { CORE_ABILITIES } from '../../src/core/vocabulary/abilities.js';
import type { Engine } from '../../src/engine/engine.js';
import { parseRecord } from '../../src/flight/lines.js';
import { isDifferent, replay } from '../../src/flight/replay.js';
import { createWriter, type Writer } from '../../src/flight/writer.js';
import type { Decision } from '../../src/contract/ports.js';
import { failureOf } from '../rigs/engine/apart.js';
import { FULL } from '../rigs/core/full.js';
import { LAWFUL } from '../engine/whole/engine-module.js';
import { createRandom } from '../engine/whole/random.js';
import { enact, EXAMPLES, stories } from '../engine/whole/story.js';
import { createWorld } from '../engine/whole/world.js';

const { profile } = workerData as { readonly profile: 'core' | 'full' };
const abilities = { core: CORE_ABILITIES, full: FULL }[profile];
const seed = Number(process.env['SEED'] ?? 1);
const numRuns = Number(process.env['RUNS'] ?? (process.env['TEST_WHOLE'] === '1' ? 150 : 20));
const header = { version: '1', node: 'v1' };
/** So little that a story fills many parts; and all of it. */
const SIZES = [15_000, Infinity];

interface Kept {
  readonly writer: Writer;
  readonly decisions: Decision[];
}

/** The engine of the program, with a record of all that each of them decided. */
function createRecorded(kept: Kept[]) {
  return {
    ...LAWFUL,
    createEngine(options: ConstructorParameters<typeof Engine>[0]) {
      const engine = LAWFUL.createEngine(options);
      for (const size of SIZES) {
        const decisions: Decision[] = [];
        const writer = createWriter({ header, kept: size });
        kept.push({ writer, decisions });
        engine.follow(decision => {
          decisions.push(decision);
          writer.note(decision);
        });
      }
      return engine;
    },
  };
}

/** Texts that came from outside, wherever they stand; the player of this world says no more of a fault than its name. */
function secretsOf(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  const { fault } = value as { readonly fault?: unknown };
  for (const [name, member] of Object.entries(value))
    if (typeof member === 'string' && SECRET.includes(name) && member !== fault) found.add(member);
    else secretsOf(member, found);
  return found;
}
const SECRET = [
  ...['audioUrl', 'url', 'artUrl', 'title', 'artist', 'trackToken', 'trackId', 'targetId'],
  ...['sourceId', 'sourceContextId', 'id', 'client', 'method', 'message', 'detail'],
];

/** How an alarm is told of as the cause of what it does. */
const OWN = ['alarm', 'alarm.set'];

function check({ writer, decisions }: Kept): number {
  const lines = writer.lines();
  const text = lines.join('\n');
  const replayed = replay(parseRecord(text));
  const bad = replayed.find(isDifferent);
  if (bad !== undefined) throw new Error(`not as recorded: ${JSON.stringify(bad)}\n${text}`);
  const secrets = decisions.reduce(
    (found, { event, after }) => secretsOf([event, after], found),
    new Set<string>(),
  );
  for (const secret of secrets)
    if (!OWN.includes(secret) && secret.length > 2 && text.includes(JSON.stringify(secret).slice(1, -1)))
      throw new Error(`it tells ${secret}`);
  return replayed.filter(({ is }) => is === 'snapshot').length;
}

let snapshots = 0;
let runs = 0;
const property = fc.asyncProperty(stories, async story => {
  const kept: Kept[] = [];
  const world = createWorld({
    module: createRecorded(kept),
    abilities,
    random: createRandom(),
    isJudged: false,
  });
  try {
    await enact(world, story);
    await world.run(20_000);
  } finally {
    world.end();
  }
  for (const one of kept) snapshots += check(one) - 1;
  runs += kept.filter(({ writer }) => writer.lines().some(line => line.includes('"run":'))).length;
});
const examples = EXAMPLES.map((story): [typeof story] => [story]);
const failure = await failureOf(
  Promise.resolve(fc.assert(property, { seed, numRuns, examples, includeErrorInReport: true })),
);
parentPort?.postMessage({ failure, snapshots, runs });
