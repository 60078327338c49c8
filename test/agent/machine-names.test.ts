import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { isAt } from '../fakes/phones/phone.js';
import { aStation, skip, testsOf } from '../rigs/agent/rig.js';
import { NODE_WORDS, PROGRAM } from '../rigs/program.js';
import { whyNoNamespace } from '../fakes/machine/namespace.js';
import { type Away, interrupt, openByName } from '../rigs/agent/network.js';

t.jobs = 3;
// What is done while the first item sounds takes its time on a busy machine.
const sandbox = { trackSeconds: 10, progressFrequency: null };
const test = testsOf(t, skip || whyNoNamespace(['net', 'mount']));

for (const mode of ['silent', 'unknown', 'failing'] as const) {
  test(`names are answered no more (${mode}), and again`, async t => {
    const testbed = await openByName(t, sandbox);
    await interrupt(
      t,
      testbed,
      () => testbed.answerNames(mode),
      () => testbed.answerNames('well'),
    );
  });
}

/** What `tonearm doctor` prints in that network. */
async function examine({ space, rig, environment }: Away): Promise<string> {
  const [command = '', ...words]: readonly string[] = [
    ...space.words,
    process.execPath,
    ...NODE_WORDS,
    PROGRAM,
    'doctor',
  ];
  const env = { ...rig.environment, ...environment };
  // It exits with 1 where anything is broken, such as the bus that this network has not.
  const ended = await promisify(execFile)(command, words, { env }).catch((error: unknown) => error);
  return (ended as { readonly stdout: string }).stdout;
}

test('the first name server is dead, and the second is asked after five seconds', async t => {
  const testbed = await openByName(t, sandbox, { isFirstDead: true });
  const { phone, rig } = testbed;
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0), 60_000);
  for (let round = 0; round < 2; round += 1) {
    // What is connected is cut.
    await testbed.answerNames('well');
    t.match(await phone.call('library.profile'), { id: String }, 'the slow answer is used again');
  }
  await phone.until('the next item', isAt(1), 60_000);
  const examined = await examine(testbed);
  t.match(examined, /warning +dns +service\.tonearm\.test resolves to 127\.0\.0\.1, but only after \d+ s/);
  t.match(examined, /warning +dns +name server 127\.0\.0\.2 does not answer/);
  t.match(examined, /ok +service +service\.tonearm\.test:\d+ answers/, 'doctor waits as long as the agent');
  t.equal(rig.asked('setSource'), 1);
});
