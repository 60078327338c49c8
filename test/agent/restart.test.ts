import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { isAt, type Phone } from '../fakes/phones/phone.js';
import { endsBySignal, untilEnded } from '../rigs/agent/process.js';
import { aStation, createRig, filesOf, type Rig, testsOf } from '../rigs/agent/rig.js';
import { checkGoesOn, firstPlaceMs, type Mark, markPlace } from '../rigs/agent/place.js';
import { slack } from '../rigs/slowness.js';
import { sendSignal } from '../fakes/machine/send-signal.js';

t.jobs = 3;
const test = testsOf(t);
/** A testbed in which a station has sounded for some seconds, at a volume of its own. */
async function playing(rig: Rig, seconds: number) {
  const testbed = await rig.ready();
  await testbed.phone.call('player.setVolume', { volume: 62 });
  await testbed.phone.play({ sourceId: aStation(rig.sandbox) });
  await testbed.phone.call('player.next');
  await testbed.phone.until('the second item', isAt(1));
  await testbed.phone.untilPosition(seconds * 1000);
  return testbed;
}

/** The same item at the same second: no further back than heard, no further on than time passed. */
function goesOn(t: Test, phone: Phone, title: string | undefined, mark: Mark) {
  t.match(phone.state, { source: { type: 'ST' }, item: { index: 1, title }, volume: 62 });
  checkGoesOn(t, phone, mark, 1_200);
}

test('SIGTERM in mid-play: all is kept, and goes on', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, phone, token } = await playing(rig, 3);
  const [player = 0] = agent.players();
  const title = phone.state.item?.title;
  const stopped = await markPlace(phone);
  t.strictSame(await endsBySignal(agent, 'SIGTERM'), { code: 0, signal: null });
  await untilEnded(player);
  t.equal(agent.stderr, '');
  t.equal(statSync(rig.stateDir).mode & 0o777, 0o700);
  // Whether the clock was known to be right, on machines that have none of their own.
  const files = filesOf(rig.stateDir).filter(({ name }) => name !== 'clock');
  t.strictSame(
    files.map(({ name }) => name),
    ['clients.json', 'credentials.json', 'device.json', 'recent.jsonl', 'session.json'],
  );
  for (const { name, mode, text } of files) {
    t.equal(mode, 0o600, name);
    // Random bytes, which only take up room.
    // One of them holds a line for each item behind that.
    const head = name === 'recent.jsonl' ? String(text.split('\n')[0]) : text;
    t.match(JSON.parse(head), { schema: Number }, name);
    t.notMatch(text, token, 'tokens of phones are stored hashed');
  }
  const known = rig.device.playing;
  const again = await rig.start();
  const back = await rig.phone(again, token);
  await back.until('sounding', isAt(1));
  goesOn(t, back, title, stopped);
  t.equal(rig.device.playing, known, 'no source was set anew, no item left');
  t.equal(rig.asked('setSource'), 1);
  t.strictSame(await endsBySignal(again, 'SIGINT'), { code: 0, signal: null });

  const silent = await rig.start({ TONEARM_RESUME: 'off' });
  const last = await rig.phone(silent, token);
  t.match(last.state, { silenceReason: 'paused', item: { index: 1, title }, volume: 62 });
  const kept = await markPlace(last);
  await last.play({}, isAt(1));
  goesOn(t, last, title, kept);
  t.ok(firstPlaceMs(last, isAt(1)) < kept.positionMs + 500, 'exactly there');
});

test('SIGTERM while the player hangs: a clean end all the same, at the same second', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, phone, token } = await playing(rig, 3);
  const title = phone.state.item?.title;
  const stopped = await markPlace(phone);
  const player = sendSignal(agent.players()[0], 'SIGSTOP');
  t.strictSame(await endsBySignal(agent, 'SIGTERM'), { code: 0, signal: null });
  await untilEnded(player);
  const back = await rig.phone(await rig.start(), token);
  await back.until('sounding', isAt(1));
  goesOn(t, back, title, stopped);
  t.ok(firstPlaceMs(back, isAt(1)) < stopped.positionMs + slack(1_000), 'not where it would be by now');
});

test('SIGKILL in mid-play: it goes on where it was, and the player went with it', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, phone, token } = await playing(rig, 5);
  const [player = 0] = agent.players();
  t.ok(player > 0);
  const title = phone.state.item?.title;
  const killed = await markPlace(phone);
  await agent.end();
  await untilEnded(player);
  const back = await rig.phone(await rig.start(), token);
  await back.until('sounding', isAt(1));
  goesOn(t, back, title, killed);
  t.equal(rig.asked('setSource'), 1);
});

test('A restarted agent keeps a paused player paused and a stopped one stopped', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, phone, token } = await playing(rig, 2);
  await phone.call('player.pause');
  await phone.call('player.setMuted', { muted: true });
  const pausedMs = phone.state.position.positionMs;
  await endsBySignal(agent, 'SIGTERM');
  const second = await rig.start();
  const back = await rig.phone(second, token);
  t.match(back.state, { playbackStatus: 'paused', silenceReason: 'paused', muted: true, volume: 62 });
  t.ok(Math.abs(back.state.position.positionMs - pausedMs) < 200, 'exactly there');
  await back.call('player.stop');
  await back.call('player.setMuted', { muted: false });
  // The running agent writes beside the file and renames, so this one alone can always be read.
  const session = join(rig.stateDir, 'session.json');
  const keepsWish = () => readFileSync(session, 'utf8').includes('"wish":"stopped"');
  while (!keepsWish()) await new Promise(resolve => setTimeout(resolve, 50));
  await second.end();
  const third = await rig.phone(await rig.start({ TONEARM_VOLUME_MAX: '30' }), token);
  t.match(third.state, {
    playbackStatus: 'stopped',
    silenceReason: 'stopped',
    volume: 30,
    item: { index: 1 },
  });
  t.match(await third.call('player.setVolume', { volume: 90 }), { revision: Number });
  t.equal(third.state.volume, 30, 'the ceiling holds');
  t.equal(rig.asked('setSource'), 1);
});
