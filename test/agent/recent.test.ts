/** What was played and what comes next, as phones are told by the whole program. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isAt, isSounding, type Phone } from '../fakes/phones/phone.js';
import { until } from '../rigs/agent/fault-row.js';
import { openTestbed } from '../rigs/agent/full.js';
import { endsBySignal } from '../rigs/agent/process.js';
import { anAlbum, aStation, createRig, filesOf, testsOf } from '../rigs/agent/rig.js';
import { killWhole } from '../rigs/agent/story.js';
import { callByHttp } from '../rigs/control/rpc.js';

t.jobs = 3;
const test = testsOf(t);
const NAME = 'recent.jsonl';

interface Entry {
  readonly playedAtMs: number;
  readonly item: { readonly title: string; readonly index: number };
  readonly source: { readonly id: string };
  readonly trackId?: string;
  readonly feedback?: string;
}

async function recentOf(phone: Pick<Phone, 'call'>, params: object = {}): Promise<readonly Entry[]> {
  return (await phone.call('library.recent', params))['items'] as readonly Entry[];
}
const titlesOf = async (phone: Phone) => (await recentOf(phone)).map(({ item: { title } }) => title);

/** Until the item that sounds is listed first. */
async function untilListed(phone: Phone): Promise<void> {
  const title = phone.state.item?.title;
  while ((await titlesOf(phone))[0] !== title) await new Promise(resolve => setTimeout(resolve, 100));
}

test('core: what was played is kept over a restart and a crash, and guests see it', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, token, phone } = await rig.ready();
  t.strictSame(await recentOf(phone), []);
  const fromMs = Date.now();
  await phone.play({ sourceId: aStation(rig.sandbox) });
  await untilListed(phone);
  const first = phone.state.item?.title ?? '';
  await phone.call('player.next');
  await phone.until('the next', isAt(1));
  const second = phone.state.item?.title ?? '';
  await untilListed(phone);
  const entries = await recentOf(phone);
  t.match(entries, [
    { item: { title: second, index: 1, kind: 'track', interactions: [] }, source: phone.state.source },
    { item: { title: first, index: 0 } },
  ]);
  for (const { playedAtMs } of entries) t.ok(playedAtMs >= fromMs && playedAtMs <= Date.now());
  t.strictSame(await recentOf(phone, { limit: 1 }), entries.slice(0, 1));
  t.equal(statSync(join(rig.stateDir, NAME)).mode & 0o777, 0o600);
  t.notMatch(readFileSync(join(rig.stateDir, NAME), 'utf8'), /audio|token/i);
  t.equal(rig.asked('peek'), 0);

  const { result } = await callByHttp(agent.url, token, 'access.invite', { role: 'guest' });
  const claim = { code: result?.['code'], name: 'Guest' };
  const guest = await callByHttp(agent.url, '', 'access.claim', claim);
  const asGuest = await callByHttp(agent.url, String(guest.result?.['token']), 'library.recent', {});
  t.strictSame(asGuest.result?.['items'], entries);
  t.match(await callByHttp(agent.url, token, 'library.recent', { limit: 201 }), {
    error: { code: -32602, data: { member: 'limit' } },
  });

  await killWhole(agent);
  const crashed = await rig.start();
  const back = await rig.phone(crashed, token);
  await back.until('sounding again', isSounding);
  t.strictSame(await recentOf(back), entries);
  await new Promise(resolve => setTimeout(resolve, 4_000));
  t.strictSame(await recentOf(back), entries, 'what goes on is not played twice');
  await back.call('player.pause');
  const { mtimeMs } = statSync(join(rig.stateDir, NAME));
  await endsBySignal(crashed, 'SIGTERM');
  const again = await rig.start();
  const third = await rig.phone(again, token);
  t.strictSame(await recentOf(third), entries);
  t.equal(statSync(join(rig.stateDir, NAME)).mtimeMs, mtimeMs, 'nothing is written for that');

  await third.call('system.unpair');
  await until('it is gone', () => !existsSync(join(rig.stateDir, NAME)));
  const anew = await rig.phone(again, await rig.pair(again));
  t.strictSame(await recentOf(anew), []);
});

test('full: what comes next is told and comes; a thumb is shown with what was played', async t => {
  const { rig, phone } = await openTestbed(t, { trackSeconds: 20 });
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  t.equal(phone.state.upNext, null);
  const { upNext } = await phone.until('what comes next', state => state.upNext !== null);
  t.match(upNext, { title: String, artist: String, durationMs: Number });
  t.equal(rig.asked('peek'), 1);
  rig.device.allow(['SKIP', 'THUMB']);
  await phone.until('the next by itself', isAt(1));
  t.match(phone.state, { item: { title: upNext?.title }, upNext: null });
  await untilListed(phone);
  const sourceId = anAlbum(rig.sandbox).id;
  const [entry] = await recentOf(phone);
  t.match(entry?.trackId, /^TR:/);
  await phone.call('feedback.set', { value: 'UP' });
  t.match(await recentOf(phone), [{ feedback: 'UP', item: { feedback: 'UP' } }]);
  await phone.call('player.play', { sourceId });
  await phone.until('the album', state => isSounding(state) && state.source?.id === sourceId);
  t.equal(phone.state.upNext, null, 'nothing of the station follows');
  await untilListed(phone);
  await phone.call('player.play', { sourceId: entry?.trackId });
  await phone.until('that song again', state => isSounding(state) && state.item?.title === entry?.item.title);
});

test('a list that cannot be read is set aside; one of a newer version is left alone', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, token } = await rig.ready();
  await endsBySignal(agent, 'SIGTERM');
  writeFileSync(join(rig.stateDir, NAME), '{"schema":1}\nsecret-rubbish\n');
  const again = await rig.start();
  t.match(
    filesOf(rig.stateDir).filter(({ name }) => name.startsWith(`${NAME}.corrupt-`)),
    [{ mode: 0o600, text: /secret-rubbish/ }],
  );
  t.match(again.stdout, /"level":"error".*recent\.jsonl/);
  t.notMatch(again.stdout, 'secret-rubbish');
  t.strictSame(await recentOf(await rig.phone(again, token)), []);
  await endsBySignal(again, 'SIGTERM');
  writeFileSync(join(rig.stateDir, NAME), '{"schema":99}\n', { mode: 0o600 });
  const before = filesOf(rig.stateDir);
  const newer = await rig.start();
  t.match(await newer.ended, { code: 78 });
  t.match(newer.stdout + newer.stderr, /recent\.jsonl/);
  t.strictSame(filesOf(rig.stateDir), before);
});
