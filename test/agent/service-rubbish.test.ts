import t from 'tap';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { anAlbum, aStation, createRig, testsOf } from '../rigs/agent/rig.js';

t.jobs = 2;
const test = testsOf(t);
const FAULT = { error: { code: /^200[67]$/, data: { reason: /^(offline|serviceError)$/ } } };

test('answers that make no sense: a clear error, the music untouched, and an end to it', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { faults } = rig.sandbox;
  const { phone, agent } = await rig.ready();
  const station = aStation(rig.sandbox);
  const other = anAlbum(rig.sandbox).id;
  await phone.play({ sourceId: station }, isAt(0));
  const playing = phone.state.item;
  for (const fault of ['captivePortal', 'wrongTypes', 'truncatedJson', 'oversizedJson', 'status'] as const) {
    const end = faults.add(fault, { operation: 'graphql' });
    const listed = await phone.ask('library.collection', {});
    // A list of which every entry is rubbish may come out empty.
    if (listed.error !== undefined) t.match(listed, FAULT, `${fault}: collection`);
    else t.match(listed.result, { items: [] }, `${fault}: collection`);
    t.match(await phone.ask('player.play', { sourceId: other }), FAULT, `${fault}: play`);
    t.same(phone.state.item, playing, `${fault}: what plays is untouched`);
    t.equal(phone.state.source?.id, station);
    t.equal(phone.state.silenceReason, null);
    end();
    // What the service did although its answer was lost is made good again by the next one.
    await phone.until('reachable', () => true);
    t.match(await phone.ask('library.collection', { limit: 3 }), { result: { items: [{}, {}, {}] } }, 'over');
    await phone.play({ sourceId: station });
  }
  const partial = faults.add('partialData', { operation: 'graphql' });
  const { items } = (await phone.call('library.collection', { limit: 10 })) as { items: unknown[] };
  t.equal(items.length, 5, 'good data beside errors is used');
  await phone.call('player.play', { sourceId: other });
  await phone.until('sounding', state => isSounding(state) && state.source?.id === other);
  partial();
  t.equal(agent.child.exitCode, null);
});
