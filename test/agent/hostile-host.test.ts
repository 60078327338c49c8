import { execFileSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import t, { type Test } from 'tap';
import { connectClient, type FakeClient } from '../fakes/phones/client.js';
import { besiege } from '../fakes/phones/siege.js';
import type { AgentProcess } from '../rigs/agent/process.js';
import { memoryOf } from '../bench/rig/processes.js';
import { createRig, type Rig, skip } from '../rigs/agent/rig.js';
import { callByHttp } from '../rigs/control/rpc.js';

const FIXED = 'a-fixed-token-of-the-owner';
const ROUNDS = 40;

/** From nothing to a command that is done and an event of it; null, or what went wrong. */
async function useOnce(url: string, volume: number): Promise<string | null> {
  let client: FakeClient | null = null;
  try {
    client = await connectClient(`${url.replace('http', 'ws')}/control`);
    const opened = await client.open(FIXED, 'good');
    if (opened.result === undefined) return `open: ${JSON.stringify(opened)}`;
    const told = await client.call('state.subscribe');
    if (told.result === undefined) return `subscribe: ${JSON.stringify(told)}`;
    const done = await client.call('player.setVolume', { volume });
    if (done.result === undefined) return `command: ${JSON.stringify(done)}`;
    const { params } = await client.next();
    const changes = params?.['changes'] as { readonly volume?: number } | undefined;
    return changes?.volume === volume ? null : `told of ${JSON.stringify(params)}`;
  } catch (error) {
    return String(error);
  } finally {
    client?.ws.terminate();
  }
}

/** Every use by a phone succeeds, again and again, and the agent does not swell. Each answers what went wrong. */
async function checkUse(
  t: Test,
  agent: AgentProcess,
  use = (volume: number) => useOnce(agent.url, volume),
): Promise<void> {
  const before = memoryOf(agent.pid).residentMiB;
  let worst = before;
  const failures: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const failure = await use(10 + (round % 30));
    if (failure !== null) failures.push(`${round}: ${failure}`);
    worst = Math.max(worst, memoryOf(agent.pid).residentMiB);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  t.strictSame(failures, [], 'every try succeeds');
  t.ok(worst - before < 60, `it took ${Math.round(worst - before)} MiB more at its worst`);
  t.equal(agent.child.exitCode, null);
  t.equal(agent.stderr, '');
}

/** An unpaired speaker, so that there is something to sign in to; whoever knows the fixed token may use it. */
async function startSpeaker(
  t: Test,
  host: string,
): Promise<{ readonly rig: Rig; readonly agent: AgentProcess }> {
  const rig = await createRig(t);
  const agent = await rig.start({ TONEARM_CONTROL_TOKEN: FIXED, TONEARM_HTTP_HOST: host });
  t.equal(await useOnce(agent.url, 9), null, 'without anybody bad');
  return { rig, agent };
}

/** What is told of them in the log: never a line an attempt. */
function linesOfTurnedAway({ stdout }: AgentProcess) {
  return stdout
    .split('\n')
    .map(line => JSON.parse(line) as { readonly msg: string; readonly peer?: string })
    .filter(({ msg }) => msg.includes('turned away'));
}

t.test('one host does its worst; phones come, are told, command and sign in as ever', { skip }, async t => {
  const { rig, agent } = await startSpeaker(t, '127.0.0.1');
  const siege = await besiege({ host: '127.0.0.1', port: agent.port }, ['127.0.0.66']);
  t.teardown(() => siege.stop());
  await checkUse(t, agent);
  const invited = await callByHttp(agent.url, FIXED, 'access.invite');
  const claimed = await callByHttp(agent.url, 'none', 'access.claim', {
    code: invited.result?.['code'],
    name: 'Ada',
  });
  t.ok(claimed.result?.['token'], 'its six digits are good');
  t.match(await rig.pair(agent), /^[\w-]{43}$/, 'its sign-in comes to an end');
  await checkUse(t, agent);
  const metrics = await (await fetch(`${agent.url}/metrics`)).text();
  const did = await siege.stop();
  // Not its sockets, codes and sign-ins: how many of them get through is a matter of chance beside its own connections.
  for (const what of ['Connections', 'Calls', 'Tokens'].map(one => `tooMany${one}`))
    t.match(metrics, new RegExp(`tonearm_incidents_total\\{what="${what}"\\} [1-9]`), JSON.stringify(did));
  const [first, ...others] = linesOfTurnedAway(agent);
  t.match(first, { peer: '127.0.0.66' });
  t.ok(others.length < 10, 'one a minute');
});

/** Addresses that a machine in the same network can give itself: each of them is a peer. */
const CROWD = Array.from(
  { length: 24 },
  (_, at) => `fd6f:6e65:6172:${(process.pid % 65_536).toString(16)}::${at + 1}`,
);

function whyNoIpv6(): string | false {
  if (skip) return skip;
  if (process.getuid?.() !== 0) return 'only root may add addresses';
  const loopback = Object.values(networkInterfaces()).flatMap(each => each ?? []);
  return loopback.some(({ address }) => address === '::1') ? false : 'this machine has no IPv6';
}

t.test('A host with many addresses costs no open session anything', { skip: whyNoIpv6() }, async t => {
  const ip = (act: string, address: string) =>
    execFileSync('ip', ['-6', 'address', act, `${address}/128`, 'dev', 'lo']);
  t.teardown(() => CROWD.forEach(address => ip('del', address)));
  for (const address of CROWD) ip('add', address);
  const { agent } = await startSpeaker(t, '::');
  const phone = await connectClient(`${agent.url.replace('http', 'ws')}/control`);
  t.ok((await phone.open(FIXED, 'good')).result);
  const siege = await besiege({ host: '::1', port: agent.port }, CROWD);
  t.teardown(() => siege.stop());
  await checkUse(t, agent, async volume => {
    const { error } = await phone.call('player.setVolume', { volume });
    return error === undefined ? null : JSON.stringify(error);
  });
  await siege.stop();
  while ((await useOnce(agent.url, 9)) !== null) await new Promise(resolve => setTimeout(resolve, 100));
  t.ok(linesOfTurnedAway(agent).length > 0);
});
