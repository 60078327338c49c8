import t from 'tap';
import { skip } from '../rigs/agent/rig.js';
import { whyNoNamespace } from '../fakes/machine/namespace.js';
import { interrupt, openByName } from '../rigs/agent/network.js';

t.jobs = 3;
// What is done while the first item sounds takes its time on a busy machine.
const sandbox = { trackSeconds: 10, progressFrequency: null };
const options = { skip: skip || whyNoNamespace(['net', 'mount']), buffered: true };

for (const mode of ['silent', 'unknown', 'failing'] as const) {
  t.test(`names are answered no more (${mode}), and again`, { ...options }, async t => {
    const testbed = await openByName(t, sandbox);
    await interrupt(
      t,
      testbed,
      () => testbed.answerNames(mode),
      () => testbed.answerNames('well'),
    );
  });
}
