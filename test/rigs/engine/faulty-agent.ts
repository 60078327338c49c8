/**
 * The real player, engine and service client on a sandbox, with a fault of the program in them: `observer`, `watcher`,
 * `follower` (told of the event named) or `core` throws. Ends as the fault has it, or with 0 where nobody noticed.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '../../../src/engine/engine.js';
import { createMpvPlayer } from '../../../src/player/mpv-player.js';
import type { Decision } from '../../../src/contract/ports.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { createService } from '../../../src/service/service.js';
import { clock, createTestLogger, type LoggedLine } from '../../player/rig.js';
import { anAlbum } from '../agent/rig.js';
import { LISTENER, RESTORED } from '../core/stage.js';
import { createMemoryCell } from '../../fakes/ports/collaborators.js';

const [who = '', eventType = ''] = process.argv.slice(2);
/** Long enough for any of them to have struck. */
setTimeout(() => process.exit(0), 40_000);
const lines: LoggedLine[] = [];
const logger = createTestLogger(lines);
const sandbox = createSandbox({ trackSeconds: 4, progressFrequency: null });
await sandbox.start();
const { accessToken, refreshToken } = sandbox.issueTokens();
const credentials = createMemoryCell({
  accessToken,
  refreshToken,
  expiresInS: 14_400,
  obtainedAtMs: Date.now(),
  profileId: null,
});
const service = createService({
  baseUrl: sandbox.url,
  authUrl: sandbox.url,
  clientId: sandbox.clientId,
  clientSecret: sandbox.clientSecret,
  deviceUuid: 'device',
  profile: 'core',
  credentials,
  clock,
  logger,
});
const player = createMpvPlayer({
  mpvPath: 'mpv',
  audioOutput: 'null',
  audioDevice: null,
  extraOptions: [],
  room: true,
  stateDir: tmpdir(),
  bounds: { serviceUrl: sandbox.url, servicePeer: service.peer, plain: false, hosts: [] },
  runtimeDir: mkdtempSync(join(tmpdir(), 'tonearm-faulty-')),
  logger,
  clock,
  environment: process.env,
});

function breakDown(): never {
  throw new Error('a fault of the program');
}

const settings = { progressS: 60, volumeMax: 100, resume: true, releaseS: 0 };
const engine = new Engine({
  player,
  service: service.playback,
  clock,
  logger,
  random: Math.random,
  settings:
    who === 'core' ? Object.defineProperty({ ...settings }, 'progressS', { get: breakDown }) : settings,
  restored: { ...RESTORED, source: null, wish: 'stopped' },
  pairing: 'paired',
});
let type = '';
let recorded = '';
const note = ({ event }: Decision) => {
  ({ type } = event);
  recorded = type;
  if (who === 'follower' && type === eventType) breakDown();
};
engine.follow(note);
engine.watch((_state, event) => {
  ({ type } = event);
  if (who === 'watcher' && type === eventType) breakDown();
});
engine.observe(() => {
  if (who === 'observer') breakDown();
});

// The player's own noise must not pass for what ended it.
process.on('exit', () => {
  console.log(JSON.stringify(lines.map(({ message }) => message)));
  console.log(`recorded last: ${recorded}`);
});
await player.start(event => engine.dispatch(event));
engine.start();
// A look at what is set is refused, too, but only where it comes to the service before the source is set.
const sourceId = eventType === 'service.failed' ? 'no-such-source' : anAlbum(sandbox).id;
await engine.execute({ type: 'play', sourceId }, LISTENER).catch(() => undefined);
