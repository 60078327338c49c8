/** A client that is revoked while the disk is full, and what a restart makes of it. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createNamespace, whyNoNamespace } from '../fakes/machine/namespace.js';
import type { AgentProcess } from '../rigs/agent/process.js';
import { createRig, type Rig, skip, testsOf } from '../rigs/agent/rig.js';
import { killWhole } from '../rigs/agent/story.js';
import { callByHttp } from '../rigs/control/rpc.js';

t.jobs = 2;
const test = testsOf(t, skip || whyNoNamespace(['mount']));

async function startOnSmallDisk(t: Test) {
  const rig = await createRig(t, { trackSeconds: 60 });
  mkdirSync(rig.stateDir);
  const space = await createNamespace(t, ['mount']);
  space.run('mount -t tmpfs -o size=256k,mode=700 none "$1"', rig.stateDir);
  const start = () => rig.start({}, { before: space.words });
  const agent = await start();
  return { rig, space, start, agent, token: await rig.pair(agent) };
}

/** A second owner, as an owner admits one. */
async function admitSecond({ url }: AgentProcess, token: string) {
  const { result: invitation } = await callByHttp(url, token, 'access.invite', { role: 'owner' });
  const { result } = await callByHttp(url, '', 'access.claim', { code: invitation?.['code'], name: 'Bob' });
  return { id: String(result?.['id']), token: String(result?.['token']) };
}

const ask = (agent: AgentProcess, token: string, method: string, params: object = {}) =>
  callByHttp(agent.url, token, method, params);

async function isAdmitted(rig: Rig, agent: AgentProcess, token: string): Promise<boolean> {
  return rig.phone(agent, token).then(
    () => true,
    () => false,
  );
}

test('The answer and the log say that a full disk did not take a removal', async t => {
  const { rig, space, start, agent, token } = await startOnSmallDisk(t);
  const bob = await admitSecond(agent, token);
  space.run('head -c 400000 /dev/zero > "$1" || true', join(rig.stateDir, 'filler'));
  const { error } = await ask(agent, token, 'access.revoke', { id: bob.id });
  t.match(error, { code: -32603, message: /could not be saved.*a restart undoes it/ });
  t.match(await agent.line(/^A client was revoked, but the disk did not take it/), {
    level: 'error',
    client: 'Bob',
  });
  t.notMatch(agent.stdout, 'A client was revoked."');
  t.notOk(await isAdmitted(rig, agent, bob.token), 'until then it is refused');

  await killWhole(agent);
  rmSync(space.path(join(rig.stateDir, 'filler')));
  const again = await start();
  t.ok(await isAdmitted(rig, again, bob.token), 'as was said');
});
