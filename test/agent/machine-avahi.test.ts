import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { aStation, createRig, skip } from '../rigs/agent/rig.js';
import { createPrivateAvahi, whyNoAvahi } from '../fakes/machine/avahi.js';
import { until } from '../rigs/agent/fault-row.js';

t.test(
  'Avahi hangs, and goes with the bus: only discovery is missing until they are back',
  { skip: skip || whyNoAvahi() },
  async t => {
    const rig = await createRig(t, { trackSeconds: 120 });
    const avahi = createPrivateAvahi(t);
    await avahi.begin();
    const { agent, phone } = await rig.ready({
      TONEARM_MDNS: 'on',
      DBUS_SYSTEM_BUS_ADDRESS: process.env['DBUS_SYSTEM_BUS_ADDRESS'] ?? '',
    });
    const times = (message: string) => agent.stdout.split(`"msg":"${message}`).length - 1;
    const untilTold = (message: string, count: number) =>
      until(`told “${message}” (${count})`, () => times(message) >= count);
    await phone.play({ sourceId: aStation(rig.sandbox) });
    const from = phone.seen.length;
    await untilTold('The speaker is advertised', 1);
    const txt = { path: '/control', paired: '1', id: 'device-of-the-test' };
    const isThere = { name: 'Küche & Bad', port: agent.port, txt };
    let found = await avahi.resolve('Küche & Bad');
    while (found.txt['paired'] !== '1') found = await avahi.resolve('Küche & Bad');
    t.match(found, isThere);

    avahi.signal('SIGSTOP');
    t.match(
      await phone.call('player.setVolume', { volume: 30 }),
      { revision: Number },
      'Avahi hangs: nobody else does',
    );
    await avahi.end('both');
    await untilTold('The speaker is no longer advertised', 1);
    t.match(await phone.call('player.setVolume', { volume: 31 }), { revision: Number });
    t.match(await (await fetch(`${agent.url}/healthz`)).json(), { status: 'ok' }, 'no fault of the speaker');
    await avahi.begin();
    await untilTold('The speaker is advertised', 2);
    t.match(await avahi.watch(t)(all => all.length > 0), [isThere]);
    const warnings = agent.stdout.split('\n').filter(line => line.includes('"level":"warn"'));
    // This Avahi has a name of its own for the machine.
    const isOfName = (line: string): boolean => line.includes('Avahi does not call this machine');
    t.equal(warnings.filter(line => !isOfName(line)).length, 1, 'one warning');
    t.strictSame(
      phone.seen.slice(from).filter(({ state }) => !isSounding(state)),
      [],
      'heard without a break',
    );
    t.notMatch(agent.stderr, /\S/, 'Avahi’s own library has nothing to warn of either');
  },
);
