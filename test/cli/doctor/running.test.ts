import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Finding } from '../../../src/cli/doctor/finding.js';
import { EXIT } from '../../../src/contract/errors.js';
import { startTestbed, whyNoPlayer } from '../../rigs/cli/testbed.js';
import { callByHttp } from '../../rigs/control/rpc.js';

t.test(
  'while the agent runs: what it says, its record, open access and endless guests said loudly',
  { skip: whyNoPlayer() },
  async t => {
    const testbed = await startTestbed(t);
    const before = await testbed.run(['doctor']);
    t.match(before.stdout, /^warning +account +this speaker is not paired → open the speaker’s page/m);
    await testbed.pair();
    const { code, stdout } = await testbed.run(['doctor', '--json']);
    t.equal(code, EXIT.clean);
    const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: readonly Finding[] };
    t.equal(ok, true);
    const about = (check: string) => findings.filter(finding => finding.check === check);
    t.match(about('agent'), [{ level: 'ok', text: 'the agent is running; it is silent because: noSource' }]);
    t.match(about('account'), [
      { level: 'ok' },
      { level: 'ok', text: 'the music service accepts the pairing' },
    ]);
    const invited = await testbed.run(['invite', '--guest', '--json']);
    const { code: digits } = JSON.parse(invited.stdout) as { code: string };
    await callByHttp(testbed.url, '', 'access.claim', { code: digits, name: 'Bob' });
    t.match((await testbed.run(['doctor'])).stdout, /^note +access +guests with no time limit: “Bob” \(/m);
    testbed.sandbox.revokeTokens();
    const open = await testbed.run(['doctor'], { TONEARM_CONTROL_ACCESS: 'open' });
    t.match(open.stdout, /^warning +access +ANYONE ON THIS NETWORK MAY CONTROL/m);
    t.match(open.stdout, /^BROKEN +account +.*→/m);

    const record = await testbed.run(['doctor', '--record']);
    t.equal(record.code, EXIT.clean);
    t.match(
      record.stderr,
      /To send it, save it to a file:\n +sudo tonearm doctor --record > speaker\.record\n/,
    );
    const path = join(t.testdir(), 'speaker.record');
    writeFileSync(path, record.stdout);
    const replayed = await testbed.run(['replay', path]);
    t.match(replayed, { code: EXIT.clean, stdout: /^ +\d+\.\d+ +pairing\.began /m });
    t.match(replayed.stdout, /^ +sound: not paired; place: nothing to agree on; command: none waiting$/m);
    const all = [before.stdout, stdout, open.stdout, record.stdout].join('\n');
    for (const secret of [
      testbed.sandbox.clientSecret,
      testbed.environment['TONEARM_CONTROL_TOKEN'] ?? 'none',
    ]) {
      t.notMatch(all, secret);
    }

    await testbed.stopAgent();
    t.match(await testbed.run(['doctor', '--record']), { code: EXIT.fault });
    t.match(
      (await testbed.run(['doctor'])).stdout,
      /^note +agent +no agent is running with this configuration/m,
    );
  },
);
