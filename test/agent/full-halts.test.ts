import t, { type Test } from 'tap';
import {
  checkDenied,
  type FullTestbed,
  jumpTo,
  ON_DEMAND,
  openTestbed,
  reportsAt,
  reportsOf,
} from '../rigs/agent/full.js';
import { isAt, isSounding, type Phone } from '../fakes/phones/phone.js';
import { anAlbum, type Rig, testsOf } from '../rigs/agent/rig.js';

t.jobs = 4;
const test = testsOf(t);

const NOTICES = {
  takenOver: { title: /^Someone else is listening/, message: /^Music plays on another speaker/ },
  idleTimeout: { title: /^Are you still listening/, message: /^Nobody has touched this speaker/ },
};

/** Another client of the same account begins to play: the service takes the stream away. */
async function playElsewhere({ sandbox }: Rig): Promise<void> {
  const query =
    'mutation ($s: String!) { playback { setSource(deviceUuid: "elsewhere", sourceId: $s) { id } } }';
  const { accessToken } = sandbox.issueTokens();
  const answer = await fetch(`${sandbox.url}/api/v1/graphql/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ operationName: null, variables: { s: anAlbum(sandbox).id }, query }),
  });
  if (answer.status !== 200) throw new Error(`elsewhere: ${answer.status}`);
}

/** Silent for this reason, with the service's own words; nothing is reported, and only a listener goes on. */
async function halts(t: Test, { phone, rig }: { phone: Phone; rig: Rig }, why: keyof typeof NOTICES) {
  await phone.until(why, ({ silenceReason }) => silenceReason === why, 40_000);
  t.match(phone.state, {
    playbackStatus: 'stopped',
    notice: { code: why, ...NOTICES[why] },
    can: { play: true, next: false, previous: false, replay: false, seek: false, feedback: false },
    source: { id: anAlbum(rig.sandbox).id },
    position: { rate: 0 },
  });
  const before = reportsOf(rig);
  const started = rig.asked('setStarted');
  await checkDenied(t, phone);
  await phone.call('library.profile');
  await phone.call('player.setVolume', { volume: 20 });
  await phone.call('player.pause');
  t.equal(phone.state.silenceReason, why, 'no other act goes on');
  t.strictSame(reportsOf(rig), before, 'nothing is reported, nobody fights for the stream');
  await phone.play();
  t.strictSame(reportsOf(rig).slice(before.length)[0], 'setSource', 'claimed by a listener');
  t.equal(rig.sandbox.requests.of('setSource').at(-1)?.args['sourceId'], anAlbum(rig.sandbox).id);
  t.equal(phone.state.notice, null);
  await rig.sandbox.requests.until('setStarted', started + 1);
  t.match(reportsOf(rig).slice(before.length), ['setSource', 'setStarted 0 0']);
  t.equal(rig.device.interruption, null);
}

/** An album sounds, and what comes next was looked at. */
async function sounding(t: Test, testbed: Promise<FullTestbed>): Promise<FullTestbed> {
  const opened = await testbed;
  const { phone, rig } = opened;
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await rig.sandbox.requests.until('peek', 1);
  await phone.until('sounding', isAt(0));
  t.equal(rig.device.index, 0);
  return opened;
}

for (const why of ['takenOver', 'idleTimeout'] as const) {
  const trouble = async (rig: Rig): Promise<void> => {
    if (why === 'takenOver') await playElsewhere(rig);
    else rig.device.interrupt(why);
  };

  test(`${why}, told in the answer to the report of an end, and at the start of the program`, async t => {
    const testbed = await sounding(t, openTestbed(t, { trackSeconds: 12 }));
    await trouble(testbed.rig);
    await jumpTo(testbed.phone, 9_500);
    await halts(t, testbed, why);
    const ends = reportsAt(testbed.rig, 0).filter(call => call.startsWith('setEnded'));
    t.strictSame(ends, ['setEnded 0 12 NORMAL'], 'once, for the item that had sounded');

    const { agent, rig, token } = testbed;
    await agent.end();
    await trouble(rig);
    const before = reportsOf(rig);
    const phone = await rig.phone(await rig.start(ON_DEMAND), token);
    await phone.until(why, ({ silenceReason }) => silenceReason === why);
    t.strictSame(reportsOf(rig), before);
    await halts(t, { phone, rig }, why);
  });

  test(`${why}, told in the answer to a report of progress`, async t => {
    const testbed = await sounding(t, openTestbed(t, { trackSeconds: 12, progressFrequency: 1 }));
    await trouble(testbed.rig);
    await halts(t, testbed, why);
    t.strictSame(
      reportsAt(testbed.rig, 0).filter(call => call.startsWith('setEnded')),
      [],
    );
  });
}

test('told by the look ahead: what sounds goes on to its end', async t => {
  const { phone, rig } = await openTestbed(t, { trackSeconds: 20 });
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await rig.sandbox.requests.until('setStarted', 1);
  rig.device.interrupt('idleTimeout');
  await rig.sandbox.requests.until('peek', 1);
  await phone.untilPosition(6_000);
  t.match(phone.state, { silenceReason: null, notice: null, item: { index: 0 } });
  await jumpTo(phone, 17_500);
  await halts(t, { phone, rig }, 'idleTimeout');
});

test('paused while another plays: the pause stays, and a resume claims the stream', async t => {
  const { phone, rig } = await sounding(t, openTestbed(t, { trackSeconds: 12 }));
  await phone.call('player.pause');
  await rig.sandbox.requests.until('pause', 1);
  await playElsewhere(rig);
  t.match(phone.state, { silenceReason: 'paused', notice: null });
  await phone.call('player.play');
  await rig.sandbox.requests.until('setSource', 3);
  await phone.until('sounding', isSounding);
  t.equal(rig.device.interruption, null);
});
