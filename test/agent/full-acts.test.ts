import t, { type Test } from 'tap';
import type { SandboxOptions } from '../../src/sandbox/sandbox.js';
import {
  audioOf,
  callsOf,
  checkDenied,
  openTestbed,
  reportsAt,
  reportsOf,
  silences,
} from '../rigs/agent/full.js';
import { isAt } from '../fakes/phones/phone.js';
import { anAlbum, aStation, testsOf } from '../rigs/agent/rig.js';
import { firstPlaceMs } from '../rigs/agent/place.js';
import { slack } from '../rigs/slowness.js';

t.jobs = 4;
const test = testsOf(t);
const openFull = (t: Test, sandbox: SandboxOptions) =>
  openTestbed(t, sandbox, { TONEARM_SERVICE_PROFILE: 'full' });
const notAllowed = (interaction: string) => ({
  error: { code: 2003, data: { reason: 'notAllowed', interaction } },
});

test('a station: skips within their limit, and what it does not allow', async t => {
  const { phone, rig } = await openFull(t, { trackSeconds: 25, skipLimit: 1 });
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  rig.device.allow(['SKIP', 'THUMB']);
  await checkDenied(t, phone);
  t.match(await phone.ask('player.seek', { positionMs: 1 }), notAllowed('SEEK'));
  t.match(await phone.ask('player.previous'), notAllowed('PREVIOUS'));
  await phone.call('player.next');
  await phone.until('the next', isAt(1));
  t.match(reportsAt(rig, 0), ['setStarted 0 0', /^skip 0 \d$/]);
  await checkDenied(t, phone);
  t.match(await phone.ask('player.replay'), notAllowed('REPLAY'));
  const { item } = phone.state;
  const fromMs = phone.positionMs();
  t.match(await phone.ask('player.next'), { error: { code: 2004, data: { reason: 'skipLimitReached' } } });
  t.match(phone.state, { silenceReason: null, notice: { code: 'skipLimitReached', message: String } });
  t.strictSame(phone.state.item, item, 'the music goes on');
  await phone.untilPosition(fromMs + 500);
  t.equal(rig.device.index, 1);
  await phone.call('player.setVolume', { volume: 31 });
  t.equal(phone.state.notice, null, 'a notice goes with the next act');
  t.strictSame(silences(phone), [], 'no silence but to load');
});

test('an album: back to what was before, and the index grows', async t => {
  const { phone, rig } = await openFull(t, { trackSeconds: 25 });
  const { id, tracks } = anAlbum(rig.sandbox);
  const titles = tracks.map(({ name }) => name);
  await phone.play({ sourceId: id }, isAt(0));
  t.match(phone.state.can, {
    ...{ play: true, pause: true, next: true, previous: true },
    ...{ replay: false, seek: true, feedback: false },
  });
  await checkDenied(t, phone);
  t.match(await phone.ask('feedback.set', { value: 'UP' }), notAllowed('THUMB'));
  await phone.call('player.next');
  await phone.until('the second', isAt(1));
  t.equal(phone.state.item?.title, titles[1]);
  await phone.call('player.previous');
  await phone.until('the first again', isAt(2));
  t.equal(phone.state.item?.title, titles[0]);
  t.ok(firstPlaceMs(phone, isAt(2)) < slack(1_000), 'from its start');
  t.match(reportsAt(rig, 1), ['setStarted 1 0', /^previous 1 \d$/]);
  await rig.sandbox.requests.until('setStarted', 3);
  t.strictSame(reportsAt(rig, 2), ['setStarted 2 0']);
  t.equal(callsOf(rig).filter(call => call === 'current').length, 1, 'answers are used');
});

test('heard again: the same item under a new index', async t => {
  const { phone, rig } = await openFull(t, { trackSeconds: 25 });
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  rig.device.allow(['REPLAY']);
  const { title } = phone.state.item ?? {};
  const { trackToken } = rig.device.playing ?? {};
  t.equal(phone.state.can.replay, true);
  await phone.untilPosition(1_200);
  await phone.call('player.replay');
  await phone.until('again', isAt(1));
  t.equal(phone.state.item?.title, title);
  t.ok(firstPlaceMs(phone, isAt(1)) < slack(1_000), 'from its start');
  t.equal(rig.sandbox.requests.of('replay')[0]?.args['trackToken'], trackToken);
  t.match(callsOf(rig).slice(callsOf(rig).findIndex(call => call.startsWith('replay'))), [
    /^replay 0 [1-5]$/,
    'current',
  ]);
  await rig.sandbox.requests.until('setStarted', 2);
  t.equal(reportsOf(rig).at(-1), 'setStarted 1 0');
  t.match(await phone.ask('player.next'), notAllowed('SKIP'));
  await checkDenied(t, phone);
});

