import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isAt } from '../fakes/phones/phone.js';
import { aStation, createRig, filesOf, skip } from '../rigs/agent/rig.js';
import { checkSound } from '../rigs/agent/ear.js';
import { firstPlaceMs } from '../rigs/agent/place.js';
import { endsOf, killWhole } from '../rigs/agent/story.js';

t.test('torn while it played: nothing is lost but what the file held', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 180 });
  const first = await rig.ready();
  const { token } = first;
  let { agent, phone } = first;
  const station = aStation(rig.sandbox);
  await phone.call('player.play', { sourceId: station });
  await phone.untilPosition(1_500);
  const session = join(rig.stateDir, 'session.json');
  const position = join(rig.runtimeDir, 'position.json');

  const startOver = async (path: string, content: string) => {
    await killWhole(agent);
    writeFileSync(path, content);
    agent = await rig.start();
    phone = await rig.phone(agent, token);
    return phone;
  };

  const half = (path: string) => readFileSync(path, 'utf8').slice(0, 40);
  const guessed = await startOver(position, half(position));
  await guessed.until('sounding', isAt(0));
  const placeMs = firstPlaceMs(guessed, isAt(0));
  t.ok(placeMs >= 60_000, 'without its place, what may have been heard is not heard again');
  const whole = readFileSync(session, 'utf8');
  const cut = await startOver(session, whole.slice(0, -1));
  await cut.until('sounding', isAt(0));
  t.ok(cut.state.position.positionMs >= placeMs - 100, 'only the line break was gone: it goes on');

  const wrong = { ...(JSON.parse(whole) as object), source: { id: 7 }, positionMs: 'soon' };
  for (const content of [whole.slice(0, whole.length / 2), JSON.stringify(wrong)]) {
    const lost = await startOver(session, content);
    t.match(lost.state, {
      pairing: 'paired',
      playbackStatus: 'stopped',
      silenceReason: 'noSource',
      source: null,
    });
    t.match(await agent.line(/^A state file is unusable and was set aside/), {
      level: 'error',
      file: 'session.json',
    });
    const aside = filesOf(rig.stateDir).filter(({ name }) => name.startsWith('session.json.corrupt-'));
    t.ok(
      aside.some(({ text }) => text === content),
      'kept for whoever wants to know',
    );
  }
  await phone.play({ sourceId: station });
  await checkSound(t, rig, phone);
  t.same(endsOf(rig, 180), [], 'no end was reported that was none');
});
