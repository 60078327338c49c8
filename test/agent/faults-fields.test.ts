import t from 'tap';
import type { PublicItem } from '../../src/contract/public-state.js';
import { stationOf } from '../bench/rig/agent.js';
import { buildTestbed } from '../chaos/stage/testbed.js';
import { skip } from '../rigs/agent/rig.js';
import { createShortFolder, until } from '../rigs/agent/fault-row.js';

type Path = readonly (string | number)[];

/** Every place in an answer, those that hold others included. */
function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  const inside = entries.flatMap(([key, part]: [string | number, unknown]) => pathsOf(part, [...path, key]));
  return path.length === 0 ? inside : [path, ...inside];
}

/** The answer with something else at that place. */
function replaced(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = replaced(copy[key], rest, other);
  return copy;
}

const LONG = 'x'.repeat(100_000);
/** Members of every object, whatever a program has written into it. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);
const OTHERS = [null, 7, -1.5, true, '', 'words', LONG, [], [[null]], {}, { id: { id: 1 } }];

/** Whether phones could make something of it (contract, section 4, "State"). */
function isSound({ kind, index, title, durationMs = 1, feedback, interactions }: PublicItem): boolean {
  const isTold = /^(track|episode|ad|message|unknown)$/.test(kind) && title !== '' && title.length <= 300;
  const isPlaced = index === null || (Number.isSafeInteger(index) && index >= 0);
  const isRated = [null, 'UP', 'DOWN'].includes(feedback);
  return (
    isTold && isPlaced && isRated && durationMs > 0 && interactions.every(one => /^[_A-Z0-9]+$/.test(one))
  );
}

t.test('every field of the item in turn, with everything that it should not be', { skip }, async t => {
  const testbed = await buildTestbed({
    folder: createShortFolder(t),
    profile: 'full',
    seconds: 30,
    nosink: true,
    say: () => undefined,
  });
  t.teardown(() => testbed.stop());
  const { front, phone } = testbed;
  await until('a phone', () => phone.state !== null);
  let whole: unknown;
  front.alter = body => {
    if (body.includes('"setSource"')) whole = JSON.parse(body.toString());
    return body;
  };
  t.equal(await testbed.act('player.play', { sourceId: stationOf(testbed.sandbox) }), 'ok');
  const paths = pathsOf(whole).filter(([first]) => first === 'data');
  t.ok(paths.length > 20, `${paths.length} places`);
  const outcomes = new Map<string, number>();
  for (const [at, path] of paths.entries()) {
    // Three of them each time: in the end each place has held several, and each of them stood in several places.
    const others: unknown[] = [0, 4, 8].map(step => OTHERS[(at + step) % OTHERS.length]);
    const inherited = path.at(-1) === '__typename' ? INHERITED : [INHERITED[at % INHERITED.length]];
    for (const other of [...others, ...inherited]) {
      front.alter = body => {
        const isAnswer = body.includes('"setSource"') || body.includes('"current"');
        if (!isAnswer) return body;
        return Buffer.from(JSON.stringify(replaced(JSON.parse(body.toString()), path, other)));
      };
      const outcome = await testbed.act('player.play', { sourceId: stationOf(testbed.sandbox, at % 3) });
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const item = phone.state?.item;
      if (item && !isSound(item)) t.fail(`${path.join('.')}: ${JSON.stringify(item).slice(0, 300)}`);
    }
  }
  t.comment(Object.fromEntries(outcomes));
  const odd = [...outcomes.keys()].filter(
    outcome => !/^(ok|serviceError|offline|notSupported)$/.test(outcome),
  );
  t.strictSame(odd, [], 'each was answered, with sound or with a reason');
  front.alter = null;
  t.equal(await testbed.act('player.play', { sourceId: stationOf(testbed.sandbox, 1) }), 'ok');
  const before = testbed.ledger.heard.length;
  await until('sound', () => testbed.ledger.heard.length > before + 10);
  t.equal(phone.state?.silenceReason, null);
  t.strictSame(testbed.ledger.breaches, [], 'it lives, and phones were told in the shape of the contract');
});
