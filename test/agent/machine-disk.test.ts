import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isFetching } from '../../src/contract/public-state.js';
import { isAt, isSounding } from '../fakes/phones/phone.js';
import { aStation, createRig, skip, testsOf } from '../rigs/agent/rig.js';
import { checkSound } from '../rigs/agent/ear.js';
import { createNamespace, whyNoNamespace } from '../fakes/machine/namespace.js';
import { endsOf, killWhole, upTo } from '../rigs/agent/story.js';

t.jobs = 2;
const test = testsOf(t, skip || whyNoNamespace(['mount']));

/** The disk is full before the first item ends, on a busy machine too. */
const TRACK_S = 8;

const health = async (url: string) => {
  const answer = await fetch(`${url}/healthz`);
  return { code: answer.status, ...((await answer.json()) as { status: string }) };
};
const FINE = { code: 200, status: 'ok' };
interface Kept {
  readonly wish?: string;
}
const keptIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8')) as Kept;

/** What was changed before the pause may be saved by itself: all is well by then, and the pause is not saved yet. */
async function untilPauseIsKept(url: string, kept: () => Kept): Promise<void> {
  while ((await health(url)).code !== 200 || kept().wish !== 'paused')
    await new Promise(resolve => setTimeout(resolve, 100));
}
const DEGRADED = { code: 503, status: 'degraded', player: 'ok' };

test('a full disk: the music plays on, and it is told; with space again all is kept', async t => {
  const rig = await createRig(t, { trackSeconds: TRACK_S });
  mkdirSync(rig.stateDir);
  const space = await createNamespace(t, ['mount']);
  space.run('mount -t tmpfs -o size=64k,mode=700 none "$1"', rig.stateDir);
  const there = { before: space.words };
  const agent = await rig.start({}, there);
  const token = await rig.pair(agent);
  const phone = await rig.phone(agent, token);
  const kept = () => keptIn(space.path(rig.stateDir));
  const filler = space.path(join(rig.stateDir, 'filler'));
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  t.match(await health(agent.url), FINE);
  space.run('head -c 200000 /dev/zero > "$1" || true', join(rig.stateDir, 'filler'));

  await phone.until('the next item', isAt(1));
  t.match(await agent.line(/^The state could not be saved/), {
    level: 'error',
    file: /^(?:session\.json|recent\.jsonl)$/,
    errno: 'ENOSPC',
  });
  t.match(await health(agent.url), DEGRADED, 'an operator sees it');
  const first = phone.seen.findIndex(({ state }) => isSounding(state));
  const reasons = phone.seen.slice(first).map(({ state }) => state.silenceReason);
  t.ok(first >= 0 && reasons.length > 1);
  t.strictSame(
    reasons.filter(reason => reason !== null && !isFetching(reason)),
    [],
    'the music goes on',
  );
  await checkSound(t, rig, phone, 'on a full disk');
  await phone.call('player.setVolume', { volume: 20 });
  await phone.call('player.pause');
  await phone.call('player.play');
  t.match(kept(), { item: { index: 0 } }, 'the old content stands, whole');

  // Killed while the disk is full: it starts, and goes on where the service has come to.
  await killWhole(agent);
  const again = await rig.start({}, there);
  const back = await rig.phone(again, token);
  const { item } = await back.until('sounding', isSounding);
  t.ok((item?.index ?? 0) >= 1);
  rmSync(filler);
  await back.call('player.setVolume', { volume: 21 });
  await back.call('player.pause');
  await untilPauseIsKept(again.url, kept);
  t.match(kept(), { item: { index: back.state.item?.index }, volume: 21 });
  const index = rig.device.index ?? 0;
  t.ok(index > 0);
  t.strictSame(endsOf(rig, TRACK_S), upTo(index), 'each end once');
  t.equal(rig.asked('setSource'), 1);
});

test('a read-only disk: it starts, plays and says so; writable again, all is kept', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, token, phone } = await rig.ready();
  await phone.play({ sourceId: aStation(rig.sandbox) });
  await killWhole(agent);
  const space = await createNamespace(t, ['mount']);
  space.run('mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"', rig.stateDir);
  const again = await rig.start({}, { before: space.words });
  const back = await rig.phone(again, token);
  await back.until('sounding', isAt(0));
  await checkSound(t, rig, back, 'on a read-only disk');
  await back.call('player.setVolume', { volume: 22 });
  await back.call('player.pause');
  t.match(await again.line(/^The state could not be saved/), { level: 'error', errno: 'EROFS' });
  t.match(await health(again.url), DEGRADED);
  await back.play();
  space.run('mount -o remount,bind,rw "$1"', rig.stateDir);
  await back.call('player.pause');
  await untilPauseIsKept(again.url, () => keptIn(rig.stateDir));
  t.match(keptIn(rig.stateDir), { volume: 22 });
  t.equal(rig.asked('setSource'), 1);
  t.strictSame(endsOf(rig, 60), [], 'no end was reported that was none');
});
