import t from 'tap';
import { findProgram } from '../../src/player/process/program.js';
import { startRecorder } from '../bench/rig/recorder.js';
import { startSoundServer } from '../bench/rig/sound-server.js';
import { startAudioServer } from '../fakes/audio/server.js';
import { createRig, createRuntimeDir } from './rig.js';

const missing = ['mpv', 'pulseaudio', 'parec'].find(
  name => findProgram(name, process.env['PATH'] ?? '') === null,
);
const skip = missing !== undefined && `no ${missing} here`;
/** mpv 0.35 waits for ever after one in five, 0.40 for years. */
const ROUNDS = 6;

t.test('The player ends a rest of a few milliseconds', { skip }, async t => {
  const audio = await startAudioServer();
  t.teardown(() => audio.close());
  const server = await startSoundServer(createRuntimeDir(t));
  t.teardown(() => server.stop());
  await server.addSink('end');
  const environment = { ...process.env, ...server.environment('end') };
  const { player, log, load } = createRig(t, { audioOutput: 'pulse', environment });
  await player.start(log.add);
  // A sink that is recorded takes small pieces, and so tells at once that it has none left.
  const recorder = await startRecorder(server, 'end');
  t.teardown(() => recorder.stop());
  for (let round = 1; round <= ROUNDS; round += 1) {
    await load({ url: audio.address('tone/0.6') });
    // It breaks off at 1.8 seconds.
    const rest = { url: audio.address('tone/6?dropAt=158804'), startMs: 1_795 };
    const loadId = await load({ ...rest, mode: 'append' });
    t.match(await log.next('player.ended', loadId), { loadId }, `${round}`);
  }
});
