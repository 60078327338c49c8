import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { createRig, skip } from '../rigs/agent/rig.js';
import { connectClient, type FakeClient } from '../fakes/phones/client.js';

const SOCKETS = 24;
/** Together more than are remembered. */
const OF_EACH = 360;

/** Sends commands, each with an id of its own, as fast as the limit of calls allows, until so many were carried out. */
async function flood(client: FakeClient): Promise<void> {
  for (let done = 0, count = 0; done < OF_EACH; ) {
    const calls = Array.from({ length: 25 }, () => {
      count += 1;
      // The longest there may be: each of these characters takes four bytes.
      const commandId = '𝄞'.repeat(128 - String(count).length) + String(count);
      return client.call('player.setMuted', { muted: count % 2 === 0, commandId });
    });
    const answers = await Promise.all(calls);
    done += answers.filter(({ result }) => result !== undefined).length;
    const other = answers.find(({ error }) => error !== undefined && error.code !== 1003);
    if (other !== undefined) throw new Error(JSON.stringify(other));
    if (answers.some(({ error }) => error !== undefined)) await sleep(200);
  }
}

t.test(
  'ids of commands do not fill the memory, and a flood of them takes no other phone’s',
  { skip },
  async t => {
    const rig = await createRig(t);
    // A heap that what is kept fits in, with little to spare.
    const agent = await rig.start({
      TONEARM_CONTROL_ACCESS: 'open',
      NODE_OPTIONS: '--max-old-space-size=48',
    });
    const url = `${agent.url.replace('http', 'ws')}/control`;
    // Without a token an address has its calls, whatever names it chooses.
    const join = async (name: string, localAddress = '127.0.0.1') => {
      const client = await connectClient(url, { localAddress });
      await client.open(undefined, name);
      return client;
    };
    const phone = await join('phone');
    const crowd: FakeClient[] = [];
    while (crowd.length < SOCKETS)
      crowd.push(await join(`flood ${crowd.length}`, `127.0.1.${crowd.length + 1}`));
    const death = new Promise<never>((_resolve, reject) => {
      agent.child.once('exit', () => reject(new Error('the agent ended')));
    });
    death.catch(() => undefined);
    const flooding = Promise.race([Promise.all(crowd.map(flood)), death]).then(() => false as const);
    let kept = 0;
    for (let going: boolean = true; going; kept += 1) {
      const command = { volume: kept % 100, commandId: `${kept}` };
      const first = await phone.call('player.setVolume', command);
      going = await Promise.race([flooding, sleep(2_000, true as const)]);
      t.same((await phone.call('player.setVolume', command)).result, first.result, 'not done twice');
    }
    t.ok(kept > 2);
    t.equal(agent.child.exitCode, null);
    t.match(agent.stderr, /^(Warning: .*\n)?$/);
  },
);
