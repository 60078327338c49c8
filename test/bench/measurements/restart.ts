import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMpvWith } from '../floors/bare-mpv.js';
import { runEmptyNode } from '../floors/empty-node.js';
import { createRoundTrip } from '../floors/round-trip.js';
import type { Measurement } from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { seriesTable, toFigure } from '../frame/table.js';
import { startAgent, stationOf } from '../rig/agent.js';
import { startRecorder } from '../rig/recorder.js';
import { AGENT_SINK, setStage } from '../rig/stage.js';

const SECONDS = 240;
/** Of `node -e 0`. */
const MOST_TIMES = 4;

export const restart: Measurement = {
  name: 'restart',
  title: 'From a restart to sound',
  about:
    'The agent is killed while a station plays, and started again: time from exec to the first sample in the sound server’s recording (milliseconds). It is judged against `node -e 0` from start to end. The last row is the sum of `node -e 0`, one GraphQL round trip, and a bare mpv from its start with the address to its sound.',
  async run(context) {
    const { agent, server, service, recorder } = await setStage(context, {
      sandbox: { trackSeconds: SECONDS },
    });
    service.sound = () => ({ format: 'wav', rate: 44_100, seconds: SECONDS });
    service.prepare(2);
    await server.addSink('floor');
    const floor = await startRecorder(server, 'floor');
    context.later(() => floor.stop());
    const roundTrip = createRoundTrip(service);
    const settings = {
      folder: join(context.folder, 'agent'),
      serviceUrl: service.url,
      sandbox: service.sandbox,
      environment: { ...server.environment(AGENT_SINK), TONEARM_AUDIO_OUTPUT: 'pulse' },
    };
    await agent.client.call('player.play', { sourceId: stationOf(service.sandbox) });
    await recorder.sound(performance.now());
    let last = agent;
    const agentMs: number[] = [];
    const floorMs: number[] = [];
    const emptyMs: number[] = [];
    for (let turn = 0; turn < context.flag('repeats', 8); turn += 1) {
      await sleep(2_000);
      last.client.stop();
      last.child.process.kill('SIGKILL');
      await recorder.silence(500);
      const sound = recorder.sound(performance.now(), 60_000);
      const [next, at] = await Promise.all([startAgent(settings), sound]);
      last = next;
      context.later(() => next.stop());
      agentMs.push(at - next.child.startedMs);

      const empty = await runEmptyNode();
      emptyMs.push(empty);
      const trip = await roundTrip();
      const begun = performance.now();
      const heard = floor.sound(begun);
      const environment = server.environment('floor');
      const mpv = startMpvWith(service.toneUrl(0), { folder: context.folder, environment });
      floorMs.push(empty + trip + (await heard) - begun);
      await mpv.stop();
      await floor.silence(200);
    }
    const times = median(agentMs) / median(emptyMs);
    return {
      verdicts: [
        {
          what: 'exec to sound, median',
          target: `≤ ${MOST_TIMES} × node -e 0`,
          figure: `${toFigure(times)} × (${toFigure(median(agentMs))} ms)`,
          share: times / MOST_TIMES,
          floor: `${toFigure(median(emptyMs))} ms`,
        },
      ],
      tables: [
        seriesTable('Milliseconds to sound', {
          Tonearm: agentMs,
          '`node -e 0`': emptyMs,
          '`node -e 0`, round trip, bare mpv': floorMs,
        }),
      ],
      notes: [],
    };
  },
};
