/** What a public service may make the speaker, and whoever looks at the remote, ask in the household's own network. */
import t from 'tap';
import { whyNoNamespace } from '../fakes/machine/namespace.js';
import { isAt } from '../fakes/phones/phone.js';
import { checkSound } from '../rigs/agent/ear.js';
import { openPublic, PUBLIC } from '../rigs/agent/network.js';
import { aStation, skip, testsOf } from '../rigs/agent/rig.js';

t.jobs = 2;
const test = testsOf(t, skip || whyNoNamespace(['net']));
const PATIENCE_MS = 90_000;
const PORT = 8080;
const LEADING_PORT = 8081;

const audioRequests = ({ rig }: Awaited<ReturnType<typeof openPublic>>): number =>
  rig.sandbox.requests.count('audio');

for (const host of ['127.0.0.1', '10.66.0.1', 'localhost', '127.1']) {
  test(`audio and pictures at ${host}: neither asked for nor shown`, async t => {
    const testbed = await openPublic(t, { publicUrl: `http://${host}:${PORT}`, trackSeconds: 10 });
    const { rig, phone } = testbed;
    await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
    const told = await phone.until('told why', state => state.notice !== null, PATIENCE_MS);
    t.match(told, { notice: { code: 'itemUnplayable', message: /private network/ } });
    t.equal(audioRequests(testbed), 0, 'nothing was asked for there');
    t.notMatch(JSON.stringify(phone.seen), /artUrl/);
  });
}

test('a public host that leads there', async t => {
  const testbed = await openPublic(t, {
    publicUrl: `http://${PUBLIC}:${LEADING_PORT}`,
    trackSeconds: 10,
  });
  const { rig, phone, lead } = testbed;
  const asked = await lead(LEADING_PORT, `http://127.0.0.1:${PORT}`);
  await phone.call('player.play', { sourceId: aStation(rig.sandbox) });
  const told = await phone.until('told why', state => state.notice !== null, PATIENCE_MS);
  t.match(told, { notice: { code: 'itemUnplayable', message: /private network/ } });
  t.ok(asked() > 0, 'the public one was asked');
  t.equal(audioRequests(testbed), 0, 'and nothing where it leads');
});

test('a public host that leads to another', async t => {
  const testbed = await openPublic(t, {
    publicUrl: `http://${PUBLIC}:${LEADING_PORT}`,
    trackSeconds: 10,
  });
  const { rig, phone, lead } = testbed;
  await lead(LEADING_PORT, `http://${PUBLIC}:${PORT}`);
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0), PATIENCE_MS);
  await checkSound(t, rig, phone);
  t.match(phone.state.item?.artUrl, PUBLIC, 'its pictures are shown');
  t.notOk(phone.seen.some(({ state }) => state.notice !== null));
});
