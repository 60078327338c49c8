/** The name that the service sends a browser to may be another host's by then: what that one learns opens nothing. */
import t from 'tap';
import { whyNoNamespace } from '../fakes/machine/namespace.js';
import { openRecorded } from '../rigs/agent/network.js';
import { skip as noPlayer } from '../rigs/agent/rig.js';

const skip = noPlayer || whyNoNamespace(['net']);

t.test('the token goes to the address where the sign-in was started, and nowhere else', { skip }, async t => {
  const home = await openRecorded(t, {});
  const { agent, rig } = home;
  const owners = (await home.phone.call('access.list'))['clients'] as readonly unknown[];
  // The phone comes by the recorded network; whoever holds the name comes from elsewhere.
  const begun = await fetch(`${home.url}/pair/owner`, {
    method: 'POST',
    headers: { origin: home.url },
    redirect: 'manual',
  });
  const asked = (begun.headers.get('location') ?? '').replace(/^http:\/\/[^/]+/, rig.wire.url);
  const back = new URL(await rig.sandbox.consent(asked));
  const bring = (base: string) => fetch(`${base}${back.pathname}${back.search}`, { redirect: 'manual' });
  for (let at = 0; at < 2; at += 1) {
    const stolen = await bring(home.door);
    t.equal(stolen.status, 303);
    t.equal(stolen.headers.get('set-cookie'), null);
    const { origin } = new URL(stolen.headers.get('location') ?? '');
    t.equal(
      origin,
      `http://10.77.0.2:${agent.port}`,
      'to the speaker where it was started, whatever Host said',
    );
  }
  t.match(await agent.line(/was brought back from another address/), { level: 'warn', peer: '127.0.0.1' });
  t.notMatch(await (await bring(home.door)).text(), /token=/);
  const page = await bring(home.url);
  t.equal(page.status, 200);
  t.match(await page.text(), /href="\/#token=[\w-]{43}&amp;id=/);
  t.notMatch(await (await bring(home.url)).text(), /token=/, 'once');
  const now = (await home.phone.call('access.list'))['clients'] as readonly unknown[];
  t.equal(now.length, owners.length + 1);
});
