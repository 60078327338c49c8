import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { type AgentProcess, endsBySignal } from '../rigs/agent/process.js';
import { anAlbum, aStation, createRig, type Rig, skip, testsOf } from '../rigs/agent/rig.js';
import { checkSound } from '../rigs/agent/ear.js';
import { openInspector } from '../rigs/agent/inspector.js';
import { firstPlaceMs } from '../rigs/agent/place.js';
import { slack } from '../rigs/slowness.js';
import { listenAsSystemd } from '../fakes/machine/systemd.js';
import { sendSignal } from '../fakes/machine/send-signal.js';

t.jobs = 4;
const missing = ['systemd-notify', 'perl'].some(program => spawnSync(program, ['--version']).status !== 0);
const test = testsOf(t, skip || (missing && 'systemd-notify or perl is missing'));
/** The agent gives a sign of life twice in this time, milliseconds. */
const WATCHDOG_MS = 3_000;
const WATCHDOG = /^WATCHDOG=1$/;
/** Longer than sound may be missing before its address counts as bad, milliseconds. */
const STANDSTILL_MS = 16_500;

const systemdOf = (t: Test, rig: Rig) =>
  listenAsSystemd(t, join(rig.runtimeDir, '..', 'systemd'), WATCHDOG_MS);

/** A minute: many times what it takes. */
const WITHHELD_LOOKS = 1_200;

/** Resolves once so many signs of life were withheld from now on; rejects where they go on being given. */
async function untilWithheld(agent: AgentProcess, times: number): Promise<void> {
  const told = () => agent.stdout.split('The systemd watchdog gets no heartbeat').length - 1;
  const from = told();
  for (let waited = 0; told() < from + times; waited += 1) {
    if (waited > WITHHELD_LOOKS) throw new Error('systemd is told that all is well');
    await sleep(50);
  }
}

/** A player that can be made to hang at each of its starts: it runs, and never says a word. */
function fickleMpv(folder: string) {
  const path = join(folder, 'fickle-mpv');
  const flag = join(folder, 'hang');
  writeFileSync(path, `#!/bin/sh\n[ -e '${flag}' ] && exec sleep 600\nexec mpv "$@"\n`);
  chmodSync(path, 0o755);
  return {
    path,
    hang: () => writeFileSync(flag, ''),
    run: () => rmSync(flag),
  };
}

test('started, idle, playing, paused, silent, stopped: told in words, with signs of life', async t => {
  const rig = await createRig(t, { trackSeconds: 5 });
  const systemd = await systemdOf(t, rig);
  const agent = await rig.start(systemd.environment);
  await systemd.until(/^READY=1$/, 0);
  const health = await (await fetch(`${agent.url}/healthz`)).json();
  t.match(health, { status: 'ok', player: 'ok' }, 'the API answers, and the player lives');
  const { port } = new URL(agent.url);
  await systemd.until(new RegExp(`^STATUS=Not paired: open http://\\S+:${port}/ in a browser\\.$`), 0);
  await systemd.until(WATCHDOG);
  const phone = await rig.phone(agent, await rig.pair(agent));
  await systemd.until(/^STATUS=Silent: nothing has been chosen\.$/, 0);
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  await systemd.until(new RegExp(`^STATUS=Playing: .*${phone.state.item?.artist ?? '-'}`), 0);
  await systemd.until(WATCHDOG);
  await phone.call('player.pause');
  await systemd.until(/^STATUS=Paused: /, 0);
  await systemd.until(WATCHDOG);
  await phone.call('player.play');
  await rig.wire.cut();
  await systemd.until(/^STATUS=Silent: the service cannot be reached\.$/, 0);
  await systemd.until(WATCHDOG);
  t.equal(systemd.count(/^READY=1$/), 1);
  t.notMatch(agent.stdout, /no heartbeat|systemd could not be notified/);
  t.match(await endsBySignal(agent, 'SIGTERM'), { code: 0 });
  await systemd.until(/^STOPPING=1$/, 0);
});

