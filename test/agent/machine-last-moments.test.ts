import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { until } from '../bench/rig/waiting.js';
import { isSounding } from '../fakes/phones/phone.js';
import type { AgentProcess } from '../rigs/agent/process.js';
import { anAlbum, createRig, testsOf } from '../rigs/agent/rig.js';
import { endsOf, killWhole } from '../rigs/agent/story.js';

t.jobs = 3;
const nextTurn = () => new Promise(resolve => setTimeout(resolve, 5));
const test = testsOf(t);

/**
 * Stops the agent when the new content of the file lies beside the old one, and kills it there. Until that is so it
 * is let go on; the answer is the content that never took its place.
 */
function killBetweenWriteAndRename({ child }: AgentProcess, path: string): Promise<string> {
  const temporary = `${path}.tmp`;
  return new Promise(resolve => {
    const watcher = watch(join(path, '..'), (_, name) => {
      if (!temporary.endsWith(`/${name}`) || !existsSync(temporary)) return;
      child.kill('SIGSTOP');
      const content = existsSync(temporary) ? readFileSync(temporary, 'utf8') : '';
      if (content.endsWith('\n')) {
        watcher.close();
        child.kill('SIGKILL');
        resolve(content);
      } else child.kill('SIGCONT');
    });
  });
}

test('killed between write and rename: the old file counts, the new one is no litter', async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const testbed = await rig.ready();
  const { token } = testbed;
  let { agent, phone } = testbed;
  await phone.call('player.play', { sourceId: anAlbum(rig.sandbox).id });
  const path = join(rig.stateDir, 'session.json');
  for (let round = 0; round < 3; round += 1) {
    await phone.until('sounding', isSounding);
    const { ended } = agent;
    const killed = killBetweenWriteAndRename(agent, path);
    // Each changes what a restart must know, so that each is written at once.
    for (let count = 0; agent.child.signalCode === null; count += 1) {
      phone.client.send({ jsonrpc: '2.0', method: count % 2 === 0 ? 'player.pause' : 'player.play' });
      await new Promise(resolve => setTimeout(resolve, 60));
    }
    t.not(await killed, readFileSync(path, 'utf8'), 'there was something to rename');
    await ended;
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { wish: string; positionMs: number };
    agent = await rig.start();
    phone = await rig.phone(agent, token);
    t.match(phone.state, { playbackStatus: kept.wish, item: { index: 0 } }, 'as the file says');
    // What the new one is writing at this moment lies there, too; what is litter would stay.
    // By then, what is played may be listed, too.
    const others = ['clock', 'lock', 'recent.jsonl'];
    const files = () => readdirSync(rig.stateDir).filter(name => !others.includes(name));
    await until('its litter is gone', () => !files().some(name => name.endsWith('.tmp')));
    t.same(files().sort(), ['clients.json', 'credentials.json', 'device.json', 'session.json']);
    if (kept.wish === 'paused') await phone.call('player.play');
  }
  await phone.until('sounding', isSounding);
  t.equal(rig.asked('setSource'), 1);
  t.same(endsOf(rig, 60), []);
});

for (const profile of ['core', 'full'] as const) {
  test(`${profile}: killed in the last second of the last item: it ends once`, async t => {
    const rig = await createRig(t, { trackSeconds: 2, profile, progressFrequency: null });
    const { agent, token, phone: before } = await rig.ready({ TONEARM_SERVICE_PROFILE: profile });
    let kept = '';
    let plays = 0;
    // It is a second at most: a machine that stands still just then goes past it.
    while (plays === 0 || (kept.includes('"sourceEnded":true') && plays < 5)) {
      plays += 1;
      await before.play({ sourceId: anAlbum(rig.sandbox).tracks[0]?.id });
      while (!rig.device.ended) await nextTurn();
      // Then it also knows that the service has taken the report.
      do {
        await nextTurn();
        kept = readFileSync(join(rig.stateDir, 'session.json'), 'utf8');
      } while (!kept.includes('"endTaken":true'));
    }
    t.notMatch(kept, 'sourceEnded', 'that is written at once, before it is known what follows');
    await killWhole(agent);
    const phone = await rig.phone(await rig.start({ TONEARM_SERVICE_PROFILE: profile }), token);
    await phone.until('its end', ({ silenceReason }) => silenceReason === 'sourceEnded', 30_000);
    t.match(phone.state, { playbackStatus: 'stopped', item: { index: 0 } });
    t.strictSame(
      endsOf(rig, 2),
      Array.from({ length: plays }, () => 0),
      'it ended once',
    );
    t.equal(rig.asked('setSource'), plays);
  });
}
