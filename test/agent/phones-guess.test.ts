import { Agent } from 'node:http';
import t from 'tap';
import { createRig, skip } from '../rigs/agent/rig.js';
import { connectClient } from '../fakes/phones/client.js';
import { callByHttp, connectLines, post } from '../rigs/control/rpc.js';

const FIXED = 'a-fixed-token-of-the-owner';
const BODY = '{"jsonrpc":"2.0","id":1,"method":"state.get"}';

t.test(
  'wrong tokens: twenty a minute are told so, one line tells of all, and nobody else waits',
  { skip },
  async t => {
    const rig = await createRig(t);
    const { agent, token, phone } = await rig.ready({ TONEARM_CONTROL_TOKEN: FIXED });
    // New connections are limited as well.
    const connections = new Agent({ keepAlive: true, maxSockets: 40 });
    t.teardown(() => connections.destroy());
    const guess = (at: number) => post(agent.url, BODY, { authorization: `Bearer guess-${at}` }, connections);
    const statuses: number[] = [];
    // No more at once than one address may have connections.
    for (let at = 0; at < 2_000; at += 40) {
      const guesses = Array.from({ length: 40 }, (_, more) => guess(at + more));
      statuses.push(...(await Promise.all(guesses)).map(({ status }) => status));
    }
    const told = statuses.filter(status => status === 401).length;
    // At most: the first minute may end meanwhile.
    t.ok(told >= 20 && told % 20 === 0, `${told} were looked at`);
    t.equal(statuses.filter(status => status === 429).length, 2_000 - told);
    t.ok((await phone.call('player.setVolume', { volume: 5 }))['revision']);
    t.ok((await rig.phone(agent, token, 'comes back')).state);
    for (const good of [token, FIXED]) t.ok((await callByHttp(agent.url, good, 'state.get')).result);
    const local = connectLines(`${rig.runtimeDir}/control.sock`);
    await local.next();
    t.ok((await local.call('state.get')).result);
    local.socket.destroy();
    const neighbour = await connectClient(`${agent.url.replace('http', 'ws')}/control`, {
      localAddress: '127.0.0.2',
    });
    t.equal((await neighbour.open('wrong')).error?.code, 1001);
    neighbour.ws.terminate();
    const metrics = await (await fetch(`${agent.url}/metrics`)).text();
    t.match(metrics, new RegExp(`tonearm_incidents_total\\{what="tooManyTokens"\\} ${2_000 - told}\n`));
    t.match(metrics, /tonearm_incidents_total\{what="admitted"\} 1\n/);
    const lines = agent.stdout.split('\n').filter(line => line.includes('turned away'));
    t.ok(lines.length >= 1 && lines.length <= told / 20, lines.join('\n'));
    t.match(JSON.parse(lines[0] ?? ''), { level: 'warn', what: 'wrongToken', peer: '127.0.0.1' });
    for (const secret of [token, FIXED, 'guess-']) t.notMatch(agent.stdout, secret);
    t.match(agent.stdout, /"client":"[^"]+","role":"owner","msg":"A client was admitted\."/);
    t.match(agent.stdout, /"peer":"127.0.0.1",[^}]*"right":"anyone"[^}]*"msg":"The speaker was paired\."/);
  },
);
