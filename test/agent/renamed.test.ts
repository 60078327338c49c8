import { spawnSync } from 'node:child_process';
import t from 'tap';
import { createRig, skip } from '../rigs/agent/rig.js';
import { run } from '../rigs/cli/run.js';

const whyNotRenamed = () => {
  if (process.getuid?.() !== 0) return 'needs root';
  return spawnSync('unshare', ['--uts', 'hostname', 'kitchen']).status === 0
    ? false
    : 'no host name can be set';
};

t.test(
  'A renamed machine tells that its redirect address has changed',
  { skip: skip || whyNotRenamed() },
  async t => {
    const rig = await createRig(t);
    const before = ['unshare', '--uts', 'sh', '-c', 'hostname kitchen && exec "$@"', 'sh'];
    const agent = await rig.start({}, { before });
    const inside = ['nsenter', '--uts', '--target', String(agent.pid), '--'];
    const examine = async () => {
      const environment = { ...rig.environment, TONEARM_HTTP_PORT: String(agent.port) };
      return (await run(['doctor'], environment, { before: inside })).stdout;
    };
    t.notMatch(await examine(), /renamed/);
    const [nsenter = '', ...words] = inside;
    t.equal(spawnSync(nsenter, [...words, 'hostname', 'parlour']).status, 0);
    t.match(await examine(), /the redirect address,\s+which\s+named\s+kitchen\.local/);
    t.match(await agent.line(/^The redirect address has changed/), {
      level: 'warn',
      former: /kitchen/,
      now: /parlour/,
    });
  },
);
