import { existsSync } from 'node:fs';
import t from 'tap';
import { isSounding } from '../fakes/phones/phone.js';
import { anAlbum, createRig, testsOf } from '../rigs/agent/rig.js';
import { createHook } from '../fakes/machine/hook.js';

t.jobs = 4;
const test = testsOf(t);

test('an amplifier: sound waits for it, again after a pause, and not between tracks', async t => {
  const rig = await createRig(t, { trackSeconds: 5 });
  const hook = createHook(t, 'test "$TONEARM_EVENT" = playing && sleep 1; exit 0');
  const { phone, agent } = await rig.ready({
    TONEARM_EVENT_COMMAND: hook.command,
    TONEARM_EVENT_WAIT: 'on',
    TONEARM_EVENT_IDLE_SECONDS: '1',
  });
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await hook.until('playing', events => events.includes('playing'));
  await phone.until('sounding', isSounding);
  const toldAtMs = () => hook.told().findLast(({ event }) => event === 'playing')?.atMs ?? 0;
  const waitedMs = Date.now() - toldAtMs();
  t.ok(waitedMs >= 950, `${waitedMs} ms after it was told`);
  const first = hook.told().find(({ event }) => event === 'playing')?.environment;
  t.equal(first?.['TONEARM_EVENT_TITLE'], phone.state.item?.title, 'with what is about to sound');
  await phone.until('the next', state => state.item?.index === 1 && isSounding(state));
  await phone.call('player.setVolume', { volume: 50 });
  await hook.until(
    'told of the next',
    events => events.filter(event => event === 'trackChanged').length === 2,
  );
  await phone.call('player.pause');
  await hook.until('idle', events => events.includes('idle'));
  const seenBefore = phone.seen.length;
  await phone.call('player.play');
  await phone.until('waiting', state => state.silenceReason === 'loading');
  await phone.until('sounding', isSounding);
  t.ok(Date.now() - toldAtMs() >= 950, 'it was waited for again');
  const reasons = phone.seen.slice(seenBefore).map(({ state }) => state.silenceReason);
  const firstSound = reasons.indexOf(null);
  t.ok(firstSound > 0, 'the first word is that it is silent');
  t.same([...new Set(reasons.slice(0, firstSound))], ['loading']);
  t.same([...new Set(reasons.slice(firstSound))], [null], 'then it sounds, for good');
  await phone.untilPosition(phone.positionMs() + 300);
  // Another item may have followed by now.
  const events = hook.events().filter(event => event !== 'volumeChanged');
  t.same(events.slice(0, 6), ['playing', 'trackChanged', 'trackChanged', 'paused', 'idle', 'playing']);
  const volumes = hook.told().filter(({ event }) => event === 'volumeChanged');
  t.match(volumes.at(-1)?.environment, {
    TONEARM_EVENT_VOLUME: '50',
    TONEARM_EVENT_SOURCE_ID: anAlbum(rig.sandbox).id,
  });
  const told = JSON.stringify(hook.told());
  for (const secret of [...rig.wire.secrets, rig.sandbox.clientSecret]) t.notOk(told.includes(secret));
  t.equal(agent.child.exitCode, null);
});

test('a pause while it is waited for: no sound, and the next play waits again for nothing', async t => {
  const rig = await createRig(t, { trackSeconds: 30 });
  const hook = createHook(t, 'test "$TONEARM_EVENT" = playing && sleep 2; exit 0');
  const { phone } = await rig.ready({ TONEARM_EVENT_COMMAND: hook.command, TONEARM_EVENT_WAIT: 'on' });
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await hook.until('playing', events => events.includes('playing'));
  await phone.call('player.pause');
  await hook.until('paused', events => events.includes('paused'));
  t.match(phone.state, { playbackStatus: 'paused', silenceReason: 'paused', position: { rate: 0 } });
  t.notOk(
    phone.seen.some(({ state }) => isSounding(state)),
    'nothing sounded',
  );
  await phone.call('player.play');
  await phone.untilPosition(1_000);
  await phone.call('player.seek', { positionMs: 10_000 });
  await phone.untilPosition(10_500);
});

test('a program that hangs or is missing never stops the music', async t => {
  const rig = await createRig(t, { trackSeconds: 30 });
  const hook = createHook(t, 'sleep 600');
  const { phone, agent } = await rig.ready({ TONEARM_EVENT_COMMAND: hook.command, TONEARM_EVENT_WAIT: 'on' });
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.untilPosition(500);
  await agent.line(/event command failed/);
  t.equal((await fetch(`${agent.url}/healthz`)).status, 200);
  t.match(await agent.end('SIGTERM'), { code: 0 });
});

test('a program that is missing never stops the music', async t => {
  const missing = await createRig(t, { trackSeconds: 30 });
  const second = await missing.ready({
    TONEARM_EVENT_COMMAND: '/nowhere/amplifier',
    TONEARM_EVENT_WAIT: 'on',
  });
  await second.phone.call('player.play', { sourceId: anAlbum(missing.sandbox).id });
  await second.phone.untilPosition(500);
  t.match(await second.agent.line(/event command failed/), { trouble: 'ENOENT' });
});

test('a stop while it plays tells the amplifier, slow as it is, and a stop while it rests tells only idle', async t => {
  for (const isPaused of [false, true]) {
    const rig = await createRig(t, { trackSeconds: 30 });
    const hook = createHook(t, 'sleep 0.5; touch "$0.$TONEARM_EVENT"');
    const { phone, agent } = await rig.ready({ TONEARM_EVENT_COMMAND: hook.command });
    await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
    await phone.untilPosition(500);
    if (isPaused) await phone.call('player.pause');
    await hook.until('told', events => events.includes(isPaused ? 'paused' : 'playing'));
    t.match(await agent.end('SIGTERM'), { code: 0 });
    const statuses = hook.events().filter(event => event !== 'trackChanged');
    t.same(statuses, isPaused ? ['playing', 'paused', 'idle'] : ['playing', 'stopped', 'idle']);
    t.ok(existsSync(`${hook.command}.idle`), 'the program has ended by itself');
  }
});