test('thumbs: shown, taken back, and a thumb-down moves on', async t => {
  const { phone, rig } = await openFull(t, { trackSeconds: 25, skipLimit: 1 });
  const station = aStation(rig.sandbox);
  await phone.play({ sourceId: station }, isAt(0));
  t.equal(phone.state.can.feedback, true);
  const { piece, trackToken } = rig.device.playing ?? {};
  const [listener] = rig.sandbox.listeners;
  const kept = () => listener?.feedbackOn(piece?.id ?? '', station);
  await phone.call('feedback.set', { value: 'UP' });
  t.equal(phone.state.item?.feedback, 'UP');
  t.equal(kept(), 'UP');
  t.match(rig.sandbox.requests.of('setFeedback')[0]?.args, {
    targetId: piece?.id,
    sourceContextId: station,
    value: 'UP',
    trackToken,
    deviceUuid: 'device-of-the-test',
    elapsedTime: Number,
  });
  await phone.call('feedback.set', { value: null });
  t.equal(phone.state.item?.feedback, null);
  t.equal(kept(), null);
  t.match(phone.state.item, { index: 0 });
  t.same(silences(phone), [], 'no silence but to load');
  await phone.call('feedback.set', { value: 'DOWN' });
  await phone.until('the next', isAt(1));
  t.equal(kept(), 'DOWN');
  t.equal(rig.asked('skip'), 0, 'the thumb is enough');
  const [next, there] = [phone.state.item, rig.device.playing?.piece.id];
  t.equal(next?.index, 1);
  await rig.sandbox.requests.until('setStarted', 2);
  t.strictSame(reportsAt(rig, 1), ['setStarted 1 0']);
  t.equal(audioOf(rig, there ?? ''), 1);
  // No skips are left: whatever becomes of the thumb, the music goes on.
  t.equal(phone.state.can.feedback, true);
  await phone.ask('feedback.set', { value: 'DOWN' });
  t.match(phone.state, { silenceReason: null, item: { index: 1 } });
});

test('ids that the service answers with are used; a station is made once', async t => {
  const { phone, rig } = await openFull(t, { trackSeconds: 25 });
  const { sandbox } = rig;
  const factory = sandbox.catalogue.factories.at(-1)?.id ?? '';
  const stations = () => sandbox.listeners[0]?.collection().length ?? 0;
  const before = stations();
  sandbox.faults.add('lostAnswer', { operation: 'setSource', times: 1 });
  await phone.play({ sourceId: factory });
  t.equal(rig.asked('setSource'), 1);
  t.equal(rig.asked('source'), 1, 'asked what is set, instead of setting it again');
  t.equal(stations(), before + 1);
  const station = phone.state.source?.id ?? '';
  t.match(station, /^ST:/);
  t.match(phone.state.source, { type: 'ST', name: String });
  await sandbox.requests.until('setStarted', 1);
  t.equal(sandbox.requests.of('setStarted')[0]?.args['sourceId'], station);
  const podcast = sandbox.catalogue.podcasts[1];
  const episode = podcast?.episodes[2];
  await phone.call('player.play', { sourceId: episode?.id });
  await phone.until('the episode', state => isAt(0)(state) && state.item?.kind === 'episode');
  t.match(phone.state, {
    source: { id: podcast?.id, type: 'PC' },
    item: { title: episode?.name, podcast: podcast?.name, durationMs: 25_000, artUrl: String },
    can: { next: false, previous: false, replay: false, seek: true, feedback: false },
  });
  await checkDenied(t, phone);
  await sandbox.requests.until('setStarted', 2);
  t.equal(sandbox.requests.of('setStarted')[1]?.args['sourceId'], podcast?.id);
  await phone.call('player.seek', { offsetMs: 15_000 });
  await phone.untilPosition(15_000);
  await phone.call('player.seek', { positionMs: 23_000 });
  await phone.until('the next episode', isAt(1));
  t.equal(phone.state.item?.title, podcast?.episodes[3]?.name);
  t.strictSame(
    sandbox.requests.of('setEnded').map(({ args }) => [args['sourceId'], args['index'], args['elapsedTime']]),
    [[podcast?.id, 0, 25]],
  );

  await phone.ask('system.unpair').catch(() => undefined);
  await sandbox.requests.until('revoke', 1);
  t.match(sandbox.requests.of('revoke'), [{ status: 200, answered: true }], 'unpairing revokes the token');
});
