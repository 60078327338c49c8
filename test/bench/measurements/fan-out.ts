import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import type { Measurement, Verdict } from '../frame/measurement.js';
import { summarize } from '../frame/statistics.js';
import { seriesTable, toFigure } from '../frame/table.js';
import { startAgent } from '../rig/agent.js';
import { connectPhone, connectTalker, startEcho, type Talker } from '../rig/sockets.js';

const CLIENTS = 63;
const MOST_TIMES = { median: 1.3, '99th': 2 };

/** Sends by the first and waits until all have heard; milliseconds. */
function tellAll(
  talkers: readonly Talker[],
  text: string,
  fits: (message: string) => boolean,
): Promise<number> {
  return new Promise(resolve => {
    const from = performance.now();
    let left = talkers.length;
    for (const { ws } of talkers) {
      const hear = (data: unknown): void => {
        if (!fits((data as Buffer).toString())) return;
        ws.off('message', hear);
        left -= 1;
        if (left === 0) resolve(performance.now() - from);
      };
      ws.on('message', hear);
    }
    talkers[0]?.ws.send(text);
  });
}

function beside(what: keyof typeof MOST_TIMES, own: number, bare: number): Verdict {
  return {
    what,
    target: `≤ ${MOST_TIMES[what]} × bare ws`,
    figure: `${toFigure(own / bare)} × (${toFigure(own)} ms)`,
    share: own / bare / MOST_TIMES[what],
    floor: `${toFigure(bare)} ms`,
  };
}

export const fanOut: Measurement = {
  name: 'fan-out',
  title: 'A change told to 64 phones',
  about:
    'Time from one of 64 phones sending `player.setVolume` until the last of them has received the event (milliseconds). Beside it, alternating, ten times a second: a bare `ws` server in its own process that sends a text of the same length to its 64 clients.',
  async run(context) {
    const sandbox = createSandbox();
    await sandbox.start();
    context.later(() => sandbox.stop());
    const agent = await startAgent({
      folder: join(context.folder, 'agent'),
      serviceUrl: sandbox.url,
      sandbox,
    });
    context.later(() => agent.stop());
    const echo = await startEcho();
    context.later(() => echo.child.stop());
    // The rig's own client is the 64th session.
    const phones: Talker[] = [];
    const clients: Talker[] = [];
    for (let at = 0; at < CLIENTS; at += 1) {
      phones.push(await connectPhone(agent.url, true, `bench phone ${at}`));
      clients.push(await connectTalker(echo.url));
    }
    clients.push(await connectTalker(echo.url));
    const padding = 'x'.repeat(180);
    const agentMs: number[] = [];
    const bareMs: number[] = [];
    for (let turn = 0; turn < context.flag('calls', 400) + 20; turn += 1) {
      const volume = 20 + (turn % 60);
      const call = { jsonrpc: '2.0', id: 1_000 + turn, method: 'player.setVolume', params: { volume } };
      const taken = await tellAll(phones, JSON.stringify(call), message =>
        message.includes(`"volume":${volume}`),
      );
      await sleep(50);
      const bare = await tellAll(clients, `!${turn}:${padding}`, message => message.startsWith(`!${turn}:`));
      await sleep(50);
      // The first ones warm both sides up.
      if (turn < 20) continue;
      agentMs.push(taken);
      bareMs.push(bare);
    }
    const [own, bare] = [summarize(agentMs), summarize(bareMs)];
    return {
      verdicts: [beside('median', own.median, bare.median), beside('99th', own.p99, bare.p99)],
      tables: [
        seriesTable('Milliseconds until the last phone has received it', {
          Tonearm: agentMs,
          'bare ws': bareMs,
        }),
      ],
      notes: [],
    };
  },
};
