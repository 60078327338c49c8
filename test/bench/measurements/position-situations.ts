import { setTimeout as sleep } from 'node:timers/promises';
import { stationOf } from '../rig/agent.js';
import type { Stage } from '../rig/stage.js';
import { sendSignal } from '../../fakes/machine/send-signal.js';

/** Of each piece. */
export const SECONDS = 30;

/** A piece that breaks off so far into it, in bytes of its file; what it lasts. */
const CUT_MS = 4_000;
const CUT_BYTES = (CUT_MS / 1000) * 44_100 * 4;

export interface Situation {
  readonly what: string;
  /** From here on positions have to be true. */
  readonly act: (stage: Stage) => Promise<void>;
  /** How long is listened afterwards. */
  readonly listenMs: number;
  /** How long after the act sound and phones may still differ: the command is on its way. */
  readonly graceMs: number;
}

const call = (stage: Stage, method: 'player.pause' | 'player.play'): Promise<unknown> =>
  stage.agent.client.call(method, {});

export const SITUATIONS: readonly Situation[] = [
  { what: 'start', act: () => Promise.resolve(), listenMs: 3_000, graceMs: 0 },
  {
    what: 'pause and resume',
    async act(stage) {
      await call(stage, 'player.pause');
      await stage.recorder.silence(700);
      await call(stage, 'player.play');
    },
    listenMs: 2_500,
    graceMs: 100,
  },
  ...[12_300, 4_700].map(
    (positionMs): Situation => ({
      what: `seek ${positionMs > 10_000 ? 'ahead' : 'back'}`,
      act: ({ agent }) => agent.client.call('player.seek', { positionMs }).then(() => undefined),
      listenMs: 2_500,
      graceMs: 200,
    }),
  ),
  {
    what: 'volume lowered while paused, and resume',
    async act(stage) {
      await call(stage, 'player.pause');
      await stage.recorder.silence(300);
      await stage.agent.client.call('player.setVolume', { volume: 95 });
      await call(stage, 'player.play');
    },
    listenMs: 2_500,
    graceMs: 100,
  },
  {
    what: 'mpv killed',
    async act({ agent, recorder }) {
      const quiet = recorder.silence(30);
      sendSignal(agent.mpvPid(), 'SIGKILL');
      await quiet;
      await recorder.sound(performance.now());
    },
    listenMs: 2_500,
    graceMs: 0,
  },
  {
    what: 'an address that expired while paused',
    async act(stage) {
      await call(stage, 'player.pause');
      await stage.recorder.silence(300);
      stage.service.sandbox.expireAudioUrls();
      // Its steady clock goes five minutes ahead.
      stage.agent.child.process.kill('SIGUSR2');
      await sleep(50);
      await call(stage, 'player.play');
      await stage.recorder.sound(performance.now());
    },
    listenMs: 2_500,
    graceMs: 0,
  },
  {
    what: 'the next item',
    async act({ agent }) {
      await agent.client.call('player.seek', { positionMs: (SECONDS - 4) * 1000 });
      await sleep(1_000);
    },
    listenMs: 5_000,
    graceMs: 0,
  },
  {
    what: 'a stream that breaks',
    async act({ agent, recorder, service }) {
      service.cutOnce(CUT_BYTES);
      await agent.client.call('player.play', { sourceId: stationOf(service.sandbox) });
      await recorder.sound(performance.now());
      // Past the break, whatever was heard of it.
      await sleep(CUT_MS + 2_500);
    },
    listenMs: 2_500,
    graceMs: 0,
  },
];
