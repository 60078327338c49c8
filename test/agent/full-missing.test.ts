import t from 'tap';
import { ON_DEMAND, openTestbed, refusedOf, reportsAt, reportsOf, silences } from '../rigs/agent/full.js';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { anAlbum, aStation, createRig, testsOf } from '../rigs/agent/rig.js';

t.jobs = 6;
const test = testsOf(t);
/** An item is paused and left before it ends, on a busy machine too. */
const SECONDS = 7;

test('auto against a core service: one refusal an operation, nothing to notice', async t => {
  const rig = await createRig(t, { trackSeconds: SECONDS, progressFrequency: null });
  const { phone } = await rig.ready(ON_DEMAND);
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  rig.device.allow(['SKIP', 'REPLAY', 'THUMB']);
  await phone.until('the second', isAt(1));
  await phone.call('player.pause');
  await rig.sandbox.requests.until('pause', 1);
  await phone.play({}, isAt(1));
  await phone.call('player.next');
  await phone.until('the third', isAt(2));
  await phone.call('player.replay');
  await phone.until('the fifth', isAt(4), 40_000);
  const refused = refusedOf(rig);
  t.strictSame([...refused].sort(), [...new Set(refused)].sort(), 'each at most once');
  for (const name of ['setStarted', 'peek', 'setEnded', 'pause', 'skip', 'replay']) {
    t.ok(refused.includes(name), `${name} was tried`);
  }
  for (const index of [0, 1, 2, 3]) {
    t.strictSame(
      reportsAt(rig, index).filter(call => call.endsWith(` ${SECONDS}`)),
      [`setProgress ${index} ${SECONDS}`],
    );
  }
  t.strictSame(
    silences(phone).filter(reason => reason !== 'paused'),
    [],
  );
  t.strictSame(
    phone.seen.filter(({ state }) => state.notice !== null),
    [],
  );
  t.match(await phone.ask('feedback.set', { value: 'UP' }), { error: { code: 2005 } });
  t.equal(phone.state.can.feedback, false);
  t.match(await phone.call('system.info'), { serviceProfile: 'core' });
  t.equal(phone.state.silenceReason, null);
});

for (const lacks of [
  ['setStarted', 'skip'],
  ['setEnded', 'pause'],
  ['peek'],
  ['fileGain', 'Track.album', 'PlaybackSource.name'],
]) {
  test(`auto, where only ${lacks.join(' and ')} is missing`, async t => {
    const { phone, rig } = await openTestbed(t, { trackSeconds: SECONDS, lacks });
    const has = (name: string) => !lacks.includes(name);
    t.match(await phone.call('system.info'), { serviceProfile: 'full' });
    await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(1), 40_000);
    await phone.call('player.pause');
    await rig.sandbox.requests.until('pause', 1);
    await phone.play({}, isAt(1));
    // Calls that are under way together may arrive in any order.
    await rig.sandbox.requests.until('setStarted', has('setStarted') ? 3 : 1);
    await phone.call('player.next');
    await phone.until('the fourth', isAt(3), 40_000);
    const refused = refusedOf(rig);
    const operations = lacks.filter(name => /^(set|skip|pause|peek)/.test(name));
    if (operations.length > 0) t.strictSame([...refused].sort(), [...operations].sort(), 'each once');
    else t.equal(new Set(refused).size, refused.length, `each once: ${refused.join(' ')}`);
    const reports = reportsOf(rig).map(call => call.replace(/ \d+( NORMAL)?$/, ''));
    t.strictSame(
      reports.filter(call => !call.endsWith(' 3')),
      [
        'setSource',
        ...(has('setStarted') ? ['setStarted 0'] : []),
        has('setEnded') ? 'setEnded 0' : 'setProgress 0',
        ...(has('setStarted') ? ['setStarted 1'] : []),
        ...(has('pause') ? ['pause 1'] : []),
        ...(has('setStarted') ? ['setStarted 1'] : []),
        has('skip') ? 'skip 1' : 'setProgress 1',
        ...(has('setStarted') ? ['setStarted 2'] : []),
        has('setEnded') ? 'setEnded 2' : 'setProgress 2',
      ],
    );
    t.equal(rig.asked('peek') > 1, has('peek'), 'what comes next was looked at');
    t.equal(phone.state.notice, null);
    t.strictSame(
      silences(phone).filter(reason => reason !== 'paused'),
      [],
    );
  });
}

test('full tells of a missing operation as an error, and the music goes on', async t => {
  const { phone, rig } = await openTestbed(
    t,
    { trackSeconds: 20, lacks: ['skip', 'peek'] },
    { TONEARM_SERVICE_PROFILE: 'full' },
  );
  await phone.play({ sourceId: anAlbum(rig.sandbox).id }, isAt(0));
  t.match(await phone.ask('player.next'), { error: { code: 2006, data: { reason: 'serviceError' } } });
  await phone.call('player.seek', { positionMs: 17_000 });
  await phone.until('the next', isAt(1));
  t.strictSame(reportsAt(rig, 0), ['setStarted 0 0', 'setEnded 0 20 NORMAL']);
  t.ok(isSounding(phone.state));
});
