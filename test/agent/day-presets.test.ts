import t from 'tap';
import { endsBySignal } from '../rigs/agent/process.js';
import { anAlbum, aStation, createRig, skip } from '../rigs/agent/rig.js';
import { run } from '../rigs/cli/run.js';

t.test('Nine numbers hold sources, from phone and shell, through a restart', { skip }, async t => {
  const rig = await createRig(t, { trackSeconds: 60 });
  const { agent, token, phone } = await rig.ready();
  const station = aStation(rig.sandbox);
  const album = anAlbum(rig.sandbox).id;
  await phone.play({ sourceId: station });
  t.strictSame(await phone.call('preset.set', { number: 1 }), {});
  t.strictSame(await phone.call('preset.set', { number: 2, sourceId: album }), {});
  await t.rejects(phone.call('player.play', { preset: 3 }), /noSource/);
  await t.rejects(phone.call('player.play', { preset: 1, sourceId: album }), /-32602/);
  await t.rejects(phone.call('preset.set', { number: 10 }), /-32602/);
  await endsBySignal(agent, 'SIGTERM');

  const again = await rig.start();
  const back = await rig.phone(again, token);
  t.match(await back.call('preset.list', {}), {
    presets: [
      { number: 1, source: { id: station, type: 'ST' } },
      { number: 2, source: { id: album, type: 'AL' } },
    ],
  });
  const shell = { ...rig.environment };
  const played = await run(['ctl', 'preset', '2'], shell);
  t.equal(played.code, 0, played.stderr);
  await back.until('the album', state => state.source?.id === album);
  t.match(await run(['ctl', 'preset', '3', 'set'], shell), { code: 0 });
  t.match(await run(['ctl', 'preset', '1', 'none'], shell), { code: 0 });
  const { stdout } = await run(['ctl', 'preset', '--json'], shell);
  t.match(JSON.parse(stdout), { presets: [{ number: 2 }, { number: 3, source: { id: album } }] });
  t.match(await run(['ctl', 'preset', '1'], shell), { code: 1, stderr: /nothing under this number/i });
  t.match(await run(['ctl', 'preset', 'x'], shell), { code: 64 });
});
