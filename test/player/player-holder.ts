/** A small agent: plays an address, then stops in order (`stop`) or waits to be killed (`hold`). */
import { createMpvPlayer } from '../../src/player/mpv-player.js';
import { BOUNDS, clock, createEventLog, createTestLogger } from './rig.js';

const [runtimeDir = '', end = '', url = ''] = process.argv.slice(2);
const before = process.listenerCount('exit');
const player = createMpvPlayer({
  mpvPath: 'mpv',
  audioOutput: 'null',
  audioDevice: null,
  extraOptions: [],
  room: true,
  stateDir: runtimeDir,
  bounds: BOUNDS,
  runtimeDir,
  logger: createTestLogger(),
  clock,
  environment: { ...process.env, TONEARM_CLIENT_SECRET: 'x', A_SECRET: 'y' },
});
const log = createEventLog();
await player.start(log.add);
await player.load({ loadId: 1, url, startMs: 0, gainDb: null, mode: 'replace', paused: false });
await log.next('player.started');
console.log('started');
if (end === 'stop') {
  await player.stop();
  console.log('stopped');
  console.log(`exit listeners: ${process.listenerCount('exit') - before}`);
}