test('a player that hangs at every start: no sign of life; one that runs again: sound again', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const systemd = await systemdOf(t, rig);
  const mpv = fickleMpv(join(rig.runtimeDir, '..'));
  const { agent, phone } = await rig.ready({ ...systemd.environment, TONEARM_MPV_PATH: mpv.path });
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  await phone.untilPosition(1_500);
  await systemd.until(WATCHDOG);
  mpv.hang();
  const from = systemd.heard.length;
  sendSignal(agent.players()[0], 'SIGKILL');
  await phone.until('silent', ({ silenceReason }) => silenceReason === 'playerUnavailable');
  const silentMs = phone.state.position.positionMs;
  const { length } = phone.seen;
  t.match(phone.state, { playbackStatus: 'playing', item: { index: 0 } });
  t.equal((await fetch(`${agent.url}/healthz`)).status, 503);
  await systemd.until(/^STATUS=Silent: the player is not running\.$/, from);
  await untilWithheld(agent, 1);
  const silence = systemd.heard.length;
  await untilWithheld(agent, 2);
  t.equal(systemd.count(WATCHDOG, silence), 0, 'no sign of life: systemd would start it anew');
  mpv.run();
  await phone.until('sounding', isSounding);
  await systemd.until(WATCHDOG);
  const offMs = firstPlaceMs(phone, isSounding, length) - silentMs;
  t.ok(Math.abs(offMs) < slack(1_300), `at the same second, ${offMs} ms beside it`);
  await checkSound(t, rig, phone);
  t.equal(rig.asked('setSource'), 1);
});

test('a player that never answers: the API is there and says so, but it is no start', async t => {
  const rig = await createRig(t);
  const systemd = await systemdOf(t, rig);
  const mpv = fickleMpv(join(rig.runtimeDir, '..'));
  mpv.hang();
  const agent = await rig.start({ ...systemd.environment, TONEARM_MPV_PATH: mpv.path });
  t.match(await (await fetch(`${agent.url}/healthz`)).json(), {
    status: 'degraded',
    player: 'unavailable',
  });
  t.ok(existsSync(systemd.environment['NOTIFY_SOCKET'] ?? ''));
  t.equal(systemd.count(/^(READY|WATCHDOG)=1$/), 0);
  mpv.run();
  await systemd.until(/^READY=1$/, 0);
  t.match(await (await fetch(`${agent.url}/healthz`)).json(), { status: 'ok', player: 'ok' });
});

test('a loop that is stuck, and a process that stands still: no sign of life', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const systemd = await systemdOf(t, rig);
  const words = { ...systemd.environment, NODE_OPTIONS: '--inspect=127.0.0.1:0' };
  const { agent, phone } = await rig.ready(words);
  await phone.play({ sourceId: aStation(rig.sandbox) });
  const inspector = await openInspector(t, agent);
  await systemd.until(WATCHDOG);
  const hung = inspector.hang(4 * WATCHDOG_MS);
  // What was under way is out by then.
  await sleep(500);
  let from = systemd.heard.length;
  await sleep(1.5 * WATCHDOG_MS);
  t.equal(systemd.count(/./, from), 0, 'stuck');
  await hung;
  await systemd.until(WATCHDOG);
  agent.child.kill('SIGSTOP');
  await sleep(500);
  from = systemd.heard.length;
  await sleep(STANDSTILL_MS);
  t.equal(systemd.count(/./, from), 0, 'stopped');
  agent.child.kill('SIGCONT');
  await systemd.until(WATCHDOG);
  await phone.until('sounding', isSounding);
  t.match(phone.state, { item: { index: 0 }, playbackStatus: 'playing' }, 'the music went on all the while');
  const positionMs = await phone.askPositionMs();
  t.ok(positionMs > STANDSTILL_MS, `${positionMs}`);
  t.notMatch(agent.stdout, /waiting out a sound fault/, 'and no address was taken for a bad one');
  await checkSound(t, rig, phone);
  if (!t.passing()) t.comment(agent.stdout);
});
