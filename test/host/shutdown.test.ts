import t from 'tap';
import { type StopStep, stopInOrder } from '../../src/host/shutdown.js';
import { createRecordingLogger } from '../fakes/ports/logger.js';

const never = () => new Promise<void>(() => undefined);

function takeSteps(...kinds: readonly ('good' | 'failing' | 'hung' | 'stuck')[]) {
  const taken: string[] = [];
  const steps = kinds.map((kind, place): StopStep => {
    const name = `${kind}-${place}`;
    return {
      name,
      boundMs: kind === 'stuck' ? 60_000 : 30,
      stop() {
        taken.push(name);
        if (kind === 'failing') throw new Error('no http://host/path?token=secret for you');
        return kind === 'hung' || kind === 'stuck' ? never() : undefined;
      },
    };
  });
  return { taken, steps };
}

t.test('every part stops, in order', async t => {
  const { taken, steps } = takeSteps('good', 'good', 'good');
  const logger = createRecordingLogger();
  t.equal(await stopInOrder({ steps, budgetMs: 60_000, logger }), true);
  t.same(taken, ['good-0', 'good-1', 'good-2']);
});

t.test('a part that fails or hangs is named without secrets, and keeps nobody from stopping', async t => {
  const { taken, steps } = takeSteps('failing', 'hung', 'good');
  const logger = createRecordingLogger();
  t.equal(await stopInOrder({ steps, budgetMs: 60_000, logger }), false);
  t.same(taken, ['failing-0', 'hung-1', 'good-2']);
  const problems = logger.lines.filter(({ level }) => level === 'error').map(({ details }) => details);
  t.match(problems, [
    { step: 'failing-0', problem: 'no http://host/path?… for you' },
    { step: 'hung-1', problem: 'not within 30 ms' },
  ]);
});

t.test('the whole is bounded, and still every part gets its turn', async t => {
  const { taken, steps } = takeSteps('stuck', 'good');
  const logger = createRecordingLogger();
  t.equal(await stopInOrder({ steps, budgetMs: 50, logger }), false);
  t.same(taken, ['stuck-0', 'good-1']);
});

t.test('The stop also ends parts that start during it', async t => {
  const taken: string[] = [];
  const late: StopStep = { name: 'late', stop: () => void taken.push('late') };
  const steps: StopStep[] = [{ name: 'first', stop: () => void steps.push(late) }];
  t.equal(await stopInOrder({ steps, budgetMs: 1_000, logger: createRecordingLogger() }), true);
  t.same(taken, ['late']);
});

t.test('a part that waits for something is told when it is late, and is no fault then', async t => {
  const told: boolean[] = [];
  const steps: StopStep[] = [
    {
      name: 'waiting',
      boundMs: Number.POSITIVE_INFINITY,
      stop: late =>
        new Promise(resolve => {
          late.addEventListener('abort', () => {
            told.push(late.aborted);
            resolve();
          });
        }),
    },
    { name: 'behind', stop: () => void told.push(true) },
  ];
  t.equal(await stopInOrder({ steps, budgetMs: 1_000, logger: createRecordingLogger() }), true);
  t.strictSame(told, [true, true], 'and something is left for those behind it');
});
